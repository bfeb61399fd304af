/** Which balances count towards a total. Without schemas, so that the console's pages can import it. */

/** A balance is stale if it is this much older than the newest one of the workspace. */
export const staleAfterDays = 7

/** Why a balance is not in the totals. `undated`: it has no date, so nobody knows whether it is old. */
export const apartReasons = ['stale', 'undated', 'unknown', 'disabled'] as const
export type ApartReason = (typeof apartReasons)[number]

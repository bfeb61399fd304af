/** How values come out of both drivers: as PostgreSQL wrote them, but for instants, which become canonical. */

const identity = (text: string): string => text

/** `2026-03-31 09:30:00.5+00`, as a session in UTC writes it, becomes `2026-03-31T09:30:00.500Z`. */
export function instantFromPostgres(text: string): string {
  if (!text.endsWith('+00')) throw new Error('The session is not in UTC, so its instants cannot be read.')
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`
  const fraction = text.slice(20, -3)
  return `${seconds}.${fraction.padEnd(3, '0')}Z`
}

/** By the type's number: bigint, numeric, date, timestamptz. All others are the drivers' own. */
export const parsers: Record<number, (text: string) => string> = {
  20: identity,
  1700: identity,
  1082: identity,
  1184: instantFromPostgres,
}

/**
 * Settings of every session. Each list is carried by an index in its own order, so a plan that reads a whole table or
 * sorts it is always the wrong one; yet with little knowledge of the values (a prepared plan, stamps newer than the
 * last statistics) the planner would at times prefer it. Where a sort is what the statement means, it is still done.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
}

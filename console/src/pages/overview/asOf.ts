import { formatDay } from '../../format/date.ts'

/** "as of 31 Oct 2026"; with two days if the balances are not all of the same one. */
export function asOf(oldestAt: string, newestAt: string): string {
  const [oldest, newest] = [oldestAt, newestAt].map(instant => formatDay(instant.slice(0, 10)))
  return oldest === newest ? `as of ${newest}` : `as of ${oldest} to ${newest}`
}

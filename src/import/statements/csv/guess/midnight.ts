/** Times that may be midnight further east, where it is the next day. */
import type { TableColumn } from './columns.ts'
import type { Doubt } from './guess.ts'

const eastMidnight = /T(2[1-3]:00):00(?:\.0{1,9})?Z$/

/** The same full hour of UTC in all rows is midnight further east. */
export function midnightDoubts({ name, at, filled }: TableColumn): Doubt[] {
  const [first] = filled
  const time = eastMidnight.exec(first ?? '')?.[1]
  if (time === undefined || !filled.every(cell => eastMidnight.test(cell))) return []
  const shown = name === '' ? `column ${at + 1}` : `"${name}"`
  const reason = `all entries in ${shown} are at ${time} UTC or another full hour, which may be midnight of the next day; is ${first?.slice(0, 10)} right?`
  return [{ at: 'bookingDate', reason }]
}

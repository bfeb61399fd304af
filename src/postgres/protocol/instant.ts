/** Instants in PostgreSQL's text form (on connections in UTC) and in its binary form. */

export class NotInUtc extends Error {
  override name = 'NotInUtc'
  override message = 'The connection is not in UTC, so its instants cannot be read.'
}

/** `2026-03-31 09:30:00.5+00` becomes `2026-03-31T09:30:00.500Z`. */
export function instantFromPostgres(text: string): string {
  if (!text.endsWith('+00')) throw new NotInUtc()
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`
  const fraction = text.slice(20, -3)
  return `${seconds}.${fraction.padEnd(3, '0')}Z`
}

const millennium = Date.UTC(2000, 0, 1)
const wordSize = 2 ** 32

/**
 * The binary instant in the eight bytes at `at`, as milliseconds since 1970. PostgreSQL counts microseconds since 2000.
 * A double cannot represent every microsecond far from 2000, but it is exact for whole milliseconds.
 */
export function instantMsAt(bytes: Buffer, at: number): number {
  const high = bytes.readInt32BE(at)
  const low = bytes.readUInt32BE(at + 4)
  return millennium + Math.round((high * wordSize + low) / 1000)
}

/** The template of an instant. `writeInstant` overwrites its digits only. */
export const instantForm = '0000-00-00T00:00:00.000Z'

const dayMs = 24 * 60 * 60 * 1000
const zero = '0'.charCodeAt(0)
/** Years start in March, so that a leap day is the last day of its year. Every 400 years have the same length. */
const fourCenturiesDays = 146_097
const daysUntil1970 = 719_468

/** Overwrites the digits of `instantForm`. With a Date, the days of a page took 25 µs. */
export function writeInstant(bytes: Uint8Array, at: number, ms: number): void {
  const day = Math.floor(ms / dayMs)
  writeDay(bytes, at, day)
  const inDay = ms - day * dayMs
  const seconds = (inDay / 1000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  twoDigits(bytes, at + 11, hours)
  twoDigits(bytes, at + 14, minutes - hours * 60)
  twoDigits(bytes, at + 17, seconds - minutes * 60)
  const milliseconds = inDay - seconds * 1000
  const hundreds = (milliseconds / 100) | 0
  bytes[at + 20] = zero + hundreds
  twoDigits(bytes, at + 21, milliseconds - hundreds * 100)
}

/** `day` counts from 1970. */
function writeDay(bytes: Uint8Array, at: number, day: number): void {
  const days = day + daysUntil1970
  const fourCenturies = Math.floor(days / fourCenturiesDays)
  const left = days - fourCenturies * fourCenturiesDays
  const leapDays = ((left / 1_460) | 0) - ((left / 36_524) | 0) + ((left / 146_096) | 0)
  const yearOfThem = ((left - leapDays) / 365) | 0
  const dayOfYear = left - (365 * yearOfThem + ((yearOfThem / 4) | 0) - ((yearOfThem / 100) | 0))
  // Starting in March, every five months have 153 days.
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = fourCenturies * 400 + yearOfThem + (month <= 2 ? 1 : 0)
  if (!(year >= 0 && year <= 9_999)) throw new RangeError('The year of an instant does not have four digits.')
  const century = (year / 100) | 0
  twoDigits(bytes, at, century)
  twoDigits(bytes, at + 2, year - century * 100)
  twoDigits(bytes, at + 5, month)
  twoDigits(bytes, at + 8, dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1)
}

function twoDigits(bytes: Uint8Array, at: number, number: number): void {
  const tens = (number / 10) | 0
  bytes[at] = zero + tens
  bytes[at + 1] = zero + number - tens * 10
}

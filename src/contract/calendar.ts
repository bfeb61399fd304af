/**
 * Dates and instants on the wire. Both stay strings everywhere: a date is YYYY-MM-DD, and an instant is RFC 3339 in UTC
 * with exactly three fractional digits, so that instants sort as text.
 */

const dateParts = /^(\d{4})-(\d{2})-(\d{2})$/
const instantParts = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/

const earliestInstant = '0001-01-01T00:00:00.000Z'
const latestInstant = '9999-12-31T23:59:59.999Z'
const minuteMs = 60_000

/** True for a date that exists: 2024-02-29 does, 2023-02-29 and 0000-01-01 do not. */
export function isCalendarDate(text: string): boolean {
  const match = dateParts.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year === 0 || month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/**
 * Converts any RFC 3339 instant to canonical UTC; null if the text is not one. Digits beyond milliseconds are truncated,
 * which keeps "strictly after" exact: stamps have whole milliseconds, so none can lie in between.
 */
export function canonicalInstant(text: string): string | null {
  const match = instantParts.exec(text)
  if (!match) return null
  const [, date = '', hours = '', minutes = '', seconds = '', fraction = '', zone = ''] = match
  const offsetMs = zoneOffsetMs(zone)
  if (!isCalendarDate(date) || Number(hours) > 23 || Number(minutes) > 59 || offsetMs === null) return null
  // Most are already canonical.
  if (zone === 'Z' && fraction.length === 3 && text[10] === 'T' && Number(seconds) < 60) return text

  const minuteStart = Date.parse(`${date}T${hours}:${minutes}:00.000Z`) - offsetMs
  if (!secondExists(Number(seconds), minuteStart)) return null
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return clampedIso(minuteStart + Number(seconds) * 1000 + milliseconds)
}

function zoneOffsetMs(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs
}

/** Second 60 exists only in the last UTC minute of a day, as a leap second. It is read as the first of the next day. */
function secondExists(second: number, minuteStartMs: number): boolean {
  if (second < 60) return true
  return second === 60 && new Date(minuteStartMs).toISOString().slice(11, 16) === '23:59'
}

/** An offset may move an instant out of the four-digit years, which the store could not read back. */
function clampedIso(epochMs: number): string {
  if (epochMs < Date.parse(earliestInstant)) return earliestInstant
  if (epochMs > Date.parse(latestInstant)) return latestInstant
  return new Date(epochMs).toISOString()
}

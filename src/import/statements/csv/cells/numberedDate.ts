/** Dates that are counted: seconds or milliseconds since 1970, and the days of a spreadsheet. */
const dayMs = 86_400_000
/** Spreadsheets count from here, as they take 1900 for a leap year. */
const dayZero = Date.UTC(1899, 11, 30)
const daysMin = 36_526
const daysMax = 73_050

/** From 1999 to 2099. */
const unixTime = /^(9[4-9]\d{7}|[1-3]\d{9}|40\d{8})(?:\d{3}|\.\d{1,9})?$/
/** The time of day is a fraction. */
const dayNumber = /^(\d{5})(?:\.\d{1,15})?$/

type Numbered = 'unix' | 'day number'

export const isNumbered = (format: string): format is Numbered => format === 'unix' || format === 'day number'

/** The day as YYYY-MM-DD, for a moment usually that of UTC; null if it is not between 2000 and 2099. */
export function readNumbered(text: string, format: Numbered): string | null {
  const trimmed = text.trim()
  if (format === 'unix') {
    const seconds = unixTime.exec(trimmed)?.[1]
    return seconds === undefined ? null : dayOf(Number(seconds) * 1000 + toMidnight(Number(seconds)))
  }
  const days = Number(dayNumber.exec(trimmed)?.[1] ?? '0')
  return days < daysMin || days > daysMax ? null : dayOf(dayZero + days * dayMs)
}

const daySeconds = 86_400
const hourSeconds = 3_600
/** East of Greenwich, a day without a time starts in these hours of UTC. */
const midnights = [21, 22, 23].map(hour => hour * hourSeconds)

/** The rest of the day of UTC, if the moment is midnight further east. */
function toMidnight(seconds: number): number {
  const time = seconds % daySeconds
  return midnights.includes(time) ? (daySeconds - time) * 1000 : 0
}

/** A day without a time, not a moment whose day depends on the place. */
export const isMidnight = (text: string): boolean =>
  Number(unixTime.exec(text.trim())?.[1] ?? '1') % daySeconds === 0

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

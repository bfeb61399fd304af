/** Arithmetic on dates, written YYYY-MM-DD. */

const dayMs = 24 * 60 * 60 * 1000

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / dayMs

/** Days are limited where they are read, so the result is always a date. */
export const dayPlus = (day: string, days: number): string =>
  new Date(timeOf(day) + days * dayMs).toISOString().slice(0, 10)

export const countedDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

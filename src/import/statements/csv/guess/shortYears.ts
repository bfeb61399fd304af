/**
 * Years of two digits: 26/01/15 is a day of 2026 in Japan, and of 2015 where the day comes first. The entries of a table are
 * close to each other, so with the year in the wrong place they are years apart.
 */
import type { TableColumn } from './columns.ts'
import { type DateKinds, readKinds } from './dateKinds.ts'
import type { Doubt } from './guess.ts'

/** Where dates begin with the year. */
const yearFirstCurrencies = new Set(['JPY', 'KRW', 'CNY', 'TWD', 'HUF'])

/** Whether the account or a column is in the money of a country that writes the year first. */
export const isYearFirstCountry = (own: string | null, columns: readonly TableColumn[]): boolean =>
  yearFirstCurrencies.has(own ?? '') ||
  columns.some(
    ({ currency, kind, filled }) =>
      yearFirstCurrencies.has(currency ?? '') ||
      (kind === 'currency' && filled.length > 0 && filled.every(cell => yearFirstCurrencies.has(cell))),
  )

const isYearFirst = ({ format }: DateKinds): boolean => /^YY\W/.test(format)

/** Without the readings with the year first, unless they make the period shorter or the country writes so. */
export function withLikelyYears(
  all: readonly DateKinds[],
  cells: readonly string[],
  isFirstHere: boolean,
): DateKinds[] {
  const last = all.filter(kinds => !isYearFirst(kinds))
  if (last.length === 0 || last.length === all.length) return [...all]
  const period = (some: readonly DateKinds[]) => Math.min(...some.map(kinds => periodOf(kinds, cells)))
  const [first, usual] = [period(all.filter(isYearFirst)), period(last)]
  return first < usual || (first === usual && isFirstHere) ? [...all] : last
}

/** From the first day to the last. */
export function periodOf(kinds: DateKinds, cells: readonly string[]): number {
  const times = cells.flatMap(cell => Date.parse(readKinds(cell, kinds) ?? '') || [])
  return Math.max(...times) - Math.min(...times)
}

/** From here on, two digits are more likely a year of Thailand: 69 is 2569, which is 2026. */
const lateYear = '2060'

/** A year so late that it must be one of another calendar. */
export function lateDoubts(cells: readonly string[], kinds: DateKinds): Doubt[] {
  const late = cells.find(cell => (readKinds(cell, kinds) ?? '') >= lateYear)
  if (late === undefined) return []
  const reason = `"${late}" is read as ${readKinds(late, kinds)}; is its year one of another calendar?`
  return [{ at: 'dateFormat', reason }]
}

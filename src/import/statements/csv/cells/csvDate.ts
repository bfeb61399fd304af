/** Reads dates of a table in the formats that banks use, with month names in the languages of our users. */
import { isCalendarDate } from '../../../../contract/calendar.ts'
import { dateFormats } from '../../../../contract/console/csvMapping.ts'
import { withoutEra } from './eraDate.ts'
import { monthOf, withoutThaiMonths } from './monthNames.ts'
import { isNumbered, readNumbered } from './numberedDate.ts'
import { plainText } from './plainText.ts'
import { remembered } from './remembered.ts'

export type DateFormat = (typeof dateFormats)[number]

const dateLengthMax = 80
/** A time after the date, with a zone or without, is dropped. */
const timeAfter =
  /(?:[T ]|, ?| ?[/|] | (?:@|at|um|klo|kl|kl\.|om|alle|à|o) |-(?=\d{1,2}[:.]\d{2}[:.]\d{2}))\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|[A-Z]{3,4}|(?:UTC|GMT)?[+-]\d{2}:?\d{2}))?$/i
/** 03/31/2026 as of 03/30/2026: the first is the day of the booking. */
const otherDayAfter = / as of \d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/
/** Tue Mar 31 2026 18:06:28 GMT+0200 (Central European Summer Time) */
const programDate =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2} \d{1,2} \d{4} [\d:]{5,8} GMT[-+]\d{4})(?: \([^()]{1,40}\))?$/
/** 2026:03:31 */
const colonDate = /^(\d{4}):(\d\d):(\d\d)(?= |$)/
/** 2026年3月31日, 2026년 3월 31일; without the year they become a name and a day, which cannot be a day and a month. */
const easternDate = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/
const easternDay = /^(\d{1,2})[月월] ?(\d{1,2})[日일]$/
const englishMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** The zone that OFX writes after digits: 20260331120000[0:GMT]. */
const zoneAfter = /^(\d{8,14})(?:\.\d{1,3})?\[[^[\]]{1,12}\]$/
const plainDate = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/
const weekdayBefore = /^\p{L}{2,12}(?:\., ?|, ?|\. )\d/u
/** 2026.03.31., kedd */
const weekdayAfter = /^(\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4})[.,]+ ?\p{L}{2,12}\.?$/u
const wordsBetween = new Set(['de', 'del', 'of', 'den', 'di', 'do', 'st', 'nd', 'rd', 'th', 'le'])

type Part = 'year' | 'month' | 'day'

interface Shape {
  parts: Part[]
  separator: string
  /** Zero if the date has no year. */
  yearDigits: number
  named: boolean
  /** A point after the month, without which it may be an amount. */
  isPointed: boolean
}

const shapes = new Map<DateFormat, Shape>(
  dateFormats.filter(format => !isNumbered(format)).map(format => [format, shapeOf(format)]),
)

function shapeOf(format: DateFormat): Shape {
  const parts = [...new Set(format.replace(/[^YMD]/g, ''))].map(
    (letter): Part => (letter === 'Y' ? 'year' : letter === 'M' ? 'month' : 'day'),
  )
  const named = format.includes('MMM')
  const separator = named ? 'name' : (/[^YMD]/.exec(format)?.[0] ?? '')
  const yearDigits = [4, 3, 2].find(digits => format.includes('Y'.repeat(digits))) ?? 0
  return { parts, separator, yearDigits, named, isPointed: format.endsWith('.') }
}

/** The middle of a year, which is the nearest to every day of that year. */
export const middleOf = (year: number): string => `${year}-07-02`

const anyYear = middleOf(2000)

/**
 * A date as YYYY-MM-DD; a time after it is dropped. Null if it does not match the format or does not exist. A date
 * without a year is the one nearest to the given day; its column may have full dates, too.
 */
export function readCsvDate(text: string, format: DateFormat, near = anyYear): string | null {
  if (isNumbered(format)) return readNumbered(text, format)
  const shape = shapes.get(format)
  if (shape === undefined) return null
  const known = fullDates.get(format)
  if (known !== undefined) return known(text)
  const date = bareDate(text)
  return date && (fullDate(date, format) ?? nearest(date, shape, near))
}

/** For each format with a year. */
const fullDates = new Map(
  [...shapes].flatMap(([format, shape]) => {
    const read = (text: string) => {
      const date = bareDate(text)
      return date === null ? null : readShape(date, shape)
    }
    return shape.yearDigits > 0 ? [[format, remembered(read)] as const] : []
  }),
)

/** In these, the same date is never another one. */
export const yearFirstFormats: readonly DateFormat[] = ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD']

export const isYearless = (format: DateFormat): boolean => !format.includes('YY') && !isNumbered(format)

/** Dates in these formats look like amounts or other numbers. */
const bareFormats: readonly DateFormat[] = [
  'DD.MM',
  'DDMMYY',
  'MMDDYY',
  'YYMMDD',
  'YYYMMDD',
  'unix',
  'day number',
]

export const isBare = (format: DateFormat): boolean => bareFormats.includes(format)

/** The formats that fit, of those that look like numbers. */
export function bareFormatsIn(text: string): DateFormat[] {
  if (!/^\d[\d.]{2,20}$/.test(text.trim()) || datesIn(text).size > 0) return []
  return bareFormats.filter(format => readCsvDate(text, format) !== null)
}

/** A full date in a column whose format has no year. */
export function readFullDate(text: string, format: DateFormat): string | null {
  const date = bareDate(text)
  return date === null ? null : fullDate(date, format)
}

const fullFormats = new Map<DateFormat, Shape[]>(
  dateFormats.filter(isYearless).map(format => {
    const start = format.replace(/\.$/, '')
    const longer = dateFormats.filter(
      each => !isYearless(each) && (each.startsWith(start) || each === 'YYYY-MM-DD'),
    )
    return [format, longer.flatMap(each => shapes.get(each) ?? [])]
  }),
)

function fullDate(date: string, format: DateFormat): string | null {
  for (const shape of fullFormats.get(format) ?? []) {
    const found = readShape(date, shape)
    if (found !== null) return found
  }
  return null
}

const dayAndMonth = /^\d{1,2}\.\d{1,2}$/
const yearlessDate =
  /^(?:\d{1,2}\. ?\d{1,2}\.|\d{1,2}[/-]\d{1,2}|\d{1,2}[. -]{0,2}\p{L}{3,12}\.?|\p{L}{3,12}[. -]{1,2}\d{1,2})$/u

/** The formats without a year that fit. Two numbers with a point between them are an amount. */
export function yearlessFormats(text: string): DateFormat[] {
  const date = bareDate(text)
  if (date === null || !yearlessDate.test(date)) return []
  return dateFormats.filter(
    format => isYearless(format) && !isBare(format) && readCsvDate(text, format) !== null,
  )
}

/** The day and month of the year in which it is the nearest to the given day. */
function nearest(date: string, shape: Shape, near: string): string | null {
  const isWritten = yearlessDate.test(date) || (!shape.isPointed && dayAndMonth.test(date))
  if (!isWritten || shape.separator !== separatorOf(date)) return null
  const values = (plainText(date).match(/\p{L}+|\d+/gu) ?? []).map((word, index) =>
    shape.named && shape.parts[index] === 'month' ? (monthOf(word) ?? '') : word,
  )
  const [month = '', day = ''] = (['month', 'day'] as const).map(part => values[shape.parts.indexOf(part)])
  if (values.length !== 2 || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null
  const year = Number(near.slice(0, 4))
  let best: { date: string; distance: number } | null = null
  for (const each of [year, year - 1, year + 1]) {
    const iso = `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (!isCalendarDate(iso)) continue
    const distance = Math.abs(Date.parse(iso) - Date.parse(near))
    if (best === null || distance < best.distance) best = { date: iso, distance }
  }
  return best?.date ?? null
}

/** Each format that fits, with the date it gives. */
export const datesIn = remembered(datesOf)

function datesOf(text: string): ReadonlyMap<DateFormat, string> {
  const found = new Map<DateFormat, string>()
  const date = bareDate(text)
  if (date === null) return found
  const separator = separatorOf(date)
  for (const [format, shape] of shapes) {
    if (shape.separator !== separator || shape.yearDigits === 0 || isBare(format)) continue
    const iso = readShape(date, shape)
    if (iso !== null) found.set(format, iso)
  }
  return found
}

function bareDate(text: string): string | null {
  if (text.length > dateLengthMax || !/\d/.test(text)) return null
  // Most dates are plain, and a table has many.
  if (plainDate.test(text)) return text
  const plain = withoutThaiMonths(text)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/^'/, '')
  const bare = withoutEra(plain)
    .replace(otherDayAfter, '')
    .replace(programDate, '$1')
    .replace(colonDate, '$1-$2-$3')
    .replace(easternDate, '$1-$2-$3')
    .replace(
      easternDay,
      (_, month: string, day: string) => `${englishMonths[Number(month) - 1] ?? ''} ${day}`,
    )
    .replace(zoneAfter, '$1')
    .replace(timeAfter, '')
    .replace(weekdayAfter, '$1')
    .replace(weekdayBefore, word => (monthOf(plainText(word.slice(0, -1))) === null ? word.slice(-1) : word))
    .trim()
  // 20260331153000 and 20260331T1530
  return /^(?:19|20)\d{6}(?:T?\d{4,6})$/.test(bare) ? bare.slice(0, 8) : bare
}

function separatorOf(date: string): string {
  if (/\p{L}/u.test(date)) return 'name'
  return /[./ -]/.exec(date)?.[0] ?? ''
}

function readShape(date: string, shape: Shape): string | null {
  if (shape.separator !== separatorOf(date)) return null
  const values = shape.named ? namedParts(date, shape) : numberParts(date, shape)
  if (values === null) return null
  const [year = '', month = '', day = ''] = (['year', 'month', 'day'] as const).map(
    part => values[shape.parts.indexOf(part)],
  )
  const isTaiwanese = shape.yearDigits === 4 && shape.parts[0] === 'year' && /^1[0-4]\d$/.test(year)
  if (year.length !== shape.yearDigits && !isTaiwanese) return null
  if (persianYear.test(year) || month.length > 2 || day.length > 2) return null
  const iso = `${String(fullYear(year)).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(iso) ? iso : null
}

/** In the Persian or Arabic calendar, whose months are others, too. */
const persianYear = /^1[34]\d\d$/

/** Statements go back to the eighties at most. 2569 is a year of Thailand, and 115 is one of Taiwan. */
function fullYear(year: string): number {
  const number = Number(year)
  if (year.length === 3) return number + 1911
  if (year.length === 2) return number + (number >= 80 ? 1900 : 2000)
  return number >= 2443 && number <= 2642 ? number - 543 : number
}

/** By their digits. Those with three are years of Taiwan, until 2030: 126 is more likely 2026 of a program that counts from 1900. */
const likelyYears = new Map([
  [4, /^(?:19|20)/],
  [3, /^(?:0[7-9]|1[01])/],
])

function numberParts(date: string, { separator, parts, yearDigits }: Shape): string[] | null {
  if (separator === '') {
    if (!/^\d+$/.test(date) || date.length !== yearDigits + 4) return null
    let at = 0
    const values = parts.map(part => {
      const length = part === 'year' ? yearDigits : 2
      at += length
      return date.slice(at - length, at)
    })
    // Any eight digits might be a date of long ago.
    const isLikely = likelyYears.get(yearDigits)?.test(values[parts.indexOf('year')] ?? '') ?? true
    return isLikely ? values : null
  }
  // Hungarian dates end with a point, and Czech ones have blanks: 2026.03.31. and 31. 3. 2026
  const values = date
    .replace(/[.]$/, '')
    .split(separator)
    .map(value => value.trim())
  return values.length === 3 && values.every(value => /^\d{1,4}$/.test(value)) ? values : null
}

/** 31 Mar 2026, 31-mrt-26, Mar 31, 2026, 31 de marzo de 2026, 31MAR2026. */
function namedParts(date: string, { parts }: Shape): string[] | null {
  const words = (plainText(date).match(/\p{L}+|\d+/gu) ?? []).filter(word => !wordsBetween.has(word))
  if (words.length !== 3) return null
  const values = words.map((word, index) => (parts[index] === 'month' ? (monthOf(word) ?? '') : word))
  return values.every(value => /^\d{1,4}$/.test(value)) ? values : null
}

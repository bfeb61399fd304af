/** Reads dates and amounts of a CSV as described by its mapping. */
import { isCalendarDate } from '../../../contract/calendar.ts'
import type { CsvMapping, columnNames, dateFormats } from '../../../contract/console/csvMapping.ts'
import { readDecimal, type Signed } from '../../../domain/money/decimal.ts'

/** The part of the mapping a text reader needs: the bytes are already decoded. */
export type CsvLayout = Omit<CsvMapping, 'encoding'>

export type DateFormat = (typeof dateFormats)[number]
export type ColumnName = (typeof columnNames)[number]

/** A date as YYYY-MM-DD; a time after it is dropped. Null if it does not match the format or does not exist. */
export function readCsvDate(text: string, format: DateFormat): string | null {
  const date = text.trim().split(/[ T]/)[0] ?? ''
  if (date.length !== format.length) return withoutZeros(date, format)
  let [year, month, day] = ['', '', '']
  for (let at = 0; at < format.length; at += 1) {
    const [letter = '', character = ''] = [format[at], date[at]]
    if (letter === 'Y') year += character
    else if (letter === 'M') month += character
    else if (letter === 'D') day += character
    else if (letter !== character) return null
  }
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`
  return isCalendarDate(iso) ? iso : null
}

/** 3.4.2026, as spreadsheets write it. */
function withoutZeros(date: string, format: DateFormat): string | null {
  const separator = /[./-]/.exec(format)?.[0]
  if (separator === undefined || !/^\d+[./-]\d+[./-]\d+$/.test(date)) return null
  const padded = date.split(separator).map(part => part.padStart(2, '0'))
  const whole = padded.join(separator)
  return whole.length === format.length && whole !== date ? readCsvDate(whole, format) : null
}

/** 1.234,50 or 1 234,50- or EUR 12,00. Digits may only be grouped by threes; anything else is another format. */
export function readCsvAmount(text: string, decimal: ',' | '.'): Signed | null {
  if (text.length > amountLengthMax) return null
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, ' ')
    .replace(/\u2212/g, '-')
    .trim()
    .replace(/^(?:[A-Z]{3}|[€$£])/, '')
    .replace(/(?:[A-Z]{3}|[€$£])$/, '')
    .trim()
  const [, before = '', digits = '', places = '', after = ''] =
    (decimal === ',' ? withComma : withPoint).exec(bare) ?? []
  if (digits === '' || (before !== '' && after !== '')) return null
  const read = readDecimal(digits.replace(/\D/g, '') + places.replace(',', '.'))
  return read && { amount: read.amount, negative: before === '-' || after === '-' }
}

const amountLengthMax = 100
const withComma = /^([+-]?) ?(\d+|\d{1,3}(?:[.' ]\d{3})+)(,\d+)? ?([+-]?)$/
const withPoint = /^([+-]?) ?(\d+|\d{1,3}(?:[,' ]\d{3})+)(\.\d+)? ?([+-]?)$/

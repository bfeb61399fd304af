/** Numbers of a spreadsheet as texts. Their format says whether they are dates, and sometimes the currency. */
import { withoutEnd } from '../../domain/edges.ts'
import { currencyOfUnit } from '../statements/csv/cells/currencies.ts'

export interface NumberFormat {
  isDate: boolean
  /** The code of the currency, if the format shows one. */
  currency: string | null
}

export const plainFormat: NumberFormat = { isDate: false, currency: null }

const formatLengthMax = 300

/** What a format code such as DD.MM.YYYY or #,##0.00 [$€-407] means. */
export function numberFormat(code: string): NumberFormat {
  const [first = ''] = code.slice(0, formatLengthMax).split(';')
  const unit = /\[\$([^\]-]{1,4})[\]-]/.exec(first)?.[1] ?? /"\s?([^"]{1,4}?)\s?"/.exec(first)?.[1]
  const currency = unit === undefined ? null : currencyOfUnit(unit)
  if (/^(?:general|standard)$/i.test(first)) return plainFormat
  const letters = withoutLiterals(first)
  return { isDate: /[dmyhs]/i.test(letters) && !/[0#?]/.test(letters.replace(/s\.0+/i, '')), currency }
}

/** Without texts in quotation marks or brackets, and without characters that are shown as they are. */
function withoutLiterals(code: string): string {
  let left = ''
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at)
    const end = character === '"' ? '"' : character === '[' ? ']' : null
    if (end !== null) {
      const closed = code.indexOf(end, at + 1)
      at = closed === -1 ? code.length : closed
    } else if ('\\_*'.includes(character)) at += 1
    else left += character
  }
  return left
}

/** Formats that are not written into the file. */
export const builtInFormat = (id: number): NumberFormat => ({
  isDate:
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58),
  currency: null,
})

/** Programs of the Macintosh counted days from 1904. */
export type DateSystem = 1900 | 1904

export function numberText(value: number, format: NumberFormat, system: DateSystem): string {
  if (!Number.isFinite(value)) return ''
  if (format.isDate) {
    const date = dateText(value, system)
    if (date !== null) return date
  }
  const text = decimalText(value)
  return format.currency === null ? text : `${text} ${format.currency}`
}

/** Spreadsheets show 15 digits; what comes after them is the dust of binary fractions. */
const digitsShown = 15
const placesMax = 10

function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(digitsShown))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) < 1 ? withoutEnd(withoutEnd(rounded.toFixed(placesMax), '0'), '.') : text
}

const secondsOfDay = 86_400
/** The end of the year 9999. */
const daysMax = 2_958_466

function dateText(value: number, system: DateSystem): string | null {
  if (value < 0 || value >= daysMax) return null
  const total = Math.round(value * secondsOfDay)
  const time = timeText(total % secondsOfDay)
  const day = Math.floor(total / secondsOfDay)
  if (day === 0 && system === 1900) return time
  const date = dayText(day, system)
  return total % secondsOfDay === 0 ? date : `${date} ${time}`
}

/** Excel counts a 29 February 1900 that never was. */
function dayText(day: number, system: DateSystem): string {
  const start = system === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  return new Date(start + day * secondsOfDay * 1000).toISOString().slice(0, 10)
}

function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

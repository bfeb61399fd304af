/** The options of the CSV form. */
import type { CsvMapping } from '../../../../../src/contract/console/csvMapping.ts'
import type { Option } from '../../../ui/forms/SelectField.tsx'
import type { ColumnName } from './csvDraft.ts'

const optionsOf = <Value extends string>(words: Record<Value, string>): Option[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

export const delimiterOptions = optionsOf<CsvMapping['delimiter']>({
  ';': 'Semicolon ;',
  ',': 'Comma ,',
  '\t': 'Tab',
  '|': 'Pipe |',
})

export const encodingOptions = optionsOf<CsvMapping['encoding']>({
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western)',
  'iso-8859-15': 'ISO 8859-15 (Latin 9)',
  'windows-1250': 'Windows-1250 (Central European)',
  'iso-8859-2': 'ISO 8859-2 (Latin 2)',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  macintosh: 'Mac Roman',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1257': 'Windows-1257 (Baltic)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese of Taiwan)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
})

const dateForms: Record<CsvMapping['dateFormat'], string> = {
  'YYYY-MM-DD': '2026-12-31 (year-month-day)',
  'DD.MM.YYYY': '31.12.2026 (day.month.year)',
  'DD.MM.YY': '31.12.26 (day.month.year)',
  'DD/MM/YYYY': '31/12/2026 (day/month/year)',
  'MM/DD/YYYY': '12/31/2026 (month/day/year)',
  'DD/MM/YY': '31/12/26 (day/month/year)',
  'MM/DD/YY': '12/31/26 (month/day/year)',
  'DD-MM-YYYY': '31-12-2026 (day-month-year)',
  'MM-DD-YYYY': '12-31-2026 (month-day-year)',
  'YYYY/MM/DD': '2026/12/31 (year/month/day)',
  'YYYY.MM.DD': '2026.12.31 (year.month.day)',
  YYYYMMDD: '20261231',
  'DD-MM-YY': '31-12-26 (day-month-year)',
  'MM-DD-YY': '12-31-26 (month-day-year)',
  'YY-MM-DD': '26-12-31 (year-month-day)',
  'YY/MM/DD': '26/12/31 (year/month/day)',
  'YY.MM.DD': '26.12.31 (year.month.day)',
  'DD MM YYYY': '31 12 2026 (day month year)',
  DDMMYYYY: '31122026 (day, month, year)',
  MMDDYYYY: '12312026 (month, day, year)',
  DDMMYY: '311226 (day, month, year)',
  MMDDYY: '123126 (month, day, year)',
  YYMMDD: '261231 (year, month, day)',
  YYYMMDD: '1151231 (year of Taiwan, month, day)',
  'DD MMM YYYY': '31 Dec 2026 (day, name of the month, year)',
  'DD MMM YY': '31 Dec 26 (day, name of the month, year)',
  'MMM DD YYYY': 'Dec 31, 2026 (name of the month, day, year)',
  'MMM DD YY': 'Dec 31, 26 (name of the month, day, year)',
  'YYYY MMM DD': '2026 Dec 31 (year, name of the month, day)',
  'DD.MM.': '31.12. (day.month. without a year)',
  'DD.MM': '31.12 (day.month without a year)',
  'DD/MM': '31/12 (day/month without a year)',
  'MM/DD': '12/31 (month/day without a year)',
  'DD-MM': '31-12 (day-month without a year)',
  'MM-DD': '12-31 (month-day without a year)',
  'DD MMM': '31 Dec (day, name of the month)',
  'MMM DD': 'Dec 31 (name of the month, day)',
  unix: '1798675200 (seconds or milliseconds since 1970)',
  'day number': '46387 (day number of a spreadsheet)',
}

export const dateFormatOptions = optionsOf(dateForms)

/** Dates without a year cannot be the second kind. */
export const otherDateOptions: Option[] = [
  { value: '', label: 'None: all dates are written alike' },
  ...dateFormatOptions.filter(({ value }) => !value.includes('D') || value.includes('YY')),
]

export const decimalOptions = optionsOf<CsvMapping['decimal']>({
  ',': 'Comma: 1.234,50',
  '.': 'Point: 1,234.50',
  both: 'Both: 1.234,50 and 1,234.50; rows with 1.234 are not read',
  'both-thousands': 'Both: 1.234,50 and 1,234.50; 1.234 is a thousand',
})

export const amountOptions = optionsOf<NonNullable<CsvMapping['amounts']>>({
  major: 'In the currency, such as 85.10',
  minor: 'In cents, such as 8510',
})

export const signOptions = optionsOf<NonNullable<CsvMapping['sign']>>({
  written: 'Money out has a minus sign',
  inverted: 'Money in has a minus sign, as on some cards',
  plus: 'Only money in has a plus sign',
  balance: 'None: the balance after each entry shows the direction',
})

export const oldestOptions = optionsOf<'' | NonNullable<CsvMapping['oldest']>>({
  '': 'Shown by a balance before it',
  credit: 'Money in',
  debit: 'Money out',
})

export const debitOptions = optionsOf<'' | NonNullable<CsvMapping['debits']>>({
  '': 'Always money out, with or without a minus sign',
  positive: 'Positive; a negative amount is money in',
  negative: 'Negative; a positive amount is money in',
})

export const creditOptions = optionsOf<NonNullable<CsvMapping['credits']>>({
  positive: 'Positive',
  negative: 'Negative',
})

export const feeOptions = optionsOf<'' | NonNullable<CsvMapping['fees']>>({
  '': 'Not known; rows with a fee are not read',
  deducted: 'Taken off in addition to the amount',
  added: 'Added to the amount with their own sign',
  included: 'Part of the amount',
  opposite: 'Opposite to the amount, also to money out',
})

/** By the names of the columns. */
export const surplusOptions = (header: readonly string[]): Option[] => [
  { value: '', label: 'Read by position' },
  { value: 'refused', label: 'Not read' },
  { value: 'decimals', label: 'The separator is the decimal comma: 85,10 is one amount' },
  ...header.map((name, at) => ({
    value: String(at),
    label: `The separator is part of ${name.trim() || `column ${at + 1}`}`,
  })),
]

export const unbookedOptions = optionsOf<'' | NonNullable<CsvMapping['unbooked']>>({
  '': 'Pending below a heading that says so',
  pending: 'Pending below such a heading, or if their text says so',
  booked: 'Booked, whatever headings and texts say',
})

/** Words beyond those that are known anyway. */
export const wordFields = [
  { kind: 'credit', column: 'side', label: 'Words for money in' },
  { kind: 'debit', column: 'side', label: 'Words for money out' },
  { kind: 'pending', column: 'status', label: 'Words for entries that are not booked yet' },
  { kind: 'leftOut', column: 'status', label: 'Words for rows that moved no money' },
  { kind: 'own', column: 'payerName', label: 'Names of the holder' },
] as const

const meanings: Record<ColumnName, string> = {
  bookingDate: 'Booking date',
  valueDate: 'Value date',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  side: 'Direction',
  currency: 'Currency',
  status: 'Status',
  description: 'Description',
  reference: 'Reference',
  counterpartyName: 'Counterparty name',
  counterpartyIban: 'Counterparty IBAN',
  bankReference: 'Bank reference',
  accountIban: 'Account IBAN or number',
  balance: 'Balance after the entry',
  fee: 'Fee',
  payerName: 'Payer name',
  payeeName: 'Payee name',
  payerIban: 'Payer IBAN',
  payeeIban: 'Payee IBAN',
  endToEndId: 'End-to-end id',
}

export const meaningOptions: Option[] = [{ value: '', label: 'Not used' }, ...optionsOf(meanings)]

const places: Record<string, string> = {
  dateFormat: 'Dates',
  otherDates: 'Other dates',
  year: 'Year',
  decimal: 'Decimal separator',
  delimiter: 'Delimiter',
  header: 'Column names',
  amounts: 'Amounts',
  sign: 'Signs of amounts',
  fees: 'Fees',
  surplus: 'Rows with too many cells',
  unbooked: 'Pending entries',
  rows: 'Rows',
  columns: 'Columns',
}

/** The name of an uncertain setting or column. */
export const placeText = (at: string): string =>
  places[at] ?? (Object.hasOwn(meanings, at) ? meanings[at as ColumnName] : at)

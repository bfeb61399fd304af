/** How to read the CSV of an account. It is guessed, shown to a person, and stored with the account once confirmed. */
import * as z from 'zod'
import { choice, currency } from '../primitives.ts'

export const delimiters = [';', ',', '\t', '|'] as const
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'macintosh',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1257',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const
/** With a year. */
const fullDateFormats = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD.MM.YY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD-MM-YY',
  'MM-DD-YY',
  'DD MM YYYY',
  'DDMMYYYY',
  'MMDDYYYY',
  'DDMMYY',
  'MMDDYY',
  'YYMMDD',
  'YYYMMDD',
  'YY-MM-DD',
  'YY/MM/DD',
  'YY.MM.DD',
  'DD MMM YYYY',
  'DD MMM YY',
  'MMM DD YYYY',
  'MMM DD YY',
  'YYYY MMM DD',
] as const
export const dateFormats = [
  ...fullDateFormats,
  'DD.MM.',
  'DD.MM',
  'DD/MM',
  'MM/DD',
  'DD-MM',
  'MM-DD',
  'DD MMM',
  'MMM DD',
  'unix',
  'day number',
] as const
/** Those that say which day it is without anything else. */
export const otherDateFormats = [...fullDateFormats, 'unix', 'day number'] as const

export const columnNames = [
  'bookingDate',
  'valueDate',
  'amount',
  'credit',
  'debit',
  'side',
  'currency',
  'status',
  'description',
  'reference',
  'counterpartyName',
  'counterpartyIban',
  'bankReference',
  'accountIban',
  'balance',
  'fee',
  'payerName',
  'payeeName',
  'payerIban',
  'payeeIban',
  'endToEndId',
] as const

/** These may be spread over several columns. */
export const joinedColumnNames = [
  'description',
  'reference',
  'counterpartyName',
  'payerName',
  'payeeName',
  'fee',
  'side',
] as const

/** Of amounts. */
export const decimals = [',', '.', 'both', 'both-thousands'] as const
export const signs = ['written', 'inverted', 'plus', 'balance'] as const
export const oldestSides = ['credit', 'debit'] as const
export const columnSigns = ['positive', 'negative'] as const
export const amountUnits = ['major', 'minor'] as const
export const feeKinds = ['deducted', 'added', 'included', 'opposite'] as const
export const surplusKinds = ['refused', 'decimals'] as const
export const unbookedKinds = ['pending', 'booked'] as const
export const wordKinds = ['credit', 'debit', 'pending', 'leftOut', 'own'] as const

const yearMin = 1980
const yearMax = 2099
const columnsMax = 500
const joinedColumnsMax = 20
const wordsMax = 200
const column = z.int({ error: 'must be the number of a column, from 0' }).min(0).max(columnsMax)
const someColumns = z.union([column, z.array(column).min(1).max(joinedColumnsMax)], {
  error: 'must be the number of a column, from 0, or a list of such numbers',
})
const words = z.array(z.string().max(200)).max(wordsMax)

/** A guess may be incomplete, for example without a currency. */
const guessedMapping = z.strictObject({
  delimiter: choice(delimiters, 'Separator between columns.'),
  encoding: choice(encodings, 'Character encoding.'),
  header: z.array(z.string().max(1_000)).max(columnsMax).nullable().meta({
    description: 'The column names in the file; null if it has no header.',
  }),
  dateFormat: choice(
    dateFormats,
    'How dates are written; as seconds or milliseconds since 1970 (unix), or as the day number of a spreadsheet.',
  ),
  year: z.int({ error: 'must be a year, such as 2026' }).min(yearMin).max(yearMax).optional().meta({
    description:
      'Year of the first entry, for dates without a year in a file that says none. It is asked for again with each file.',
  }),
  decimal: choice(
    decimals,
    'Decimal separator. If some amounts have a comma and some a point (both), each is read by its own form: the last of two separators, or one before other than three digits, is the decimal one. An amount such as 1.234 is not read then, or is a thousand (both-thousands).',
  ),
  columns: z.partialRecord(z.enum(columnNames), someColumns).meta({
    description:
      'Column numbers, from 0. Amounts are in one signed column, in one with a separate side column, or in two columns. Texts may be spread over several columns; the first of several side columns that says the side counts.',
  }),
  currency: currency.nullable().meta({ description: 'Currency of all entries, if no column has it.' }),
  amounts: choice(
    amountUnits,
    'Amounts are in the currency (major), as without this setting, or in its smallest unit, such as cents (minor).',
  ).optional(),
  sign: choice(
    signs,
    'In the amount column, money out has a minus sign (written), money in has one (inverted), or only money in has a plus sign (plus); or no amount has a sign, and the balance after each entry shows the direction (balance).',
  ).optional(),
  oldest: choice(
    oldestSides,
    'If balances show the direction: whether the oldest entry, of which no balance shows it, is money in (credit) or out (debit). It is asked for again with each file.',
  ).optional(),
  debits: choice(
    columnSigns,
    'In the debit column, money out is positive or negative; without this setting, both are money out.',
  ).optional(),
  credits: choice(
    columnSigns,
    'In the credit column, money in is positive, as without this setting, or negative.',
  ).optional(),
  fees: choice(
    feeKinds,
    'The account changes by the amount minus the fee (deducted), by the amount plus a fee with a sign (added), by the amount alone, which includes the fee (included), or by the amount made smaller by the fee, whichever way it goes (opposite). Fees of several columns are summed up.',
  ).optional(),
  continued: z
    .boolean()
    .optional()
    .meta({ description: 'Rows with neither date nor amount continue the text of the row above.' }),
  otherDates: choice(
    otherDateFormats,
    'How some dates are written, unlike the others. A date that fits both is read as the others are.',
  ).optional(),
  mixedDates: z.boolean().optional().meta({
    description:
      'Some dates are written as 2026-03-31, unlike the others. May be used together with otherDates.',
  }),
  datesCarried: z
    .boolean()
    .optional()
    .meta({ description: 'Rows without a date have the date of the row above.' }),
  blankAmounts: z.boolean().optional().meta({
    description: 'Rows with a date and no amount are left out. Without this setting, they are errors.',
  }),
  surplus: z
    .union([column, z.enum(surplusKinds)], {
      error: 'must be the number of a column, from 0, refused or decimals',
    })
    .optional()
    .meta({
      description:
        'Rows with more cells than columns: their surplus cells belong to the text in this column, which contains the separator; or such rows are refused; or the separator is the decimal comma, and splits amounts (decimals). Without this setting, they are read by their place.',
    }),
  width: z.int({ error: 'must be a number of columns' }).min(2).max(columnsMax).optional().meta({
    description:
      'Number of columns of a table without column names: rows with more cells are read as the surplus setting says.',
  }),
  unbooked: choice(
    unbookedKinds,
    'Entries below a line such as "Pending transactions", those whose text says that they are not booked yet, and those without a booking date next to another date are pending or booked. Without this setting, only those below such a line are pending.',
  ).optional(),
  words: z.partialRecord(z.enum(wordKinds), words).optional().meta({
    description:
      'Words in the side and status columns beyond the usual ones, in any case. An empty word is an empty cell. Those of own are the names of the holder in the columns of payers and payees.',
  }),
})

const isJoined = (name: string): boolean => (joinedColumnNames as readonly string[]).includes(name)

export const csvMapping = guessedMapping
  .refine(
    ({ columns }) => Object.entries(columns).every(([name, at]) => typeof at === 'number' || isJoined(name)),
    `only ${joinedColumnNames.join(', ')} may have several columns`,
  )
  .refine(({ columns }) => columns.bookingDate !== undefined, 'columns must have bookingDate')
  .refine(
    ({ columns: { amount, credit, debit } }) =>
      amount !== undefined || (credit !== undefined && debit !== undefined),
    'columns must have amount, or credit and debit',
  )
  .refine(
    ({ columns, sign }) =>
      sign !== 'balance' || (columns.amount !== undefined && columns.balance !== undefined),
    'columns must have amount and balance, as balances show the direction',
  )
  .refine(
    ({ columns, currency: given }) => columns.currency !== undefined || given !== null,
    'must have the currency, in a column or for all entries',
  )

export type CsvMapping = z.infer<typeof csvMapping>

/** An entry as the mapping reads it, for a person to check. */
const previewEntry = z.object({
  bookingDate: z.string().nullable(),
  amount: z.string().meta({ description: 'With a minus sign for money out.' }),
  currency: z.string(),
  status: choice(['booked', 'pending'], 'Whether it is booked.'),
  counterpartyName: z.string().nullable(),
  counterpartyIban: z.string().nullable(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
})

export type PreviewEntry = z.infer<typeof previewEntry>

/** The mapping for a CSV: stored with the account, given, or guessed and not yet confirmed. */
export const csvProposal = z.object({
  origin: choice(['kept', 'given', 'guessed'], 'Where the mapping comes from.'),
  preset: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The bank, if its layout is recognised.', examples: ['N26'] }),
  mapping: guessedMapping,
  rows: z.array(z.array(z.string())).meta({ description: 'The first rows, split into columns.' }),
  entries: z
    .array(previewEntry)
    .optional()
    .meta({ description: 'The first entries, as the mapping reads them.' }),
  uncertain: z
    .array(z.object({ at: z.string(), reason: z.string() }))
    .meta({ description: 'What is ambiguous or missing.' }),
})

export type CsvProposal = z.infer<typeof csvProposal>

/** How the CSV of one account is read. It is guessed, shown, and kept with the account; nothing of it is assumed. */
import { z } from 'zod'
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
] as const
export const dateFormats = [
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
] as const

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
] as const

const columnsMax = 500
const column = z.int({ error: 'must be the number of a column, from 0' }).min(0).max(columnsMax)

/** A guess may lack what makes it whole, such as the currency. */
const guessedMapping = z.strictObject({
  delimiter: choice(delimiters, 'What stands between two columns.'),
  encoding: choice(encodings, 'How letters are written as bytes.'),
  header: z.array(z.string().max(1_000)).max(columnsMax).nullable().meta({
    description: 'The names of the columns as the file has them; null where it begins with entries.',
  }),
  dateFormat: choice(dateFormats, 'How dates are written.'),
  decimal: choice([',', '.'], 'What stands before the decimals.'),
  columns: z.partialRecord(z.enum(columnNames), column).meta({
    description:
      'Which column has what, from 0. Amounts are in one signed column, in one with a side beside it, or in two.',
  }),
  currency: currency.nullable().meta({ description: 'Where no column has it.' }),
})

export const csvMapping = guessedMapping
  .refine(({ columns }) => columns.bookingDate !== undefined, 'columns must have bookingDate')
  .refine(
    ({ columns: { amount, credit, debit } }) =>
      amount !== undefined || (credit !== undefined && debit !== undefined),
    'columns must have amount, or credit and debit',
  )
  .refine(
    ({ columns, currency: given }) => columns.currency !== undefined || given !== null,
    'must have the currency, in a column or for all entries',
  )

export type CsvMapping = z.infer<typeof csvMapping>

/** What was made of a CSV: kept with the account, given, or guessed and still to be confirmed. */
export const csvProposal = z.object({
  origin: choice(['kept', 'given', 'guessed'], 'Where the mapping comes from.'),
  mapping: guessedMapping,
  rows: z.array(z.array(z.string())).meta({ description: 'The first rows, as the delimiter parts them.' }),
  uncertain: z
    .array(z.object({ at: z.string(), reason: z.string() }))
    .meta({ description: 'What could as well be otherwise, or is missing.' }),
})

export type CsvProposal = z.infer<typeof csvProposal>

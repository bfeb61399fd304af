/** How to read the CSV of an account. It is guessed, shown to a person, and stored with the account once confirmed. */
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

/** A guess may be incomplete, for example without a currency. */
const guessedMapping = z.strictObject({
  delimiter: choice(delimiters, 'Separator between columns.'),
  encoding: choice(encodings, 'Character encoding.'),
  header: z.array(z.string().max(1_000)).max(columnsMax).nullable().meta({
    description: 'The column names in the file; null if it has no header.',
  }),
  dateFormat: choice(dateFormats, 'How dates are written.'),
  decimal: choice([',', '.'], 'Decimal separator.'),
  columns: z.partialRecord(z.enum(columnNames), column).meta({
    description:
      'Column numbers, from 0. Amounts are in one signed column, in one with a separate side column, or in two columns.',
  }),
  currency: currency.nullable().meta({ description: 'Currency of all entries, if no column has it.' }),
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

/** The mapping for a CSV: stored with the account, given, or guessed and not yet confirmed. */
export const csvProposal = z.object({
  origin: choice(['kept', 'given', 'guessed'], 'Where the mapping comes from.'),
  mapping: guessedMapping,
  rows: z.array(z.array(z.string())).meta({ description: 'The first rows, split into columns.' }),
  uncertain: z
    .array(z.object({ at: z.string(), reason: z.string() }))
    .meta({ description: 'What is ambiguous or missing.' }),
})

export type CsvProposal = z.infer<typeof csvProposal>

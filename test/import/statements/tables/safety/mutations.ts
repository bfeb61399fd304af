/** Changes to a table of a bank: another column next to its own, or a name that nobody knows. */
import { guessCsv } from '../../../../../src/import/statements/csv/csvGuess.ts'
import type { CsvLayout } from '../../../../../src/import/statements/csv/csvLayout.ts'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { rowsIn } from '../../../../../src/import/statements/csv/guess/tableShape.ts'
import type { BankTable } from '../bankTable.ts'

export interface SplitTable {
  bank: string
  currency: string | undefined
  mapping: CsvLayout
  delimiter: string
  above: string[][]
  header: string[]
  body: string[][]
}

/** Null without column names, or if they are not in one row. */
export function splitTable({ bank, text, currency }: BankTable): SplitTable | null {
  const guess = guessCsv(text, { ...unknownOwner, currency: currency ?? null }, [])
  if (!guess?.mapping.header) return null
  const { mapping } = guess
  const { delimiter, header } = mapping
  const rows = rowsIn(text, delimiter).map(({ cells }) => [...cells])
  const at = rows.findIndex(
    row => row.length === header?.length && row.every((cell, index) => cell === header?.[index]),
  )
  if (at === -1) return null
  const [above, body] = [rows.slice(0, at), rows.slice(at + 1)]
  return { bank, currency, mapping, delimiter, above, header: [...(header ?? [])], body }
}

export function joinTable({ delimiter, above, header, body }: SplitTable): string {
  const isQuoted = (cell: string) => cell.includes(delimiter) || /["\n\r]/.test(cell)
  const written = (cell: string) => (isQuoted(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [...above, header, ...body].map(row => `${row.map(written).join(delimiter)}\n`).join('')
}

/** Another column behind the others. Rows that are shorter than the names stay as they are. */
export function withColumn(table: SplitTable, name: string, cellOf: (row: number) => string): SplitTable {
  const width = table.header.length
  const body = table.body.map((row, index) => (row.length < width ? row : [...row, cellOf(index)]))
  return { ...table, header: [...table.header, name], body }
}

export const withName = (table: SplitTable, at: number, name: string): SplitTable => ({
  ...table,
  header: table.header.map((each, index) => (index === at ? name : each)),
})

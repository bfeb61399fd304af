/** The tables of many banks are read as the rows that they mean, and a person is asked only where nothing proves it. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import type { Entry } from '../../../../src/import/statements/statement.ts'
import { readWith } from '../reading.ts'
import { germanTables } from './german.ts'

const written = (entry: Entry): string => {
  const { bookingDate, side, amount, currency, counterpartyName, counterpartyIban, description, reference } = entry
  const money = `${bookingDate ?? entry.status} ${side === 'debit' ? '-' : '+'}${amount} ${currency}`
  return [money, counterpartyName, counterpartyIban, description, reference].map(each => each ?? '').join(' | ')
}

const all = { german: germanTables }

describe.each(Object.entries(all))('%s tables', (_, tables) => {
  test.each(tables.map(table => [table.bank, table] as const))('%s', async (_bank, table) => {
    const guess = guessCsv(table.text, { ...unknownOwner, currency: table.currency ?? null })
    expect(guess).not.toBeNull()
    const mapping = guess?.mapping
    if (!mapping) return
    const { entries, errors } = await readWith(csvReader(mapping), table.text)
    expect(entries.map(written)).toEqual(table.rows)
    expect(errors).toEqual([])
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(table.asks ?? [])
  })
})

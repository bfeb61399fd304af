/** The tables of many banks are read as the rows that they mean, and a person is asked only where nothing proves it. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { type CsvGuess, unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { presets } from '../../../../src/import/statements/csv/presets/presets.ts'
import type { Entry } from '../../../../src/import/statements/statement.ts'
import { readWith } from '../reading.ts'
import { allTables as all } from './allTables.ts'

function written(entry: Entry): string {
  const { bookingDate, status, side, amount, currency } = entry
  const money = `${bookingDate ?? status} ${side === 'debit' ? '-' : '+'}${amount} ${currency}`
  const { counterpartyName, counterpartyIban, description, reference } = entry
  return [money, counterpartyName, counterpartyIban, description, reference]
    .map(each => each ?? '')
    .join(' | ')
}

async function readAs(guess: CsvGuess | null, text: string) {
  if (guess === null) return null
  const { entries, errors } = await readWith(csvReader(guess.mapping), text)
  return { rows: entries.map(written), errors, asks: guess.uncertain.map(({ at }) => at) }
}

const ownerOf = (currency: string | undefined) => ({ ...unknownOwner, currency: currency ?? null })
const byBank = all.map(table => [table.bank, table] as const)

describe('a table of an unknown bank is read by its column names and what proves them, and not taken for one of a known bank:', () => {
  test.each(byBank)('%s', async (_, { text, currency, rows, asks = [], preset }) => {
    // A table of a known bank is read as if the bank were unknown.
    const guess = guessCsv(text, ownerOf(currency), preset ? [] : presets)
    expect(guess?.preset).toBeNull()
    expect(await readAs(guess, text)).toEqual({ rows, errors: [], asks })
  })
})

describe('a table of a known bank is recognised, and less is asked:', () => {
  test.each(byBank.filter(([, { preset }]) => preset))('%s', async (_, { text, currency, rows, preset }) => {
    const guess = guessCsv(text, ownerOf(currency))
    expect(guess?.preset).toBe(preset?.name)
    expect(await readAs(guess, text)).toEqual({
      rows: preset?.rows ?? rows,
      errors: [],
      asks: preset?.asks ?? [],
    })
  })
})

test('every layout of a known bank has a table here', () => {
  const tested = new Set(all.map(({ preset }) => preset?.name))
  expect(presets.filter(({ name }) => !tested.has(name)).map(({ id }) => id)).toEqual([])
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length)
})

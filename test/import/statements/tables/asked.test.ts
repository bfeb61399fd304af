/** What a table leaves open is asked, and never decided silently. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'

const owner = { ...unknownOwner, currency: 'EUR' }

async function read(text: string) {
  const guess = guessCsv(text, owner)
  if (guess === null) throw new Error('The table is not recognised.')
  const { entries } = await readWith(csvReader(guess.mapping), text)
  return { guess, entries, asks: guess.uncertain.map(({ at }) => at) }
}

describe('rows', () => {
  test('that may be balances in a language we do not know are asked about', async () => {
    const { asks } = await read(`Date,Description,Amount
2026-03-01,Ulangosaldo,100.00
2026-03-27,Direct deposit,2310.00
2026-03-31,Card payment,-85.10
2026-03-31,Umaliziosaldo,2324.90
`)
    expect(asks).toContain('rows')
  })
})

test('a word for the state that is not known is asked about', async () => {
  const { asks } = await read(`Date,Description,Amount,Status
2026-03-27,Direct deposit,2310.00,Completed
2026-03-31,Card payment,-85.10,Parked
`)
  expect(asks).toContain('status')
})

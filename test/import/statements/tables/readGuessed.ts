/** A table as it is read once a person has said yes to the guess. */
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import type { CsvLayout } from '../../../../src/import/statements/csv/csvLayout.ts'
import { type KnownOwner, unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import type { Entry } from '../../../../src/import/statements/statement.ts'
import { readWith } from '../reading.ts'

export const euroOwner: KnownOwner = { ...unknownOwner, currency: 'EUR' }

export async function readGuessed(
  text: string,
  owner: KnownOwner = euroOwner,
  change: Partial<CsvLayout> = {},
) {
  const guess = guessCsv(text, owner)
  if (guess === null) throw new Error('The table is not recognised.')
  const mapping: CsvLayout = { ...guess.mapping, ...change }
  const { entries, errors, notes } = await readWith(csvReader(mapping), text)
  return {
    mapping,
    entries,
    errors,
    notes,
    money: entries.map(moneyOf),
    asks: guess.uncertain.map(({ at }) => at),
    reasons: guess.uncertain.map(({ reason }) => reason),
  }
}

export const moneyOf = ({ bookingDate, status, side, amount }: Entry): string =>
  `${bookingDate ?? status} ${side === 'debit' ? '-' : '+'}${amount}`

/** Where the questions are that cover a difference in an amount. */
export const aboutMoney = [
  'sign',
  'amount',
  'credit',
  'debit',
  'side',
  'decimal',
  'fees',
  'rows',
  'header',
  'balance',
]

/** A table with a single entry proves less, so more is asked; but it is never read otherwise without a question. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import type { Entry } from '../../../../src/import/statements/statement.ts'
import { readWith } from '../reading.ts'
import { allTables } from './allTables.ts'

const aboutDates = ['dateFormat', 'bookingDate', 'year', 'rows', 'header', 'unbooked', 'status']
const aboutMoney =
  'sign amount credit debit side decimal fees rows header balance amounts surplus currency'.split(' ')

const dayOf = ({ bookingDate, status }: Entry): string => bookingDate ?? status
const moneyOf = ({ side, amount, currency }: Entry): string => `${side} ${amount} ${currency}`

async function read(text: string, currency: string | undefined) {
  const guess = guessCsv(text, { ...unknownOwner, currency: currency ?? null })
  if (guess === null) return null
  const { entries, errors } = await readWith(csvReader(guess.mapping), text)
  return { entries, errors, asks: guess.uncertain.map(({ at }) => at) }
}

/** The text without the lines of other entries; null if an entry has several lines. */
function onlyWith(text: string, kept: number, all: ReadonlySet<number>): string | null {
  const lines = text.split('\n')
  const isOther = (index: number) => all.has(index + 1) && index + 1 !== kept
  const isBroken = lines.some((line, index) => isOther(index) && line.split('"').length % 2 === 0)
  return isBroken ? null : lines.filter((_, index) => !isOther(index)).join('\n')
}

describe('each entry alone is read as in its table, or what differs is asked about:', () => {
  test.each(allTables.map(table => [table.bank, table] as const))('%s', async (_, { text, currency }) => {
    const whole = await read(text, currency)
    const lines = new Set(whole?.entries.map(({ line }) => line))
    for (const line of lines) {
      const few = onlyWith(text, line, lines)
      const found = few === null ? null : await read(few, currency)
      if (found === null || found.errors.length > 0) continue
      const expected = whole?.entries.filter(entry => entry.line === line) ?? []
      const isAsked = (about: readonly string[]) => about.some(at => found.asks.includes(at as never))
      if (!isAsked(aboutDates)) expect(found.entries.map(dayOf)).toEqual(expected.map(dayOf))
      if (!isAsked(aboutMoney)) expect(found.entries.map(moneyOf)).toEqual(expected.map(moneyOf))
    }
  })
})

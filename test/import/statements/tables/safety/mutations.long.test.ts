/** Tables of banks with a column more or a name that nobody knows are read as before, or a person is asked. */
import { expect, test } from 'vitest'
import { csvReader } from '../../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../../src/import/statements/csv/csvGuess.ts'
import { columnsAt } from '../../../../../src/import/statements/csv/csvLayout.ts'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import type { Entry } from '../../../../../src/import/statements/statement.ts'
import { readWith } from '../../reading.ts'
import { allTables } from '../allTables.ts'
import { aboutMoney, moneyOf } from '../readGuessed.ts'
import { joinTable, type SplitTable, splitTable, withColumn, withName } from './mutations.ts'

const tables = allTables.flatMap(table => splitTable(table) ?? [])
/** With a cell below each name, so that another column has one for each entry. */
const even = tables.filter(({ header, body }) => body.every(row => row.length === header.length))

const readings = new Map<SplitTable, Promise<string | undefined>>()

/** Several tests compare with a table as it was before. */
function moneyUnchanged(table: SplitTable): Promise<string | undefined> {
  const money = readings.get(table) ?? moneyIn(guessOf(table))
  readings.set(table, money)
  return money
}

interface Guessed {
  asks: string[]
  /** Reads the table as it was guessed. */
  entries(): Promise<Entry[]>
}

function guessOf(table: SplitTable): Guessed | null {
  const text = joinTable(table)
  const guess = guessCsv(text, { ...unknownOwner, currency: table.currency ?? null }, [])
  if (guess === null) return null
  const mapping = { ...guess.mapping }
  if (mapping.currency === null && mapping.columns.currency === undefined) mapping.currency = 'EUR'
  return {
    asks: guess.uncertain.map(({ at }) => at),
    entries: async () => (await readWith(csvReader(mapping), text)).entries,
  }
}

async function moneyIn(guess: Guessed | null): Promise<string | undefined> {
  const entries = await guess?.entries()
  return entries?.map(entry => `${moneyOf(entry)} ${entry.status}`).join('\n')
}

/** The questions at which a person sees that something may be read wrongly. */
const aboutDates = ['bookingDate', 'dateFormat', 'year', 'unbooked']
const aboutTexts = ['reference', 'description', 'counterpartyName', 'status', 'header', 'rows']

test('there are tables to change', () => {
  expect(tables.length).toBeGreaterThan(250)
  expect(even.length).toBeGreaterThan(150)
})

test('another text is read, or a person is asked', async () => {
  const lost: string[] = []
  for (const table of even) {
    const guess = guessOf(withColumn(table, 'Qwrtz', row => `Wort Zusatz${row}`))
    if (guess?.asks.some(at => aboutTexts.includes(at))) continue
    const entries = await guess?.entries()
    const isRead = entries?.every(({ reference, description }) =>
      `${reference} ${description}`.includes('Zusatz'),
    )
    if (!isRead) lost.push(table.bank)
  }
  expect(lost).toEqual([])
}, 120_000)

test.each([
  ['letters and digits', (row: number) => `RF${1234 + row * 7}X`],
  ['digits that look like dates', (row: number) => `${20260301 + row * 7}`],
])(
  'a number that is not read is asked about: %s',
  (_, cellOf) => {
    const lost: string[] = []
    for (const table of even) {
      const guess = guessOf(withColumn(table, 'Qwrtz', cellOf))
      if (!guess?.asks.some(at => [...aboutTexts, ...aboutDates].includes(at))) lost.push(table.bank)
    }
    expect(lost).toEqual([])
  },
  120_000,
)

test('a date long before the entries changes nothing without a question', async () => {
  const wrong: string[] = []
  // Entries without a year take it from a full date in their row, and a heading with a date is none.
  const isHeading = ([first = '', ...rest]: string[]) => first !== '' && rest.every(cell => cell === '')
  const full = even.filter(({ mapping, body }) => mapping.dateFormat.includes('YY') && !body.some(isHeading))
  for (const table of full) {
    const guess = guessOf(withColumn(table, 'Qwrtz', row => `2019-0${1 + (row % 9)}-1${row % 9}`))
    if (guess?.asks.some(at => [...aboutMoney, ...aboutDates].includes(at))) continue
    if ((await moneyIn(guess)) !== (await moneyUnchanged(table))) wrong.push(table.bank)
  }
  expect(wrong).toEqual([])
}, 120_000)

/** The amounts after fees that the balances prove are right, even if those before fees were expected. */
const notAsked = new Set(['PayPal', 'PayPal Germany'])

test('money and dates change only with a question, whatever the name of a column is', async () => {
  const wrong: string[] = []
  for (const table of tables) {
    const names = ['amount', 'credit', 'debit', 'fee', 'side', 'balance', 'bookingDate', 'status'] as const
    const places = names.flatMap(name => columnsAt(table.mapping, name))
    for (const at of places) {
      const guess = guessOf(withName(table, at, 'Qwrtz'))
      if (guess === null || guess.asks.some(each => [...aboutMoney, ...aboutDates, 'status'].includes(each)))
        continue
      const isSame = (await moneyIn(guess)) === (await moneyUnchanged(table))
      if (!isSame) wrong.push(`${table.bank}: ${table.header[at]}`)
    }
  }
  expect(wrong.filter(each => !notAsked.has(each.split(': ')[0] ?? ''))).toEqual([])
}, 240_000)

/** Texts and value dates of a table are not lost or swapped without a question, whatever the names of its columns are. */
import { expect, test } from 'vitest'
import { sideOf } from '../../../../../src/import/statements/csv/cells/csvWords.ts'
import { csvReader } from '../../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../../src/import/statements/csv/csvGuess.ts'
import { columnsAt } from '../../../../../src/import/statements/csv/csvLayout.ts'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { presets } from '../../../../../src/import/statements/csv/presets/presets.ts'
import type { Entry } from '../../../../../src/import/statements/statement.ts'
import { readWith } from '../../reading.ts'
import { allTables } from '../allTables.ts'
import { moneyOf } from '../readGuessed.ts'
import { joinTable, type SplitTable, splitTable, withColumn, withName } from './mutations.ts'

const tables = allTables.flatMap(table => splitTable(table) ?? [])

async function readAs(table: SplitTable, layouts: typeof presets = []) {
  const text = joinTable(table)
  const guess = guessCsv(text, { ...unknownOwner, currency: table.currency ?? null }, layouts)
  if (guess === null) return null
  const mapping = { ...guess.mapping }
  if (mapping.currency === null && mapping.columns.currency === undefined) mapping.currency = 'EUR'
  const { entries } = await readWith(csvReader(mapping), text)
  return { entries, asks: guess.uncertain.map(({ at }) => at as string), preset: guess.preset }
}

const aboutTexts =
  'reference description counterpartyName counterpartyIban accountIban payerName payeeName status header rows'.split(
    ' ',
  )
const aboutDates = ['bookingDate', 'valueDate', 'dateFormat', 'year', 'unbooked', 'rows', 'header']

/** What an entry says about the other party, and all its other words in any order. */
function saidBy({ counterpartyName, counterpartyIban, description, reference }: Entry): string {
  const words = `${description ?? ''} ${reference ?? ''}`.split(/\s+/).filter(Boolean)
  return [counterpartyName, counterpartyIban, [...new Set(words)].sort().join(' ')].join(' | ')
}

/** Numbers that count the rows, letters of one kind, and a day long after the entry are not asked about. */
const notAsked = new Set([
  'Landsbankinn: Tilvísun',
  'Max, a card in Hebrew: תאריך חיוב (value date)',
  'a card of Fineco, with its way of repayment: Tipo spesa',
])

const textNames = [
  'description',
  'reference',
  'counterpartyName',
  'counterpartyIban',
  'payerName',
  'payeeName',
  'payerIban',
  'payeeIban',
  'bankReference',
  'valueDate',
] as const

test('below a name that nobody knows, texts and value dates are read as before, or asked about', async () => {
  const lost: string[] = []
  for (const table of tables) {
    const before = await readAs(table)
    for (const at of textNames.flatMap(name => columnsAt(table.mapping, name))) {
      const read = await readAs(withName(table, at, 'Qwrtz'))
      if (read === null) continue
      const isAsked = (about: readonly string[]) => read.asks.some(each => about.includes(each))
      const same = (of: (entry: Entry) => unknown) =>
        JSON.stringify(read.entries.map(of)) === JSON.stringify(before?.entries.map(of))
      const isOnlySide = table.body.every(row => !row[at] || sideOf(row[at] ?? '', undefined) !== null)
      if (!same(saidBy) && !isAsked(aboutTexts) && !isOnlySide)
        lost.push(`${table.bank}: ${table.header[at]}`)
      if (!same(({ valueDate }) => valueDate) && !isAsked(aboutDates))
        lost.push(`${table.bank}: ${table.header[at]} (value date)`)
    }
  }
  expect(lost.filter(each => !notAsked.has(each))).toEqual([])
}, 240_000)

test('a table of a known bank with a column more, or another name, is recognised or leads to a guess', async () => {
  const wrong: string[] = []
  for (const table of tables) {
    const before = await readAs(table, presets)
    if (before?.preset === null) continue
    const others = [
      withColumn(table, 'Qwrtz', row => `Wort ${row}`),
      ...table.header.map((_, at) => withName(table, at, 'Qwrtz')),
    ]
    for (const [index, other] of others.entries()) {
      const read = await readAs(other, presets)
      const name = index === 0 ? 'another column' : (table.header[index - 1] ?? '')
      // The balances prove that the amounts after fees are those of the account.
      if (table.bank.startsWith('PayPal') && /^(?:Gross|Brutto)$/.test(name)) continue
      const money = (entries: readonly Entry[]) => JSON.stringify(entries.map(moneyOf))
      if (read === null) wrong.push(`${table.bank}: ${name} is refused`)
      else if (money(read.entries) !== money(before?.entries ?? []) && read.asks.length === 0)
        wrong.push(`${table.bank}: ${name} is read otherwise`)
    }
  }
  expect(wrong).toEqual([])
}, 240_000)

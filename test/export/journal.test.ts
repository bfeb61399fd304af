/** Journals: which balances are asserted, how accounts are named, and that a text cannot write a line of its own. */
import { describe, expect, test } from 'vitest'
import { checkpointsOf } from '../../src/export/journal/checkpoints.ts'
import { accountNames, partOf } from '../../src/export/journal/names.ts'
import { beancountText, hledgerText, plainId } from '../../src/export/journal/texts.ts'

const march = { from: '2026-03-01', to: '2026-03-31', opening: '100.00', closing: '90.00' }
const april = { from: '2026-04-01', to: '2026-04-30', opening: '90.00', closing: '95.00' }
const sums = [
  { day: '2026-03-02', net: '-10.00' },
  { day: '2026-04-07', net: '5.00' },
]

const kinds = (balances: Parameters<typeof checkpointsOf>[0]) =>
  checkpointsOf(balances).map(({ day, kind, balance, amount }) => `${day} ${kind} ${balance} ${amount}`)

describe('the balances of an account', () => {
  test('are an opening and an assertion at the end of each statement', () => {
    expect(kinds({ sums, statements: [march, april], reported: null })).toEqual([
      '2026-02-28 opening 100.00 100.00',
      '2026-03-31 assertion 90.00 0',
      '2026-04-30 assertion 95.00 0',
    ])
  })

  test('begin before older transactions, and are asserted where they were known first', () => {
    const older = [{ day: '2026-01-05', net: '30.00' }, ...sums]
    expect(kinds({ sums: older, statements: [march], reported: null })).toEqual([
      '2026-01-04 opening 70.00 70.00',
      '2026-02-28 assertion 100.00 0',
      '2026-03-31 assertion 90.00 0',
    ])
  })

  test('get an adjustment where a statement is missing, and are right again after it', () => {
    const may = { from: '2026-05-01', to: '2026-05-31', opening: '50.00', closing: '50.00' }
    expect(kinds({ sums, statements: [march, may], reported: null })).toEqual([
      '2026-02-28 opening 100.00 100.00',
      '2026-03-31 assertion 90.00 0',
      '2026-04-30 adjustment 50.00 -45.00',
      '2026-05-31 assertion 50.00 0',
    ])
  })

  test('are a remark where the bank dated an entry outside of its statement', () => {
    const late = [
      { day: '2026-03-02', net: '-4.00' },
      { day: '2026-04-01', net: '-6.00' },
      { day: '2026-04-07', net: '5.00' },
    ]
    expect(kinds({ sums: late, statements: [march, april], reported: null })).toEqual([
      '2026-02-28 opening 100.00 100.00',
      '2026-03-31 remark 90.00 -6.00',
      '2026-04-30 assertion 95.00 0',
    ])
  })

  test('of several statements on one day are right if one of them is', () => {
    const morning = { from: '2026-03-02', to: '2026-03-02', opening: '100.00', closing: '97.00' }
    const evening = { from: '2026-03-02', to: '2026-03-02', opening: '97.00', closing: '90.00' }
    const found = kinds({ sums, statements: [evening, morning], reported: null })
    expect(found.at(-1)).toBe('2026-03-02 assertion 90.00 0')
    expect(found.join()).not.toMatch(/adjustment|remark/)
  })

  test('without statements follow from the balance that was reported', () => {
    expect(kinds({ sums, statements: [], reported: { day: '2026-03-15', balance: '1.5' } })).toEqual([
      '2026-03-01 opening 6.50 6.50',
      '2026-04-07 assertion 1.5 0',
    ])
    expect(kinds({ sums, statements: [], reported: null })).toEqual([])
  })

  test('are exact beyond what a float can hold', () => {
    const large = {
      from: '2026-03-01',
      to: '2026-03-31',
      opening: '9007199254740993.01',
      closing: '9007199254740993.02',
    }
    expect(
      kinds({ sums: [{ day: '2026-03-05', net: '0.01' }], statements: [large], reported: null }),
    ).toEqual([
      '2026-02-28 opening 9007199254740993.01 9007199254740993.01',
      '2026-03-31 assertion 9007199254740993.02 0',
    ])
  })
})

describe('the name of an account', () => {
  const giro = { companyId: 'c1', companyName: 'Süd & Söhne', name: 'Giro', isCredit: false }

  test('is unique, also among companies with the same name', () => {
    const names = accountNames([
      { ...giro, id: '1' },
      { ...giro, id: '2', name: 'giro ' },
      { ...giro, id: '3', companyId: 'c2', companyName: 'süd/söhne' },
      { ...giro, id: '4', isCredit: true },
    ])
    expect([...names.values()]).toEqual([
      'Assets:Süd-Söhne:Giro',
      'Assets:Süd-Söhne:Giro-2',
      'Assets:Süd-söhne-2:Giro',
      'Liabilities:Süd-Söhne:Giro',
    ])
  })

  test.each([
    ['', 'Account'],
    ['  ; x:y\n2026-01-01 open', 'X-y-2026-01-01-open'],
    ['Ω', 'Ω'],
    ['²', 'Account'],
    ['a'.repeat(300), `A${'a'.repeat(59)}`],
  ])('of %j is %j', (text, part) => {
    expect(partOf(text, 'Account')).toBe(part)
  })
})

test('a text stays a text on one line', () => {
  const hostile = 'a;b|c\n2026-01-01 * injected\r\n  assets:x  1 EUR\u2028y\u0000z\\ "q"'
  expect(hledgerText(hostile)).toBe('a,b/c 2026-01-01 * injected assets:x 1 EUR y z\\ "q"')
  expect(beancountText(hostile)).toBe('"a;b|c 2026-01-01 * injected assets:x 1 EUR y z\\\\ \\"q\\""')
  expect(['* x', '! x', '(x) y'].map(hledgerText)).toEqual(['- * x', '- ! x', '- (x) y'])
  expect(plainId('txn, date:2020-01-01 [2020-01-01]\n')).toBe('txn__date_2020-01-01__2020-01-01__')
})

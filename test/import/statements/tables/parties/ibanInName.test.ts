/** An account in the column of the names is an account, and not the name of the other party. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const partiesOf = async (names: readonly string[]) => {
  const days = names.map((name, at) => `2026-03-${String(10 + at)};${name};-85.10;EUR`)
  const { entries } = await readGuessed(`Date;Counterparty name;Amount;Currency\n${days.join('\n')}\n`)
  return entries.map(({ counterpartyName, counterpartyIban }) => [counterpartyName, counterpartyIban])
}

describe('an account in the column of names', () => {
  test('is read as the account, alone or before the name', async () => {
    expect(
      await partiesOf([
        'BOOK SHOP',
        'BE71 0961 2345 6769',
        'BE71096123456769 RIVER PAPER',
        'PAPER LTD',
        '61 1090 1014 0000 0712 1981 2874 JAN PAPIER',
      ]),
    ).toEqual([
      ['BOOK SHOP', null],
      [null, 'BE71096123456769'],
      ['RIVER PAPER', 'BE71096123456769'],
      ['PAPER LTD', null],
      ['JAN PAPIER', 'PL61109010140000071219812874'],
    ])
  })

  test('stays a name if it is no valid account', async () => {
    expect(await partiesOf(['BOOK SHOP', 'BE72096123456769 RIVER', 'AB12 CAFE', '10 1234 STREET'])).toEqual([
      ['BOOK SHOP', null],
      ['BE72096123456769 RIVER', null],
      ['AB12 CAFE', null],
      ['10 1234 STREET', null],
    ])
  })
})

test('the account itself is no other party there either', async () => {
  const { entries } = await readGuessed(`IBAN account;Date;Counterparty name;Amount;Currency
BE68539007547034;2026-03-10;BOOK SHOP;-85.10;EUR
BE68539007547034;2026-03-11;BE68539007547034 RIVER PAPER;-12.00;EUR
BE68539007547034;2026-03-12;PAPER LTD;2310.00;EUR
`)
  expect(entries[1]).toMatchObject({ counterpartyName: 'RIVER PAPER', counterpartyIban: null })
})

/** An account to which several parties paid is more likely our own than theirs, and a person is asked. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const own = 'NL91ABNA0417164300'
const shop = 'DE89370400440532013000'
const mill = 'FR1420041010050500013M02606'

const table = (rows: readonly [payer: string, payee: string, account: string, amount: string][]) =>
  `Booking date;Payer;Payee;Account number;Amount EUR
${rows.map(([payer, payee, account, amount], at) => `${27 + at}.03.2026;${payer};${payee};${account};${amount}`).join('\n')}
`

const asksOf = async (text: string) => (await readGuessed(text)).asks

describe('one account next to different names', () => {
  test('in all rows of money in is asked about', async () => {
    const asks = await asksOf(
      table([
        ['Ada Book', 'Paper Club', own, '50,00'],
        ['Ben Ink', 'Paper Club', own, '50,00'],
        ['Paper Club', 'Book Shop', shop, '-85,10'],
      ]),
    )
    expect(asks).toContain('counterpartyIban')
  })

  test('in all rows of money out is asked about', async () => {
    const text = `Booking date;Counterparty;Account number;Amount;Currency
27.03.2026;Ada Book;${own};-50,00;EUR
28.03.2026;Ben Ink;${own};-50,00;EUR
29.03.2026;Paper Mill;${mill};85,10;EUR
`
    expect(await asksOf(text)).toContain('counterpartyIban')
  })

  test('is not asked about if other rows of that side have another account', async () => {
    const asks = await asksOf(
      table([
        ['Ada Book', 'Paper Club', mill, '50,00'],
        ['Ben Ink', 'Paper Club', shop, '50,00'],
        ['Paper Club', 'Book Shop', shop, '-85,10'],
      ]),
    )
    expect(asks).not.toContain('counterpartyIban')
  })

  test('is not asked about if the name is the same, as one party may pay often', async () => {
    const asks = await asksOf(
      table([
        ['Ada Book', 'Paper Club', mill, '50,00'],
        ['ADA  BOOK', 'Paper Club', mill, '50,00'],
        ['Paper Club', 'Book Shop', shop, '-85,10'],
      ]),
    )
    expect(asks).not.toContain('counterpartyIban')
  })

  test('is not asked about with a single row of that side', async () => {
    const asks = await asksOf(
      table([
        ['Ada Book', 'Paper Club', mill, '50,00'],
        ['Paper Club', 'Book Shop', shop, '-85,10'],
      ]),
    )
    expect(asks).not.toContain('counterpartyIban')
  })
})

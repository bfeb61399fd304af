/** A table with payees and without payers: whose name is it where money came in? */
import { describe, expect, test } from 'vitest'
import { unknownOwner } from '../../../../../src/import/statements/csv/guess/guess.ts'
import { readGuessed } from '../readGuessed.ts'

const table = (
  name: string,
  ins: readonly [string, string],
  out = 'Book Shop',
) => `Date;${name};Description;Amount;Currency
30.03.2026;${out};Card payment;-85,10;EUR
27.03.2026;${ins[0]};Salary;2310,00;EUR
26.03.2026;${ins[1]};Refund;20,00;EUR
`
const asksOf = async (text: string, names: string[] = []) =>
  (await readGuessed(text, { ...unknownOwner, names })).asks

describe('the payee of money in', () => {
  test('is asked about if it is one name in several rows', async () => {
    expect(await asksOf(table('Beneficiary', ['Ann Lee', 'ANN LEE']))).toContain('counterpartyName')
  })

  test('is asked about if it is known to be the holder', async () => {
    const text = table('Beneficiary', ['Ann Lee', 'Paper Ltd'])
    expect(await asksOf(text, ['Ann Lee'])).toContain('counterpartyName')
    expect(await asksOf(text)).not.toContain('counterpartyName')
  })

  test('is not asked about if money went to it, too', async () => {
    const text = table('Beneficiary', ['Book Shop', 'Book Shop'])
    expect(await asksOf(text)).not.toContain('counterpartyName')
  })

  test('is not asked about under a name that either party may have', async () => {
    expect(await asksOf(table('Payee', ['Ann Lee', 'Ann Lee']))).not.toContain('counterpartyName')
    expect(await asksOf(table('Counterparty', ['Ann Lee', 'Ann Lee']))).not.toContain('counterpartyName')
  })
})

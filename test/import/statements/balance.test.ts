import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DecimalSum, readDecimal } from '../../../src/domain/money/decimal.ts'
import { BalanceCheck } from '../../../src/import/statements/balance.ts'
import { plainEntry } from '../../../src/import/statements/fields.ts'
import type { Balance, Entry, StatementPart } from '../../../src/import/statements/statement.ts'

const entry = (amount: string, side: Entry['side'], change: Partial<Entry> = {}): StatementPart => ({
  kind: 'entry',
  entry: { ...plainEntry({ amount, side, currency: 'EUR', line: 1 }), ...change },
})
const balance = (kind: Balance['kind'], amount: string, side: Entry['side'] = 'credit'): StatementPart => ({
  kind: 'balance',
  balance: { kind, amount, side, currency: 'EUR', at: null },
})
function result(...parts: StatementPart[]) {
  const check = new BalanceCheck()
  for (const part of parts) check.add(part)
  return check.result()
}

describe('a statement', () => {
  test('adds up, also below zero and with different numbers of decimal places', () => {
    expect(
      result(balance('opening', '10.00'), entry('30.5', 'debit'), balance('closing', '20.50', 'debit')),
    ).toEqual({
      state: 'adds up',
    })
  })

  test('does not add up if it is a cent off, either way', () => {
    expect(
      result(balance('opening', '10.00'), entry('1.00', 'credit'), balance('closing', '11.01')),
    ).toMatchObject({
      difference: '0.01',
    })
    expect(
      result(balance('opening', '10.00'), entry('1', 'credit'), balance('closing', '10.99')),
    ).toMatchObject({
      difference: '-0.01',
    })
  })

  test('counts only booked entries', () => {
    const pending = entry('5.00', 'credit', { status: 'pending' })
    expect(result(balance('opening', '1'), pending, balance('closing', '1'))).toEqual({ state: 'adds up' })
  })

  test('cannot be checked if a balance is missing or currencies differ', () => {
    expect(result(balance('opening', '1'))).toMatchObject({ reason: 'it has no closing balance' })
    expect(result(balance('closing', '1'))).toMatchObject({ reason: 'it has no opening balance' })
    expect(
      result(balance('opening', '1'), entry('1', 'credit', { currency: 'USD' }), balance('closing', '2')),
    ).toMatchObject({
      reason: 'it mixes EUR and USD',
    })
  })
})

test('sums of decimals never round', () => {
  const part = fc.record({
    units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    scale: fc.integer({ min: 0, max: 8 }),
    negative: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), parts => {
      const sum = new DecimalSum()
      let expected = 0n
      for (const { units, scale, negative } of parts) {
        const digits = String(units).padStart(scale + 1, '0')
        const at = digits.length - scale
        sum.add({ amount: scale === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`, negative })
        expected += (negative ? -units : units) * 10n ** BigInt(8 - scale)
      }
      const [whole = '', places = ''] = sum.toString().split('.')
      expect(
        BigInt(whole.replace('-', '') + places.padEnd(8, '0')) * (whole.startsWith('-') ? -1n : 1n),
      ).toBe(expected)
    }),
  )
})

test.each([
  ['12,5', '12.5', false],
  ['+0012.50', '12.50', false],
  ['-7', '7', true],
  ['0,', '0', false],
  [',5', '0.5', false],
])('%s reads as %s', (text, amount, negative) => expect(readDecimal(text)).toEqual({ amount, negative }))

test.each(['', '-', ',', '1.234,50', '1e5', ' 1', '١', '9'.repeat(41)])('%j is not a decimal', text =>
  expect(readDecimal(text)).toBeNull(),
)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '../../../src/contract/primitives.ts'
import {
  canonicalDecimal,
  compare,
  decimalOf,
  exact,
  hundredth,
  minus,
  negated,
  plus,
  sum,
  times,
  toCents,
  zero,
} from '../../../src/import/invoices/exact.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(8))
  .map(([units, scale]) => decimalOf({ units, scale }))

test.each([
  ['+007.50', '7.50'],
  ['-0.00', '0.00'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['-00.10', '-0.10'],
  ['0', '0'],
])('%s is written %s', (written, canonical) => {
  expect(canonicalDecimal(written)).toBe(canonical)
})

test.each([
  '',
  '.',
  '-',
  '1,5',
  '1e3',
  ' 1',
  '1 000',
  '0x1',
  'NaN',
  'Infinity',
  '--1',
  '1.2.3',
  '١',
  '9'.repeat(41),
])('"%s" is not a decimal', text => {
  expect(canonicalDecimal(text)).toBeNull()
})

test('any text either becomes a decimal that a bill can store, or is rejected', () => {
  const amount = money('', '0')
  const texts = fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789.+-,e ') }), decimals)
  fc.assert(
    fc.property(texts, text => {
      const decimal = canonicalDecimal(text)
      expect(decimal === null || amount.safeParse(decimal).success).toBe(true)
      if (decimal !== null) expect(canonicalDecimal(decimal)).toBe(decimal)
    }),
  )
})

describe('sums are exact', () => {
  test('where floats are not', () => {
    expect(decimalOf(sum(['0.1', '0.2'].map(exact)))).toBe('0.3')
    expect(decimalOf(plus(exact('9007199254740993'), exact('0.01')))).toBe('9007199254740993.01')
    expect(decimalOf(hundredth(times(exact('200.50'), exact('19'))))).toBe('38.0950')
  })

  test('adding and subtracting restores the original, in any order', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const [a, b] = [exact(one), exact(other)]
        expect(compare(minus(plus(a, b), b), a)).toBe(0)
        expect(compare(plus(a, b), plus(b, a))).toBe(0)
        expect(compare(plus(a, exact(negated(canonicalDecimal(one) ?? '0'))), zero)).toBe(0)
      }),
    )
  })
})

test.each([
  ['1.005', '1.01'],
  ['1.004999', '1.00'],
  ['-1.005', '-1.00'],
  ['-1.006', '-1.01'],
  ['-0.004', '0.00'],
  ['2.5', '2.5'],
])('%s rounds to %s, halves up', (value, cents) => {
  expect(decimalOf(toCents(exact(value)))).toBe(cents)
})

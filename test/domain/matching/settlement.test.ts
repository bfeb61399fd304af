/** Payments of another amount than the bill's: what they settle of it, exactly, and why. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiscountTerms } from '../../../src/contract/console/settlement.ts'
import { dayPlus } from '../../../src/domain/matching/days.ts'
import { offersOf } from '../../../src/domain/matching/discounts.ts'
import { isTolerated, noTolerance, openAmount, settledBy } from '../../../src/domain/matching/settledParts.ts'
import { openOf } from '../../../src/domain/matching/settlement.ts'
import { difference, fromUnits, isZero, sumOf } from '../../../src/domain/money/decimal.ts'
import { type BillGiven, discount, settled, theBill } from './settlementPairs.ts'

const cents = fc.bigInt({ min: 1n, max: 10n ** 12n })
const money = (units: bigint) => fromUnits(units, 2)

describe('a settlement', () => {
  it.each([
    ['a part', {}, {}, {}, 'part', ['0', '0', '0']],
    ['the rest', { settled: '600' }, {}, {}, 'rest', ['0', '0', '0']],
    [
      'a discount',
      { discounts: [discount('2.00', 14)] },
      { amount: '980.00' },
      {},
      'discount',
      ['20.00', '0', '0'],
    ],
    [
      'charges on top, stated by the bank',
      {},
      { amount: '1012.50', charge: '12.5' },
      {},
      'charge',
      ['0', '-12.50', '0'],
    ],
    [
      'charges taken off, stated by the bank',
      {},
      { amount: '987.50', charge: '12.50' },
      {},
      'charge',
      ['0', '12.50', '0'],
    ],
    [
      'charges within the limit',
      {},
      { amount: '1012.50' },
      { chargeMax: '12.50' },
      'charge',
      ['0', '-12.50', '0'],
    ],
    [
      'less within the tolerance',
      {},
      { amount: '999.95' },
      { toleranceAmount: '0.05' },
      'tolerance',
      ['0', '0', '0.05'],
    ],
    [
      'more within the tolerance',
      {},
      { amount: '1000.05' },
      { tolerancePercent: '1' },
      'tolerance',
      ['0', '0', '-0.05'],
    ],
    [
      'a discount and a cent within the tolerance',
      { discounts: [discount('2.00', 14)] },
      { amount: '980.01' },
      { toleranceAmount: '0.01' },
      'discount',
      ['20.00', '0', '-0.01'],
    ],
  ] as const)('of %s', (_, bill, payment, settings, kind, [off, charge, tolerance]) => {
    const { settlement } = settled(bill as BillGiven, payment, settings) ?? {}
    expect(settlement).toMatchObject({ kind, discount: off, charge, tolerance })
  })

  it.each([
    ['an equal amount, which needs no person', {}, { amount: '1000' }, {}],
    ['more than is open', {}, { amount: '1000.01' }, {}],
    ['more than the tolerance', {}, { amount: '1000.06' }, { toleranceAmount: '0.05' }],
    [
      'more than one of two limits',
      {},
      { amount: '1000.04' },
      { toleranceAmount: '0.05', tolerancePercent: '0.003' },
    ],
    ['more than the limit for charges', {}, { amount: '1012.51' }, { chargeMax: '12.50' }],
    ['another currency', {}, { currency: 'USD' }, {}],
    ['a bill that is settled already', { settled: '1000' }, {}, {}],
    ['a credit note', { totalAmount: '-1000.00' }, {}, {}],
    ['nothing', {}, { amount: '0' }, {}],
  ] as const)('is none for %s', (_, bill, payment, settings) => {
    expect(settled(bill, payment, settings)).toBeNull()
  })

  it('never settles more than is open, and says exactly what stays open', () => {
    const limit = fc.option(fc.bigInt({ min: 0n, max: 500n }).map(money), { nil: null })
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.boolean(),
        limit,
        limit,
        (total, before, paid, close, most, charge) => {
          const open = total + before
          const amount = close ? money(open + (paid % 1_000n) - 500n) : money(paid)
          if (!/^[0-9.]*[1-9]/.test(amount) || amount.startsWith('-')) return
          const bill = { ...theBill, totalAmount: money(open + before), settled: money(before) }
          const given = { ...bill, discounts: [discount('3', 10)] }
          const result = settled(given, { amount }, { toleranceAmount: most, chargeMax: charge })
          if (result === null) return
          const { settlement } = result
          expect(settlement.open).toBe(openOf(given))
          const left = difference(settlement.open, settledBy(settlement))
          expect(left.startsWith('-')).toBe(false)
          expect(isZero(left)).toBe(settlement.kind !== 'part')
        },
      ),
    )
  })

  it('of parts adds up to the total, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 2, maxLength: 8 }), units => {
        const total = money(units.reduce((sum, each) => sum + each, 0n))
        const payments: Parameters<typeof openAmount>[1][number][] = []
        units.forEach((each, index) => {
          const before = sumOf(payments.map(settledBy))
          const result = settled({ totalAmount: total, settled: before }, { amount: money(each) })
          expect(result?.settlement.kind).toBe(index === units.length - 1 ? 'rest' : 'part')
          if (result) payments.push(result.settlement)
        })
        expect(isZero(openAmount(total, payments))).toBe(true)
      }),
    )
  })
})

describe('a discount', () => {
  it('is rounded half away from zero, to the places of the currency or of the total', () => {
    const offer = (totalAmount: string, currency: string, percent: string) =>
      offersOf({ totalAmount, currency, invoiceDate: null }, [discount(percent, 1)])[0]?.discount
    expect([
      offer('100.25', 'EUR', '2'),
      offer('100.24', 'EUR', '2'),
      offer('1025', 'JPY', '2'),
      offer('1.025', 'EUR', '20'),
      offer('10.00', 'KWD', '0.05'),
    ]).toEqual(['2.01', '2.00', '21', '0.205', '0.005'])
  })

  it('plus what is to pay is the total, for any percent and total', () => {
    fc.assert(
      fc.property(cents, fc.bigInt({ min: 1n, max: 9_999n }), (total, percent) => {
        const bill = { totalAmount: money(total), currency: 'EUR', invoiceDate: '2026-03-01' }
        for (const offer of offersOf(bill, [discount(money(percent), 14)])) {
          expect(isZero(difference(bill.totalAmount, sumOf([offer.discount, offer.toPay])))).toBe(true)
          // Never more than half a cent from the exact percentage.
          const exact = total * percent
          const units = BigInt(offer.discount.replace('.', '')) * 10_000n
          expect(units - exact <= 5_000n && exact - units <= 5_000n).toBe(true)
        }
      }),
    )
  })

  it('is of the base if there is one, or the stated amount', () => {
    const of = (given: Partial<DiscountTerms>) =>
      offersOf(theBill, [discount('2', 14, given)]).map(each => [each.discount, each.toPay])
    expect(of({ base: '500.00' })).toEqual([['10.00', '990.00']])
    expect(of({ amount: '15.00', percent: null })).toEqual([['15.00', '985.00']])
    expect(of({ amount: '1000.00' })).toEqual([])
  })

  it('counts until its last day, and is suggested as late after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 80 }), (days, paidAfter) => {
        const day = dayPlus('2026-03-01', paidAfter)
        const given = { amount: '970.00', bookingDate: day }
        const result = settled({ discounts: [discount('3', days)] }, given)
        expect(result?.settlement.discount).toBe('30.00')
        expect(result?.sign.reason.points).toBe(paidAfter <= days ? 28 : 10)
        const late = /but that was offered until/.test(result?.sign.reason.sentence ?? '')
        expect(late).toBe(paidAfter > days)
      }),
    )
  })

  it('is the one in time if several have the same amount, and the right one of several', () => {
    const discounts = [discount('3', 7), discount('2', 14), discount('2', 30)]
    const at = (bookingDate: string, amount: string) =>
      settled({ discounts }, { bookingDate, amount })?.sign.reason.sentence
    expect(at('2026-03-20', '980.00')).toBe(
      'It is the open 1000.00 less 2 % cash discount, 20.00, offered until 2026-03-31. It was paid on 2026-03-20.',
    )
    expect(at('2026-03-09', '970.00')).toBe(
      'It is the open 1000.00 less 3 % cash discount, 30.00, but that was offered until 2026-03-08. ' +
        'It was paid on 2026-03-09, 1 day later.',
    )
  })

  it('still counts for the rest of a bill that was paid in part', () => {
    const given = { settled: '500', discounts: [discount('2', 14)] }
    expect(settled(given, { amount: '480.00' })?.settlement).toMatchObject({
      discount: '20.00',
      open: '500.00',
    })
  })
})

describe('the tolerance', () => {
  it('is nothing until a limit is set, and both limits count if both are', () => {
    fc.assert(
      fc.property(
        cents,
        fc.bigInt({ min: 0n, max: 10_000n }),
        cents,
        cents,
        (total, percent, amount, apart) => {
          const [most, ofTotal] = [money(amount), money(percent)]
          const is = (tolerancePercent: string | null, toleranceAmount: string | null) =>
            isTolerated(money(apart), money(total), { ...noTolerance, tolerancePercent, toleranceAmount })
          const withinAmount = apart <= amount
          const withinPercent = apart * 10_000n <= total * percent
          expect(is(null, null)).toBe(false)
          expect(is(null, most)).toBe(withinAmount)
          expect(is(ofTotal, null)).toBe(withinPercent)
          expect(is(ofTotal, most)).toBe(withinAmount && withinPercent)
        },
      ),
    )
  })
})

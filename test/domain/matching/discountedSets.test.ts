/** One payment for several bills less their cash discounts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDiscountedSets } from '../../../src/domain/matching/discountedSets.ts'
import { billFacts, paymentFacts } from '../../../src/domain/matching/matching.ts'
import { fromUnits } from '../../../src/domain/money/decimal.ts'
import { type BillGiven, discount, type PaymentGiven, theBill, thePayment } from './settlementPairs.ts'

/** Bills of one supplier, numbered RE-1 and so on. */
const billsOf = (given: BillGiven[]) =>
  given.map((each, index) => ({
    ...theBill,
    id: `bil_${index + 1}`,
    invoiceNumber: `RE-${index + 1}`,
    discounts: [discount('2', 14)],
    ...each,
  }))

function found(
  bills: BillGiven[],
  payments: PaymentGiven[],
  isDeclined: (ids: string[]) => boolean = () => false,
) {
  const sets = findDiscountedSets({
    bills: billsOf(bills).map(billFacts),
    payments: payments.map((each, index) =>
      paymentFacts({ ...thePayment, reference: null, id: `txn_${index + 1}`, ...each }),
    ),
    isDeclined: ids => isDeclined([...ids]),
  })
  return sets.map(({ bills: set, payment, settlement, score, reasons }) => ({
    ids: set.map(({ bill }) => bill.id).sort(),
    payment: payment.payment.id,
    settlement,
    score,
    sentence: reasons[0]?.sentence,
  }))
}

const thousandAnd500: BillGiven[] = [{ totalAmount: '1000.00' }, { totalAmount: '500.00' }]

describe('A payment of several bills less their discounts', () => {
  it('is suggested with what it settles of each', () => {
    const [set, another] = found(thousandAnd500, [{ amount: '1470.00' }])
    expect(another).toBe(undefined)
    expect(set?.settlement).toEqual({
      kind: 'discount',
      open: '1500.00',
      amount: '1470.00',
      discount: '30.00',
      charge: '0',
      tolerance: '0',
      bills: [
        {
          billId: 'bil_1',
          open: '1000.00',
          amount: '980.00',
          discount: '20.00',
          charge: '0',
          tolerance: '0',
        },
        { billId: 'bil_2', open: '500.00', amount: '490.00', discount: '10.00', charge: '0', tolerance: '0' },
      ],
    })
    expect(set?.sentence).toBe(
      '2 bills, less the cash discounts they offer, add up to it: 980.00 (RE-1, less 20.00) + 490.00 (RE-2, less 10.00) = 1470.00 EUR.',
    )
  })

  it('counts a bill in full if its discount has ended by that day, or if it offers none', () => {
    const ended = { totalAmount: '500.00', invoiceDate: '2026-02-01' }
    expect(found([{ totalAmount: '1000.00' }, ended], [{ amount: '1480.00' }])[0]?.ids).toEqual([
      'bil_1',
      'bil_2',
    ])
    expect(found([{ totalAmount: '1000.00' }, ended], [{ amount: '1470.00' }])).toEqual([])
    const without = { totalAmount: '500.00', discounts: [] }
    expect(found([{ totalAmount: '1000.00' }, without], [{ amount: '1480.00' }])).toHaveLength(1)
    // In full, that is for the matching by equal amounts.
    expect(found(thousandAnd500, [{ amount: '1500.00', bookingDate: '2026-04-01' }])).toEqual([])
  })

  it('takes the discount that is offered on the day, of several', () => {
    const steps = [discount('3', 7), discount('2', 14)]
    const both = thousandAnd500.map(each => ({ ...each, discounts: steps }))
    expect(found(both, [{ amount: '1455.00', bookingDate: '2026-03-08' }])).toHaveLength(1)
    expect(found(both, [{ amount: '1455.00', bookingDate: '2026-03-09' }])).toEqual([])
    expect(found(both, [{ amount: '1470.00', bookingDate: '2026-03-09' }])).toHaveLength(1)
  })

  it('subtracts a credit note, and what was settled before', () => {
    const credit = { totalAmount: '-100.00', discounts: [] }
    expect(found([...thousandAnd500, credit], [{ amount: '1370.00' }])[0]?.ids).toEqual([
      'bil_1',
      'bil_2',
      'bil_3',
    ])
    const inPart = { totalAmount: '1000.00', settled: '400.00' }
    expect(
      found([inPart, { totalAmount: '500.00' }], [{ amount: '1070.00' }])[0]?.settlement.bills?.[0],
    ).toEqual({
      billId: 'bil_1',
      open: '600.00',
      amount: '580.00',
      discount: '20.00',
      charge: '0',
      tolerance: '0',
    })
  })

  it('needs the IBAN or a reference, the right currency, and no decline', () => {
    const amount = '1470.00'
    expect(found(thousandAnd500, [{ amount, counterpartyIban: null }])).toEqual([])
    expect(found(thousandAnd500, [{ amount, counterpartyIban: null, reference: 'RE-1 RE-2' }])).toEqual([])
    const named = thousandAnd500.map((each, index) => ({ ...each, invoiceNumber: `RE-2026-${index + 100}` }))
    const reference = 'RE-2026-100 RE-2026-101'
    expect(found(named, [{ amount, counterpartyIban: null, reference }])).toHaveLength(1)
    expect(found(thousandAnd500, [{ amount, currency: 'CHF' }])).toEqual([])
    expect(found(thousandAnd500, [{ amount }], ids => ids.join() === 'bil_1,bil_2')).toEqual([])
    const other = [{ totalAmount: '1000.00' }, { totalAmount: '500.00', supplierName: 'Stadtwerke' }]
    expect(found(other, [{ amount }])).toEqual([])
  })

  it('is found for any bills: it settles each of them to the last digit', () => {
    const bills = fc.array(
      fc.record({ cents: fc.bigInt(100n, 999_999n), permille: fc.constantFrom(0n, 15n, 20n, 30n) }),
      { minLength: 2, maxLength: 5 },
    )
    fc.assert(
      fc.property(bills, given => {
        const made = given.map(({ cents, permille }) => ({
          totalAmount: fromUnits(cents, 2),
          discounts: permille === 0n ? [] : [discount(fromUnits(permille, 1), 14)],
        }))
        // Half a cent is rounded up.
        const discounts = given.map(({ cents, permille }) => (cents * permille + 500n) / 1000n)
        const amounts = given.map(({ cents }, index) => cents - (discounts[index] ?? 0n))
        const amount = fromUnits(
          amounts.reduce((sum, each) => sum + each),
          2,
        )
        const sets = found(made, [{ amount }])
        const whole = made.map((each, index) => ({
          billId: `bil_${index + 1}`,
          open: each.totalAmount,
          amount: fromUnits(amounts[index] ?? 0n, 2),
          discount: discounts[index] === 0n ? '0' : fromUnits(discounts[index] ?? 0n, 2),
          charge: '0',
          tolerance: '0',
        }))
        const isDiscounted = discounts.some(each => each !== 0n)
        // Every amount is positive, so no smaller set adds up to it.
        expect(sets.map(({ settlement }) => byId(settlement.bills ?? []))).toEqual(
          isDiscounted ? [whole] : [],
        )
      }),
      { numRuns: 200 },
    )
  })

  it('stays fast with thousands of bills and payments of one supplier', () => {
    const bills = Array.from({ length: 2_000 }, (_, index) => ({ totalAmount: `${index + 100}.00` }))
    const payments = Array.from({ length: 2_000 }, (_, index) => ({
      amount: `${index + 100}.37`,
      bookingDate: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
    }))
    const before = process.cpuUsage()
    found(bills, payments)
    // Comparing each set of bills with each payment takes minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
  })
})

const byId = <Each extends { billId: string }>(rows: readonly Each[]): Each[] =>
  [...rows].sort((one, other) => (one.billId < other.billId ? -1 : 1))

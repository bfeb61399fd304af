/** Payments that settle several bills, and properties that hold for any bills and payments in any order. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billsMax, candidatesMax } from '../../../src/domain/matching/billSets.ts'
import {
  type BillFields,
  billFacts,
  decidePairs,
  type PaymentFields,
  paymentFacts,
  scorePair,
} from '../../../src/domain/matching/matching.ts'
import { decideTogether, suppliersOf } from '../../../src/domain/matching/together.ts'
import { amountKey, sumOf } from '../../../src/domain/money/decimal.ts'

const iban = 'DE75512108001245126199'

function bill(id: string, totalAmount: string, given: Partial<BillFields> = {}): BillFields {
  return {
    id,
    supplierName: 'Papierwerk Süd AG',
    supplierIban: iban,
    invoiceNumber: `RE-${id}`,
    totalAmount,
    currency: 'EUR',
    invoiceDate: '2026-03-01',
    dueDate: '2026-03-31',
    paymentReference: null,
    ...given,
  }
}

function payment(amount: string, given: Partial<PaymentFields> = {}): PaymentFields {
  return {
    id: 'txn',
    amount,
    currency: 'EUR',
    reference: null,
    description: null,
    counterpartyName: 'PAPIERWERK SUED',
    counterpartyIban: iban,
    merchantName: null,
    bookingDate: '2026-03-20',
    valueDate: null,
    ...given,
  }
}

function decide(
  bills: BillFields[],
  payments: PaymentFields[],
  { declined = [] as string[], doubtful = [] as string[] } = {},
) {
  const { certain, suggested } = decideTogether({
    suppliers: suppliersOf(bills.map(billFacts)),
    payments: payments.map(paymentFacts),
    isDeclined: (billIds, paymentId) => declined.includes([paymentId, ...billIds].join(' ')),
    doubtful: new Set(doubtful),
  })
  const named = (sets: typeof certain) =>
    sets.map(set => [set.payment.payment.id, ...set.bills.map(each => each.bill.id).sort()].join(' ')).sort()
  return { certain: named(certain), suggested: named(suggested), sets: [...certain, ...suggested] }
}

const pair = [bill('1001', '100.10'), bill('1002', '49.9')]

describe('several bills for one payment', () => {
  it('are certain if the IBAN is equal and no other bills add up; the reason shows the sum', () => {
    const { certain, suggested, sets } = decide([...pair, bill('1003', '7.00')], [payment('150.00')])
    expect([certain, suggested]).toEqual([['txn 1001 1002'], []])
    expect(sets[0]?.reasons.slice(0, 3)).toEqual([
      {
        sign: 'together',
        points: 30,
        sentence: '2 bills add up to it: 100.10 (RE-1001) + 49.9 (RE-1002) = 150.00 EUR.',
      },
      { sign: 'currency', points: 5, sentence: 'Both are in EUR.' },
      { sign: 'reference', points: 0, sentence: 'The payment names none of the bills.' },
    ])
  })

  it('are certain if each is named, even if others would add up too', () => {
    const bills = [...pair, bill('1003', '100.10'), bill('1004', '49.90')].map(each => ({
      ...each,
      supplierIban: null,
    }))
    const named = payment('150.00', { reference: 'RE-1003, RE-1002' })
    expect(decide(bills, [named]).certain).toEqual(['txn 1002 1003'])
  })

  it.each([
    ['only the name matches', pair, { counterpartyIban: null }],
    ['only one of two is named', pair, { counterpartyIban: null, reference: 'RE-1001' }],
  ])('are suggested if %s', (_, bills, given) => {
    const { certain, suggested } = decide(bills, [payment('150', given)])
    expect([certain, suggested]).toEqual([[], ['txn 1001 1002']])
  })

  it('are suggested if more than one set adds up, limited to the best', () => {
    const { certain, suggested } = decide(
      ['1', '2', '3', '4'].map(id => bill(`100${id}`, '5.00')),
      [payment('10.00')],
    )
    expect([certain, suggested.length]).toEqual([[], 3])
  })

  it('are suggested if another payment could be for them too', () => {
    const { certain, suggested } = decide(pair, [payment('150.00'), payment('150.00', { id: 'txn2' })])
    expect([certain, suggested]).toEqual([[], ['txn 1001 1002', 'txn2 1001 1002']])
  })

  it('are suggested if a bill or the payment also belongs to an undecided pair', () => {
    for (const doubtful of ['txn', '1002']) {
      expect(decide(pair, [payment('150.00')], { doubtful: [doubtful] })).toMatchObject({
        certain: [],
        suggested: ['txn 1001 1002'],
      })
    }
  })

  it('may include a credit note, but credit notes on their own match no payment', () => {
    const bills = [bill('1001', '100.00'), bill('1002', '30.50'), bill('1003', '-30.25')]
    expect(decide(bills, [payment('100.25')]).certain).toEqual(['txn 1001 1002 1003'])
    expect(decide([bill('1', '-1.00'), bill('2', '-2.00')], [payment('3.00')]).sets).toEqual([])
  })

  it.each([
    ['suppliers differ', [bill('1001', '100.10'), bill('1002', '49.90', { supplierName: 'Stadtwerke' })]],
    ['currencies differ', [bill('1001', '100.10'), bill('1002', '49.90', { currency: 'USD' })]],
    ['sums differ, even by a thousandth', [bill('1001', '100.10'), bill('1002', '49.901')]],
  ])('are ignored if %s', (_, bills) => {
    expect(decide(bills, [payment('150.00')]).sets).toEqual([])
  })

  it('are ignored if the payment went to another account', () => {
    expect(decide(pair, [payment('150.00', { counterpartyIban: 'DE89370400440532013000' })]).sets).toEqual([])
  })

  it('are not suggested again once declined, while other sets are', () => {
    const bills = [...pair, bill('1003', '49.90')]
    const { certain, suggested } = decide(bills, [payment('150.00')], { declined: ['txn 1001 1002'] })
    expect([certain, suggested]).toEqual([[], ['txn 1001 1003']])
  })

  it(`are at most ${billsMax}`, () => {
    const seven = Array.from({ length: 7 }, (_, index) => bill(`100${index}`, String(2 ** index)))
    expect(decide(seven, [payment('127')]).sets).toEqual([])
    expect(decide(seven, [payment('126')]).certain).toHaveLength(1)
  })

  it(`are searched for among the ${candidatesMax} newest, and never certain if there are more`, () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      bill(`1${String(index).padStart(3, '0')}`, `${1000 + index * index}.07`, {
        invoiceDate: `2026-03-${String(31 - Math.floor(index / 2)).padStart(2, '0')}`,
      }),
    )
    const { certain, suggested } = decide(many, [payment('2001.14', { bookingDate: '2026-04-02' })])
    expect([certain, suggested]).toEqual([[], ['txn 1000 1001']])
  })
})

const amount = fc
  .integer({ min: 1, max: 9_999 })
  .map(cents => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
const smallAmount = fc.constantFrom('1.00', '2.00', '2.5', '2.50', '3', '5.00')
const anyBill = fc.record({
  id: fc.uuid(),
  supplierName: fc.option(fc.constantFrom('Papierwerk Süd AG', 'Stadtwerke GmbH', 'X')),
  supplierIban: fc.option(fc.constantFrom(iban, 'DE89370400440532013000')),
  invoiceNumber: fc.option(fc.constantFrom('RE-1001', 'RE-1002', '7')),
  totalAmount: fc.oneof(
    smallAmount,
    smallAmount.map(text => `-${text}`),
  ),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
  invoiceDate: fc.option(fc.constantFrom('2026-03-01', '2026-01-01')),
  dueDate: fc.option(fc.constantFrom('2026-03-31', '2026-02-01')),
  paymentReference: fc.option(fc.constantFrom('RF18539007547034', 'RE-1001')),
})
const anyPayment = fc.record({
  id: fc.uuid(),
  amount: smallAmount,
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
  reference: fc.option(fc.constantFrom('RE-1001', 'RE 1002', 'RF18 5390 0754 7034', 'RF712348231', '')),
  description: fc.option(fc.string()),
  counterpartyName: fc.option(fc.constantFrom('PAPIERWERK SUED', 'Stadtwerke', '')),
  counterpartyIban: fc.option(fc.constantFrom(iban, 'DE89370400440532013000')),
  merchantName: fc.option(fc.string()),
  bookingDate: fc.option(fc.constantFrom('2026-03-20', '2025-01-01', '2027-01-01')),
  valueDate: fc.option(fc.constantFrom('2026-03-20')),
})
const anyBills = fc.uniqueArray(anyBill, { selector: ({ id }) => id, maxLength: 8 })
const anyPayments = fc.uniqueArray(anyPayment, { selector: ({ id }) => id, maxLength: 8 })

/** Everything that is decided, with scores and reasons. */
function everything(bills: BillFields[], payments: PaymentFields[]) {
  const [ofBills, ofPayments] = [bills.map(billFacts), payments.map(paymentFacts)]
  const pairs = decidePairs({ bills: ofBills, payments: ofPayments, isDeclined: () => false })
  const together = decideTogether({
    suppliers: suppliersOf(ofBills),
    payments: ofPayments,
    isDeclined: () => false,
    doubtful: new Set(),
  })
  return { pairs, together }
}

describe('for any bills and payments', () => {
  it('a score is from 0 to 100, and its reasons are sentences', () => {
    fc.assert(
      fc.property(anyBill, anyPayment, (one, other) => {
        const { score, reasons } = scorePair(billFacts(one), paymentFacts(other))
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        for (const { sentence } of reasons) expect(sentence).toMatch(/\.$/)
      }),
    )
  })

  it('the order does not matter', () => {
    const shuffled = fc.tuple(anyBills, anyPayments).chain(([bills, payments]) =>
      fc.record({
        given: fc.constant({ bills, payments }),
        bills: fc.shuffledSubarray(bills, { minLength: bills.length }),
        payments: fc.shuffledSubarray(payments, { minLength: payments.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ given, bills, payments }) => {
        expect(everything(bills, payments)).toEqual(everything(given.bills, given.payments))
      }),
    )
  })

  it('no match has another amount or currency, and no row is settled twice', () => {
    fc.assert(
      fc.property(anyBills, anyPayments, (bills, payments) => {
        const { pairs, together } = everything(bills, payments)
        for (const {
          bill: { bill: one },
          payment: { payment: other },
        } of [...pairs.certain, ...pairs.suggested]) {
          expect([amountKey(one.totalAmount), one.currency]).toEqual([
            amountKey(other.amount),
            other.currency,
          ])
        }
        for (const settled of [
          pairs.certain.flatMap(pair => [pair.bill.bill.id, pair.payment.payment.id]),
          together.certain.flatMap(set => [set.payment.payment.id, ...set.bills.map(each => each.bill.id)]),
        ]) {
          expect(new Set(settled).size).toBe(settled.length)
        }
      }),
    )
  })

  it('sets add up exactly, in one currency, with 2 to 6 bills', () => {
    const ofOne = fc.array(amount, { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(ofOne, fc.nat(), (amounts, pick) => {
        const bills = amounts.map((total, index) => bill(`100${index}`, total))
        const some = amounts.filter((_, index) => (pick >> index) & 1).slice(0, billsMax)
        const wanted = sumOf(some.length >= 2 ? some : amounts.slice(0, 2))
        const { sets } = decide(bills, [payment(wanted)])
        expect(sets.length).toBeGreaterThan(0)
        for (const set of sets) {
          expect(amountKey(sumOf(set.bills.map(each => each.bill.totalAmount)))).toBe(amountKey(wanted))
          expect(set.bills.length >= 2 && set.bills.length <= billsMax).toBe(true)
        }
      }),
    )
  })
})

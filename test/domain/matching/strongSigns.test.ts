/** Creditor references with check digits and end-to-end ids: the strongest signs of a match. */
import { describe, expect, it } from 'vitest'
import {
  type BillFields,
  billFacts,
  decidePairs,
  type PaymentFields,
  paymentFacts,
  scorePair,
} from '../../../src/domain/matching/matching.ts'
import { creditorReferenceOf } from '../../../src/domain/matching/references.ts'

const theBill: BillFields = {
  id: 'bil_01JZ7Q4W0G3V8N5K2M9R6T1XYH',
  supplierName: 'Papierwerk Süd AG',
  supplierIban: 'DE75512108001245126199',
  invoiceNumber: 'RE-2026-0117',
  totalAmount: '1249.90',
  currency: 'EUR',
  invoiceDate: '2026-03-01',
  dueDate: '2026-03-31',
  paymentReference: 'RF18539007547034',
}
const thePayment: PaymentFields = {
  id: 'txn_1',
  amount: '1249.90',
  currency: 'EUR',
  reference: null,
  description: null,
  counterpartyName: 'Factoring Nord GmbH',
  counterpartyIban: 'DE02120300000000202051',
  merchantName: null,
  bookingDate: '2026-03-20',
  valueDate: null,
}
const swiss = '000000000000000123456789012'.replace(/.$/, '')

/** With its check digit, found by trying. */
const swissReference = Array.from({ length: 10 }, (_, digit) => `${swiss}${digit}`).find(
  each => creditorReferenceOf(each) !== null,
) as string

const pointsOf = (bill: Partial<BillFields>, payment: Partial<PaymentFields>) =>
  scorePair(billFacts({ ...theBill, ...bill }), paymentFacts({ ...thePayment, ...payment })).reasons.find(
    ({ sign }) => sign === 'reference',
  )?.points
const certain = (bills: Partial<BillFields>[], payments: Partial<PaymentFields>[]) =>
  decidePairs({
    bills: bills.map(given => billFacts({ ...theBill, ...given })),
    payments: payments.map(given => paymentFacts({ ...thePayment, ...given })),
    isDeclined: () => false,
  }).certain.map(({ bill, payment }) => `${bill.bill.id} ${payment.payment.id}`)

describe('a strong sign', () => {
  it.each([
    ['a creditor reference', {}, { reference: 'RF18 5390 0754 7034' }, 40],
    [
      'one with its type',
      { paymentReference: 'SCOR RF18 5390 0754 7034' },
      { reference: 'RF18539007547034' },
      40,
    ],
    ['a Swiss reference', { paymentReference: swissReference }, { reference: `QRR ${swissReference}` }, 40],
    [
      'a Swiss reference without its zeros',
      { paymentReference: swissReference },
      { reference: swissReference.replace(/^0+/, '') },
      40,
    ],
    ['the invoice number as end-to-end id', {}, { endToEndId: 're 2026 0117' }, 40],
    ['the creditor reference as end-to-end id', {}, { endToEndId: 'RF18539007547034' }, 40],
    ['the id of the bill as end-to-end id', {}, { endToEndId: theBill.id }, 40],
    ['only the invoice number in the text', {}, { reference: 'RE-2026-0117' }, 30],
    ['only a part of the end-to-end id', {}, { endToEndId: 'RE-2026-01171' }, 0],
    ['a word as end-to-end id', { invoiceNumber: 'MIETE' }, { endToEndId: 'MIETE' }, 0],
    ['wrong check digits', { paymentReference: 'RF19539007547034' }, { reference: 'RF19539007547034' }, 30],
    [
      'another creditor reference, though the description names the invoice',
      {},
      { reference: 'RF712348231', description: 'RE-2026-0117' },
      -20,
    ],
  ] as [string, Partial<BillFields>, Partial<PaymentFields>, number][])(
    'or not: %s',
    (_, bill, payment, points) => {
      expect(pointsOf(bill, payment)).toBe(points)
    },
  )

  it('is certain even if another name and another account were paid', () => {
    expect(certain([{}], [{ reference: 'RF18539007547034' }])).toEqual([`${theBill.id} txn_1`])
    expect(certain([{}], [{ endToEndId: theBill.id }])).toEqual([`${theBill.id} txn_1`])
    expect(certain([{}], [{ reference: 'RE-2026-0117' }])).toEqual([])
  })

  it('has no rival that only names the invoice and the supplier', () => {
    const named = {
      id: 'txn_2',
      reference: 'RE-2026-0117',
      counterpartyName: 'Papierwerk Süd AG',
      counterpartyIban: theBill.supplierIban,
    }
    expect(certain([{}], [{ reference: 'RF18539007547034' }, named])).toEqual([`${theBill.id} txn_1`])
    const twice = [{ reference: 'RF18539007547034' }, { id: 'txn_2', reference: 'RF18539007547034' }]
    expect(certain([{}], twice)).toEqual([])
  })

  it('does not make up for another amount', () => {
    expect(certain([{}], [{ reference: 'RF18539007547034', amount: '1249.91' }])).toEqual([])
  })
})

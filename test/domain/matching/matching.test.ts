/** Which payment settles which bill: what each sign contributes, and when a pair is certain. */
import { describe, expect, it } from 'vitest'
import {
  type BillFields,
  billFacts,
  decidePairs,
  type PaymentFields,
  paymentFacts,
  scorePair,
} from '../../../src/domain/matching/matching.ts'
import { nameOverlap, nameWords } from '../../../src/domain/matching/names.ts'
import {
  isCreditorReference,
  isNamedIn,
  referencesOf,
  searchText,
} from '../../../src/domain/matching/references.ts'

const theBill: BillFields = {
  id: 'bil_1',
  supplierName: 'Papierwerk Süd AG',
  supplierIban: 'DE75512108001245126199',
  invoiceNumber: 'RE-2026-0117',
  totalAmount: '1249.90',
  currency: 'EUR',
  invoiceDate: '2026-03-01',
  dueDate: '2026-03-31',
  paymentReference: null,
}
const thePayment: PaymentFields = {
  id: 'txn_1',
  amount: '1249.90',
  currency: 'EUR',
  reference: 'Rechnung RE-2026-0117',
  description: 'SEPA Überweisung',
  counterpartyName: 'PAPIERWERK SUED AG',
  counterpartyIban: 'DE75512108001245126199',
  merchantName: null,
  bookingDate: '2026-03-20',
  valueDate: null,
}

const bill = (given: Partial<BillFields> = {}) => billFacts({ ...theBill, ...given })
const payment = (given: Partial<PaymentFields> = {}) => paymentFacts({ ...thePayment, ...given })
const decide = (
  bills: Partial<BillFields>[],
  payments: Partial<PaymentFields>[],
  declined: string[] = [],
) => {
  const { certain, suggested } = decidePairs({
    bills: bills.map((given, index) => bill({ id: `bil_${index}`, ...given })),
    payments: payments.map((given, index) => payment({ id: `txn_${index}`, ...given })),
    isDeclined: (billId, paymentId) => declined.includes(`${billId} ${paymentId}`),
  })
  const named = (pairs: typeof certain) =>
    pairs.map(pair => `${pair.bill.bill.id} ${pair.payment.payment.id}`).sort()
  return { certain: named(certain), suggested: named(suggested) }
}
const nothing = { certain: [], suggested: [] }
const both = 'bil_0 txn_0'

describe('a reference', () => {
  const isNamed = (reference: string, text: string) => {
    const [wanted] = referencesOf({ paymentReference: null, invoiceNumber: reference })
    return wanted !== undefined && isNamedIn(searchText(text), wanted)
  }

  it.each([
    ['RE-2026-0117', 'Rechnung RE-2026-0117 vom 1.3.'],
    ['RE-2026-0117', 're 2026 0117'],
    ['RE-2026-0117', 'RE20260117'],
    ['RE20260117', 'EREF+1 SVWZ+RE/2026/0117'],
    ['RE-2026-0117', 'RE-2026-01\n17'],
    ['RF18 5390 0754 7034', 'RF18539007547034'],
    ['RF18539007547034', 'Zahlung RF18 5390 0754 7034, danke'],
    ['+++123/4567/89012+++', '123456789012'],
    ['4711', 'Rechnung 4711'],
    ['4711', 'RG4711'],
    ['4711', 'Rechnungsnr.: 4711, Kunde 12'],
    ['Ré-4711', 'RE 4711'],
  ])('%s is found in %s', (reference, text) => {
    expect(isNamed(reference, text)).toBe(true)
  })

  it.each([
    ['4711', '14711'],
    ['4711', '47110'],
    ['4711', 'RE-2026-4711'],
    ['4711', '4711/2026'],
    ['4711', '2026.4711'],
    ['4711', 'DE12 4711 0000 1234'],
    ['4711', '47 11'],
    ['0117', 'RE-2026-0117'],
    ['RE-0117', 'RE-01170'],
    ['RE-0117', 'MORE-0117'],
    ['RE-0117', 'RE is not a number, 0117'],
    ['2026-0117', '12026-0117'],
  ])('%s is not found in %s', (reference, text) => {
    expect(isNamed(reference, text)).toBe(false)
  })

  it('is a creditor reference if it is that of a Swiss QR-bill, and its check digit is valid', () => {
    const written = '21 00000 00003 13947 14300 09017'
    expect(referencesOf({ paymentReference: written, invoiceNumber: null })).toMatchObject([
      { kind: 'structured', telling: true },
    ])
    expect(isCreditorReference('210000000003139471430009018')).toBe(false)
    expect(isCreditorReference('0'.repeat(27))).toBe(false)
    const other = { reference: '000000000000000000000000121' }
    expect(isCreditorReference(other.reference)).toBe(true)
    // Another reference of this kind speaks against a payment that would fit by its account and amount.
    expect(decide([{ paymentReference: written }], [other]).certain).toEqual([])
  })

  it('is a creditor reference if its check digits are valid', () => {
    expect(
      ['RF18539007547034', 'RF19539007547034', 'RF18', 'XF18539007547034'].map(isCreditorReference),
    ).toEqual([true, false, false, false])
  })

  it('that is short, a word or a year counts little and makes nothing certain', () => {
    for (const invoiceNumber of ['117', 'MIETE', '2026', 'A1']) {
      const reference = `Rechnung ${invoiceNumber} bezahlt`
      const alone = { reference, counterpartyIban: null }
      expect([invoiceNumber, decide([{ invoiceNumber }], [alone])]).toEqual([
        invoiceNumber,
        { certain: [], suggested: [both] },
      ])
    }
  })
})

describe('a name', () => {
  it.each([
    ['Papierwerk Süd AG', 'PAPIERWERK SUED', 'all'],
    ['Papierwerk Süd AG', 'Papierwerk Sud G.m.b.H. & Co. KG', 'all'],
    ['Papierwerk Süd AG', 'PAPIERWE', 'all'],
    ['Amazon', 'AMAZON EU S.A.R.L.', 'all'],
    ['Müller Büro Ltd', 'Mueller Möbel', 'some'],
    ['Papierwerk Süd AG', 'Stadtwerke München GmbH', 'none'],
    ['A B C GmbH', 'A X Y GmbH', 'none'],
    ['The Company Ltd', 'Company Limited', 'some'],
    ['GmbH', 'AG', 'none'],
  ])('%s and %s have %s in common', (one, other, overlap) => {
    expect(nameOverlap(nameWords(one), nameWords(other))).toBe(overlap)
    expect(nameOverlap(nameWords(other), nameWords(one))).toBe(overlap)
  })
})

describe('the score', () => {
  const pointsOf = (givenBill: Partial<BillFields>, givenPayment: Partial<PaymentFields>) =>
    Object.fromEntries(
      scorePair(bill(givenBill), payment(givenPayment)).reasons.map(({ sign, points }) => [sign, points]),
    )

  it('is 100 if every sign fits, and each reason has its figures', () => {
    expect(scorePair(bill(), payment())).toEqual({
      score: 100,
      reasons: [
        { sign: 'reference', points: 30, sentence: 'The payment names the invoice number RE-2026-0117.' },
        { sign: 'amount', points: 30, sentence: 'The amounts are equal: 1249.90.' },
        { sign: 'currency', points: 5, sentence: 'Both are in EUR.' },
        {
          sign: 'iban',
          points: 20,
          sentence: 'It was paid to DE75512108001245126199, the IBAN on the bill.',
        },
        {
          sign: 'name',
          points: 10,
          sentence: '“PAPIERWERK SUED AG” was paid, and the bill is from “Papierwerk Süd AG”.',
        },
        {
          sign: 'date',
          points: 5,
          sentence: 'It was paid on 2026-03-20, which fits invoice date 2026-03-01 and due date 2026-03-31.',
        },
      ],
    })
  })

  it('states the exact difference between amounts', () => {
    const { reasons } = scorePair(bill({ totalAmount: '1249.905' }), payment())
    expect(reasons.find(({ sign }) => sign === 'amount')).toEqual({
      sign: 'amount',
      points: -30,
      sentence: 'The payment is 1249.90 and the bill is 1249.905: 0.005 less.',
    })
  })

  it.each([
    ['reference', {}, { reference: null }, 0],
    ['reference', { paymentReference: 'RF18539007547034' }, { reference: 'RF712348231' }, -20],
    ['reference', { paymentReference: 'RF18539007547034' }, { reference: 'RF18 5390 0754 7034' }, 40],
    ['reference', {}, { reference: null, description: 'RE 2026 0117' }, 30],
    ['iban', { supplierIban: 'DE75 5121 0800 1245 1261 99' }, {}, 20],
    ['iban', { supplierIban: 'DE89370400440532013000' }, {}, -15],
    ['iban', { supplierIban: null }, {}, 0],
    ['iban', {}, { counterpartyIban: null }, 0],
    ['amount', { totalAmount: '1249.9' }, {}, 30],
    ['currency', { currency: 'USD' }, {}, -40],
    ['name', { supplierName: 'Stadtwerke' }, {}, -10],
    ['name', { supplierName: 'Stadtwerke' }, { counterpartyName: 'PayPal', merchantName: 'Stadtwerke' }, 10],
    ['name', {}, { counterpartyName: null }, 0],
    ['name', {}, { counterpartyName: null, description: 'KARTE PAPIERWERK SUED MUENCHEN' }, 10],
    ['date', {}, { bookingDate: null }, 0],
    ['date', {}, { bookingDate: null, valueDate: '2026-03-20' }, 5],
    ['date', {}, { bookingDate: '2026-02-24' }, 5],
    ['date', {}, { bookingDate: '2026-02-23' }, -15],
    ['date', {}, { bookingDate: '2026-06-29' }, 5],
    ['date', {}, { bookingDate: '2026-06-30' }, -10],
    ['date', { dueDate: null }, { bookingDate: '2026-06-29' }, 5],
    ['date', { dueDate: null }, { bookingDate: '2026-06-30' }, -10],
    ['date', { dueDate: null, invoiceDate: null }, {}, 0],
  ])('gives points for the %s: bill %j, payment %j', (sign, givenBill, givenPayment, points) => {
    expect(pointsOf(givenBill, givenPayment)[sign]).toBe(points)
  })
})

describe('a pair', () => {
  const noReference = { reference: null, description: null }

  it.each([
    ['the reference matches', {}, { counterpartyIban: null, counterpartyName: null, bookingDate: null }],
    ['the reference matches but the IBAN differs', {}, { counterpartyIban: 'DE89370400440532013000' }],
    ['IBAN and date match', {}, { ...noReference, counterpartyName: null }],
    [
      'IBAN and name match and the bank has not reported a date yet',
      {},
      { ...noReference, bookingDate: null },
    ],
  ])('is certain if %s', (_, givenBill, givenPayment) => {
    expect(decide([givenBill], [givenPayment])).toEqual({ certain: [both], suggested: [] })
  })

  it.each([
    ['only the name matches', {}, { ...noReference, counterpartyIban: null }],
    ['it was paid long before the invoice', {}, { ...noReference, bookingDate: '2026-01-02' }],
    [
      'the reference matches but IBAN and name differ',
      {},
      { counterpartyIban: 'DE89370400440532013000', counterpartyName: 'Stadtwerke' },
    ],
    [
      'the payment has another creditor reference',
      { paymentReference: 'RF18539007547034', invoiceNumber: null },
      { reference: 'RF712348231' },
    ],
  ])('is suggested if %s', (_, givenBill, givenPayment) => {
    expect(decide([givenBill], [givenPayment])).toEqual({ certain: [], suggested: [both] })
  })

  it.each([
    ['the amount differs', { totalAmount: '1249.91' }, {}],
    ['the currency differs', { currency: 'USD' }, {}],
    ['only the amount is equal', { supplierName: 'Stadtwerke', supplierIban: null }, noReference],
    ['it is a credit note', { totalAmount: '-1249.90' }, {}],
    ['the amount is zero', { totalAmount: '0.00' }, { amount: '0.00' }],
  ])('is ignored if %s', (_, givenBill, givenPayment) => {
    expect(decide([givenBill], [givenPayment])).toEqual(nothing)
  })

  it('is suggested if another payment is nearly as good', () => {
    expect(decide([{}], [{}, {}])).toEqual({ certain: [], suggested: [both, 'bil_0 txn_1'] })
  })

  it('is suggested if another bill is nearly as good', () => {
    expect(decide([{}, {}], [{}])).toEqual({ certain: [], suggested: [both, 'bil_1 txn_0'] })
  })

  it('is certain among equal ones if each payment names its bill', () => {
    const numbers = ['RE-1001', 'RE-1002', 'RE-1003']
    const found = decide(
      numbers.map(invoiceNumber => ({ invoiceNumber })),
      [...numbers].reverse().map(reference => ({ reference })),
    )
    expect(found).toEqual({ certain: ['bil_0 txn_2', 'bil_1 txn_1', 'bil_2 txn_0'], suggested: [] })
  })

  it('is certain once its rival is settled', () => {
    const found = decide(
      [{ invoiceNumber: 'RE-1001' }, { invoiceNumber: 'RE-1002' }],
      [{ reference: 'RE-1001' }, noReference],
    )
    expect(found).toEqual({ certain: [both, 'bil_1 txn_1'], suggested: [] })
  })

  it('that was declined is neither found nor a rival', () => {
    expect(decide([{}], [{}, {}], [both])).toEqual({ certain: ['bil_0 txn_1'], suggested: [] })
    expect(decide([{}], [{}], [both])).toEqual(nothing)
  })

  it('is suggested only if it is among the three best of its bill', () => {
    const many = Array.from({ length: 9 }, () => ({}))
    const { certain, suggested } = decide([{}], many)
    expect([certain, suggested]).toEqual([[], ['bil_0 txn_0', 'bil_0 txn_1', 'bil_0 txn_2']])
  })
})

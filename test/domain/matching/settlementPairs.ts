/** A bill and a payment of another amount, and what they give. */
import type { DiscountTerms, SettlementSettings } from '../../../src/contract/console/settlement.ts'
import { billFacts, paymentFacts } from '../../../src/domain/matching/matching.ts'
import { noTolerance } from '../../../src/domain/matching/settledParts.ts'
import { settlementOf } from '../../../src/domain/matching/settlement.ts'
import { findSettlements } from '../../../src/domain/matching/settlements.ts'

export const discount = (
  percent: string,
  days: number,
  given: Partial<DiscountTerms> = {},
): DiscountTerms => ({
  percent,
  amount: null,
  base: null,
  days,
  from: null,
  until: null,
  path: '/Note',
  ...given,
})

export const theBill = {
  id: 'bil_1',
  supplierName: 'Papierwerk Süd AG',
  supplierIban: 'DE75512108001245126199',
  invoiceNumber: 'RE-2026-0117',
  totalAmount: '1000.00',
  currency: 'EUR',
  invoiceDate: '2026-03-01',
  dueDate: '2026-03-31',
  paymentReference: null as string | null,
  settled: '0',
  discounts: [] as DiscountTerms[],
}
export const thePayment = {
  id: 'txn_1',
  amount: '400.00',
  currency: 'EUR',
  reference: 'RE-2026-0117' as string | null,
  description: null,
  counterpartyName: 'PAPIERWERK SUED AG',
  counterpartyIban: 'DE75512108001245126199' as string | null,
  merchantName: null,
  bookingDate: '2026-03-10',
  valueDate: null,
  charge: null as string | null,
  endToEndId: null as string | null,
}

export type BillGiven = Partial<typeof theBill>
export type PaymentGiven = Partial<typeof thePayment>

export const settled = (bill: BillGiven, payment: PaymentGiven, settings: Partial<SettlementSettings> = {}) =>
  settlementOf(billFacts({ ...theBill, ...bill }), paymentFacts({ ...thePayment, ...payment }), {
    ...noTolerance,
    ...settings,
  })
export const found = (
  bills: BillGiven[],
  payments: PaymentGiven[],
  settings: Partial<SettlementSettings> = {},
  declined: string[] = [],
) =>
  findSettlements({
    bills: bills.map(given => billFacts({ ...theBill, ...given })),
    payments: payments.map(given => paymentFacts({ ...thePayment, ...given })),
    settings: { ...noTolerance, ...settings },
    isDeclined: (billId, paymentId) => declined.includes(`${billId} ${paymentId}`),
  })

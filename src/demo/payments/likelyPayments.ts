/** Payments that probably settle an open bill, but not surely: matches that a person has to decide. */
import { percentOf } from '../amounts.ts'
import type { BillPlan } from '../billPlans.ts'
import { lastDay, workdayUpTo } from '../calendarDays.ts'
import { demoIban } from '../ibans.ts'
import { type Movement, type TransactionDraft, transferOut } from '../transactionDrafts.ts'

/** The cash discount that the document of the last of these bills offers. */
export const discountPercent = 2
export const discountDays = 30

/** One doubt for each of the oldest open bills that have no payment and name an account. */
const doubts: readonly ((bill: BillPlan) => TransactionDraft[])[] = [
  // The bank reported neither the reference nor the account.
  bill => [payment(bill, { reference: null, party: { ...bill.supplier, iban: null } })],
  // Someone else got the money: a factoring bank, or a fraudster.
  bill => [
    payment(bill, {
      reference: `Ford. ${bill.invoiceNumber}`,
      party: {
        ...bill.supplier,
        name: 'Abrechnungsstelle Nordkredit',
        iban: demoIban('DE', 'Abrechnungsstelle Nordkredit'),
      },
    }),
  ],
  // Paid twice.
  bill => [payment(bill, { reference: null }), payment(bill, { reference: null, day: paidDay(bill) + 3 })],
  // A part payment.
  bill => [payment(bill, { amountMinor: percentOf(totalMinor(bill), 40) })],
  // Less a cash discount.
  bill => [payment(bill, { amountMinor: totalMinor(bill) - percentOf(totalMinor(bill), discountPercent) })],
]

export function likelyPayments(bills: readonly BillPlan[]): TransactionDraft[] {
  return likelyPaid(bills).flatMap((bill, index) => doubts[index]?.(bill) ?? [])
}

const likelyPaid = (bills: readonly BillPlan[]): BillPlan[] =>
  bills
    .filter(({ status, supplier }) => status === 'pending_match' && supplier.iban !== null)
    .slice(0, doubts.length)

const totalMinor = ({ netMinor, vatMinor }: BillPlan): number => netMinor + vatMinor

/** A few days before the bill is due, and not after the end of the demo. */
const paidDay = ({ dueDay }: BillPlan): number => Math.min(dueDay - 3, lastDay - 6)

function payment(bill: BillPlan, { day = paidDay(bill), ...given }: Partial<Movement>): TransactionDraft {
  return transferOut({
    account: bill.supplier.account,
    day: workdayUpTo(day),
    amountMinor: totalMinor(bill),
    party: bill.supplier,
    reference: bill.reference,
    ...given,
  })
}

/** Turns bill plans into bills. How much is known about a bill depends on how far it has moved through the inbox. */
import { type Bill, bill } from '../contract/bills.ts'
import { blank } from '../contract/blank.ts'
import type { Company } from '../contract/companies.ts'
import type { Transaction } from '../contract/transactions.ts'
import { accountPlans } from './accountPlans.ts'
import { decimal } from './amounts.ts'
import type { BillPlan } from './billPlans.ts'
import { dateOf, instantOf, someTimeAfter, workingHour } from './calendarDays.ts'
import type { CompanyKey } from './companies.ts'
import { byId, demoId } from './ids.ts'
import { type RandomStream, randomStream } from './random.ts'
import type { TransactionDraft } from './transactionDrafts.ts'

const blankBill = blank(bill)

export function finishedBills(
  plans: readonly BillPlan[],
  companies: Record<CompanyKey, Company>,
  transactions: ReadonlyMap<TransactionDraft, Transaction>,
): Bill[] {
  const random = randomStream('finished bills')
  return plans
    .map(plan => {
      const payment = plan.payment === null ? undefined : transactions.get(plan.payment)
      return finished(plan, companies[plan.supplier.company].id, payment, random)
    })
    .sort(byId)
}

function finished(
  plan: BillPlan,
  companyId: string,
  payment: Transaction | undefined,
  random: RandomStream,
): Bill {
  const createdMs = workingHour(plan.receivedDay, random)
  // A matched bill was paid outside the bill inbox, so its payment time is unknown.
  const paidAt = payment === undefined || plan.status === 'matched' ? null : payment.createdAt
  return {
    ...blankBill,
    id: demoId('bil', createdMs, random),
    companyId,
    status: plan.status,
    ...extracted(plan, random),
    matchedTransactionId: payment?.id ?? null,
    paidAt,
    createdAt: instantOf(createdMs),
    updatedAt: instantOf(updatedMs(plan, createdMs, payment, random)),
  }
}

function extracted(plan: BillPlan, random: RandomStream): Partial<Bill> {
  const { status, supplier } = plan
  if (status === 'new' || status === 'processing') return {}
  if (status === 'extract_failed') {
    return { supplierName: random.percent(40) ? supplier.name : null }
  }
  // Not every invoice states the VAT or a due date.
  const isSparse = status === 'pending_match' && random.percent(30)
  return {
    supplierName: supplier.name,
    supplierIban: supplier.iban,
    invoiceNumber: plan.invoiceNumber,
    totalAmount: decimal(plan.netMinor + plan.vatMinor),
    vatAmount: isSparse ? null : decimal(plan.vatMinor),
    currency: accountPlans[supplier.account].currency,
    invoiceDate: dateOf(plan.invoiceDay),
    dueDate: isSparse ? null : dateOf(plan.dueDay),
    paymentReference: plan.reference,
  }
}

function updatedMs(
  { status }: BillPlan,
  createdMs: number,
  payment: Transaction | undefined,
  random: RandomStream,
): number {
  if (status === 'new') return createdMs
  if (payment === undefined) return someTimeAfter(createdMs, status === 'processing' ? 1 : 96, random)
  const settledMs = Date.parse(payment.createdAt)
  return status === 'paid' ? settledMs : someTimeAfter(settledMs, 72, random)
}

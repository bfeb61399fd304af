/** Which bills arrive, when, for how much, and which payment settles them. */
import type { Bill } from '../contract/bills.ts'
import { ibanWithCheckDigits } from '../domain/money/iban.ts'
import { percentOf } from './amounts.ts'
import { dayOf, lastDay, workdayUpTo, yearOf } from './calendarDays.ts'
import { type Supplier, suppliers } from './names/suppliers.ts'
import { type RandomStream, randomStream } from './random.ts'
import { type TransactionDraft, transferOut } from './transactionDrafts.ts'

export interface BillPlan {
  status: Bill['status']
  supplier: Supplier
  invoiceNumber: string
  reference: string
  netMinor: number
  vatMinor: number
  invoiceDay: number
  receivedDay: number
  dueDay: number
  payment: TransactionDraft | null
}

interface Batch {
  status: Bill['status']
  count: number
  from: string
  to: string
  settled: boolean
}

const batch = (status: Bill['status'], count: number, from: string, to: string, settled = false): Batch => ({
  status,
  count,
  from,
  to,
  settled,
})

// Settled bills were invoiced early enough for their payment to fall within the demo period, open ones are
// recent, and archived ones are old.
const batches: readonly Batch[] = [
  batch('archived', 6, '2025-05-02', '2025-09-30', true),
  batch('archived', 6, '2025-05-02', '2025-12-31'),
  batch('paid', 62, '2025-05-05', '2026-09-25', true),
  batch('matched', 14, '2026-03-02', '2026-09-25', true),
  batch('rejected', 6, '2025-08-01', '2026-10-15'),
  batch('pending_match', 12, '2026-09-01', '2026-10-08'),
  batch('scheduled', 8, '2026-10-05', '2026-10-22'),
  batch('approved', 9, '2026-10-08', '2026-10-24'),
  batch('pending_approval', 12, '2026-10-12', '2026-10-26'),
  batch('extract_failed', 5, '2026-09-20', '2026-10-25'),
  batch('processing', 4, '2026-10-30', '2026-10-30'),
  batch('new', 6, '2026-10-30', '2026-10-30'),
]

export function billPlans(): BillPlan[] {
  const random = randomStream('bills')
  const invoices = batches
    .flatMap(({ status, count, from, to, settled }) =>
      Array.from({ length: count }, () => {
        const invoiceDay = workdayUpTo(random.between(dayOf(from), dayOf(to)))
        return { status, settled, invoiceDay, supplier: random.pick(suppliers) }
      }),
    )
    .toSorted((one, other) => one.invoiceDay - other.invoiceDay)

  // Suppliers number their invoices consecutively, so the numbers follow the days.
  const lastNumbers = new Map<Supplier, number>()
  return invoices.map(({ status, settled, invoiceDay, supplier }) => {
    const number = (lastNumbers.get(supplier) ?? random.between(100, 700)) + random.between(1, 12)
    lastNumbers.set(supplier, number)
    const plan = unpaidPlan(status, supplier, number, invoiceDay, random)
    return settled ? { ...plan, payment: paymentOf(plan, random) } : plan
  })
}

function unpaidPlan(
  status: Bill['status'],
  supplier: Supplier,
  number: number,
  invoiceDay: number,
  random: RandomStream,
): BillPlan {
  const invoiceNumber = `${supplier.invoicePrefix}-${yearOf(invoiceDay)}-${String(number).padStart(4, '0')}`
  const netMinor = random.between(supplier.leastNetMinor, supplier.mostNetMinor)
  return {
    status,
    supplier,
    invoiceNumber,
    reference: referenceOf(supplier, invoiceNumber),
    netMinor,
    vatMinor: percentOf(netMinor, supplier.vatPercent),
    invoiceDay,
    receivedDay: Math.min(invoiceDay + random.between(0, 4), lastDay),
    dueDay: invoiceDay + termDays(status, random),
    payment: null,
  }
}

/** Bills waiting to be paid are not overdue: in a demo, that would look like a mistake. */
function termDays(status: Bill['status'], random: RandomStream): number {
  const isWaiting = status === 'pending_approval' || status === 'approved' || status === 'scheduled'
  return isWaiting ? 30 : random.pick([14, 14, 30])
}

function referenceOf(supplier: Supplier, invoiceNumber: string): string {
  if (supplier.referenceStyle === 'customer') return `${supplier.defaultReference} ${invoiceNumber}`
  // A creditor reference (ISO 11649) has check digits in the same place as an IBAN, computed the same way.
  if (supplier.referenceStyle === 'creditor')
    return ibanWithCheckDigits('RF', invoiceNumber.replaceAll('-', ''))
  return invoiceNumber
}

/** Paid on the due date or shortly before, and always after the bill arrived. */
function paymentOf(plan: BillPlan, random: RandomStream): TransactionDraft {
  return transferOut({
    account: plan.supplier.account,
    day: workdayUpTo(plan.dueDay - random.below(4)),
    amountMinor: plan.netMinor + plan.vatMinor,
    party: plan.supplier,
    reference: plan.reference,
  })
}

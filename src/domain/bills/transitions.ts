/**
 * The statuses that a person may give a bill, by its status. This is the only list of them: the service checks every
 * move against it, and the console shows what it allows. Matching a payment is separate (src/actions/matches.ts).
 */
import type { Bill } from '../../contract/bills.ts'

export type BillStatus = Bill['status']

export const billTransitions = {
  new: ['processing'],
  processing: ['pending_match', 'extract_failed'],
  extract_failed: ['pending_match', 'rejected'],
  pending_match: ['matched', 'pending_approval', 'archived'],
  matched: ['paid', 'pending_match'],
  pending_approval: ['approved', 'rejected'],
  approved: ['scheduled', 'paid'],
  scheduled: ['paid', 'approved'],
  paid: ['archived'],
  rejected: ['pending_approval', 'archived'],
  archived: [],
} as const satisfies Record<BillStatus, readonly BillStatus[]>

export const nextStatuses = (from: BillStatus): readonly BillStatus[] => billTransitions[from]

export const mayMove = (from: BillStatus, to: BillStatus): boolean => nextStatuses(from).includes(to)

/** The values that a bill needs before it can be matched, approved and paid. */
export const neededFields = [
  'supplierName',
  'invoiceNumber',
  'totalAmount',
  'currency',
  'invoiceDate',
] as const satisfies readonly (keyof Bill)[]

export const missingFields = (bill: Pick<Bill, (typeof neededFields)[number]>) =>
  neededFields.filter(name => bill[name] === null)

/** Statuses in which people can correct the values of a bill. After the approval they stay as they were approved. */
const fixableStatuses: readonly BillStatus[] = [
  'processing',
  'extract_failed',
  'pending_match',
  'pending_approval',
  'rejected',
]

export const isFixable = (status: BillStatus): boolean => fixableStatuses.includes(status)

/** A complete fix is the end of reading it. */
export const statusAfterFix = (status: BillStatus, isComplete: boolean): BillStatus =>
  isComplete && (status === 'extract_failed' || status === 'processing') ? 'pending_match' : status

import type { Bill } from '../../../../src/contract/bills.ts'
import { formatInstant } from '../../format/date.ts'

/** A bill that is still being read has no name yet. */
export const supplierOf = ({ supplierName, status }: Bill): string =>
  supplierName ?? (status === 'extract_failed' ? 'Unreadable document' : 'Unread document')

/** What tells it from others of that name. */
export const subtitleOf = ({ invoiceNumber, createdAt }: Bill): string =>
  invoiceNumber ?? `Came in ${formatInstant(createdAt)}`

/** In the order that a bill goes through them; the type makes it a mistake to forget one. */
const statuses: Record<Bill['status'], true> = {
  new: true,
  processing: true,
  extract_failed: true,
  pending_match: true,
  matched: true,
  pending_approval: true,
  approved: true,
  scheduled: true,
  paid: true,
  rejected: true,
  archived: true,
}

export const billStatusOrder = Object.keys(statuses) as Bill['status'][]

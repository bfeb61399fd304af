import type { Bill } from '../../../../src/contract/bills.ts'
import { formatInstant } from '../../format/date.ts'

/** A bill that is still being read has no name yet. */
export const supplierOf = ({ supplierName, status }: Bill): string =>
  supplierName ?? (status === 'extract_failed' ? 'Unreadable document' : 'Unread document')

/** What tells it from others of that name. */
export const subtitleOf = ({ invoiceNumber, createdAt }: Bill): string =>
  invoiceNumber ?? `Came in ${formatInstant(createdAt)}`

/** In the order that a bill goes through them. */
export const billStatusOrder = [
  'new',
  'processing',
  'extract_failed',
  'pending_match',
  'matched',
  'pending_approval',
  'approved',
  'scheduled',
  'paid',
  'rejected',
  'archived',
] satisfies Bill['status'][]

import type { Bill } from '../../../../src/contract/bills.ts'
import { formatInstant } from '../../format/date.ts'

/** A bill that is still being read has no supplier yet. */
export const supplierOf = ({ supplierName, status }: Bill): string =>
  supplierName ?? (status === 'extract_failed' ? 'Unreadable document' : 'Document not read yet')

/** Tells it apart from other bills of the same supplier. */
export const subtitleOf = ({ invoiceNumber, createdAt }: Bill): string =>
  invoiceNumber ?? `Received ${formatInstant(createdAt)}`

/** In the order of a bill's life. The type makes sure that none is forgotten. */
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

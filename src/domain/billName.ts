import type { Bill } from '../contract/bills.ts'

/** A human-readable name for a bill: its supplier and invoice number. */
export const billName = ({ id, supplierName, invoiceNumber }: NamedBill): string =>
  [supplierName, invoiceNumber ?? (supplierName === null ? id : null)].filter(Boolean).join(' ')

type NamedBill = Pick<Bill, 'id' | 'supplierName' | 'invoiceNumber'>

import type { Bill } from '../contract/bills.ts'

/** What people call a bill: who sent it, and its number. */
export const billName = ({ id, supplierName, invoiceNumber }: NamedBill): string =>
  [supplierName, invoiceNumber ?? (supplierName === null ? id : null)].filter(Boolean).join(' ')

type NamedBill = Pick<Bill, 'id' | 'supplierName' | 'invoiceNumber'>

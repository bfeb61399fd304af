import * as z from 'zod'
import { operation } from './operation.ts'
import {
  choice,
  choices,
  companyIdParameter,
  currency,
  currencyParameter,
  cursorParameter,
  date,
  id,
  instant,
  limitParameter,
  money,
  nullableText,
  pageOf,
  searchParameter,
} from './primitives.ts'

export const billStatuses = [
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
] as const

export const bill = z
  .object({
    id: id('Opaque id of the bill.', 'bil_01JZ7Q4W0G3V8N5K2M9R6T1XYH'),
    companyId: id('The company that owes the bill.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
    status: choice(billStatuses, 'Status of the bill.'),
    supplierName: nullableText('Name of the supplier.', 'Papierwerk Süd AG'),
    supplierIban: nullableText('IBAN to pay.', 'DE75512108001245126199'),
    invoiceNumber: nullableText("The supplier's invoice number.", 'RE-2026-0117'),
    totalAmount: money('Amount to pay, including VAT.', '1249.90').nullable(),
    vatAmount: money('VAT included in the total.', '199.56').nullable(),
    currency: currency.nullable(),
    invoiceDate: date('Date on the invoice.').nullable(),
    dueDate: date('Due date.').nullable(),
    paymentReference: nullableText('Payment reference for the transfer.', 'RF18539007547034'),
    matchedTransactionId: id(
      'The transaction that settled the bill, once matched.',
      'txn_01JZ7Q4W0G3V8N5K2M9R6T1XYG',
    ).nullable(),
    paidAt: instant('When the bill was paid.').nullable(),
    createdAt: instant('When the bill was added.'),
    updatedAt: instant('When anything in this object last changed.'),
  })
  .meta({
    id: 'Bill',
    description: 'A payable invoice in the bill-pay inbox, with the values from its document.',
  })

export type Bill = z.infer<typeof bill>

export const listBills = operation({
  id: 'listBills',
  method: 'GET',
  path: '/bills',
  tag: 'Bills',
  summary: 'Paged bills',
  description:
    'Newest first, by creation time. Use `updatedAfter` to keep a copy in sync, as for transactions; ' +
    '`GET /changes` also tells which bills were deleted.',
  scopes: ['bills:read'],
  query: z.object({
    companyId: companyIdParameter,
    status: choices(billStatuses, 'Only these statuses, separated by commas.').optional(),
    q: searchParameter('supplier, invoice number, payment reference, total, IBAN'),
    minAmount: money('A total of this or more, in any currency.', '100').optional(),
    maxAmount: money('A total of this or less, in any currency.', '2500.00').optional(),
    currency: currencyParameter,
    dueFrom: date('Due on this day or later.').optional(),
    dueTo: date('Due on this day or earlier.').optional(),
    updatedAfter: instant('Only bills created or changed after this instant.').optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  success: {
    status: 200,
    description: 'A page of bills.',
    schema: pageOf(bill),
  },
})

export const getBill = operation({
  id: 'getBill',
  method: 'GET',
  path: '/bills/{id}',
  tag: 'Bills',
  summary: 'One bill',
  description: 'In any status, with the values from its document.',
  scopes: ['bills:read'],
  success: { status: 200, description: 'The bill.', schema: bill },
})

export const operations = { listBills, getBill }

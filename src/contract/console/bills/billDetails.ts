/** Where a bill's values come from, what was checked, and its original document. */
import * as z from 'zod'
import { choice, instant } from '../../primitives.ts'
import { problem } from '../imports.ts'
import { match } from '../matching.ts'
import { consoleOperation } from '../operation.ts'
import { everyone } from '../roles.ts'
import { billSettlement, discountTerms } from '../settlement.ts'
import { invoiceContent } from './content.ts'

export const billFields = [
  'supplierName',
  'supplierIban',
  'invoiceNumber',
  'totalAmount',
  'vatAmount',
  'currency',
  'invoiceDate',
  'dueDate',
  'paymentReference',
] as const

export const documentMediaTypes = ['application/pdf', 'application/xml', 'application/pkcs7-mime'] as const

export const billDocument = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: choice(documentMediaTypes, 'Media type of the document.'),
  bytes: z.int(),
  digest: z.string().meta({ description: 'SHA-256, in hexadecimal digits.' }),
  createdAt: instant('When the document was added.'),
})

export type BillDocument = z.infer<typeof billDocument>

export const billDetails = z.object({
  billId: z.string(),
  importId: z.string().nullable(),
  format: z
    .string()
    .nullable()
    .meta({ examples: ['ubl-invoice'] }),
  profile: z
    .string()
    .nullable()
    .meta({ description: 'The specification that the document claims to follow.' }),
  sources: z.partialRecord(
    z.enum(billFields),
    z.object({ value: z.string(), path: z.string().meta({ description: 'Where it is in the document.' }) }),
  ),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  problems: z.array(problem),
  failure: z
    .string()
    .nullable()
    .meta({ description: 'Why the document, or a required part of it, could not be read.' }),
  missing: z.array(z.enum(billFields)),
  steps: z.array(z.object({ status: z.string(), at: instant('When.') })).meta({
    description: 'Each status that the bill had during its import.',
  }),
  documents: z.array(billDocument),
  content: invoiceContent
    .nullable()
    .meta({ description: 'What the document says besides; null if it has no e-invoice.' }),
  match: match.nullable(),
  discounts: z.array(discountTerms).meta({ description: 'Cash discounts, as the document states them.' }),
  settlement: billSettlement,
})

export type BillDetails = z.infer<typeof billDetails>

export const shownBillDetails = billDetails.extend({
  buyerIsKnown: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the buyer is a company of the workspace; null if no buyer is named.' }),
})

export type ShownBillDetails = z.infer<typeof shownBillDetails>

export const getBillDetails = consoleOperation({
  id: 'getBillDetails',
  method: 'GET',
  path: '/bill-details/{id}',
  summary: "Where a bill's values come from; empty if it has no document",
  access: everyone,
  success: { status: 200, description: 'The details.', schema: shownBillDetails },
})

export const getDocument = consoleOperation({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{id}',
  summary: 'An original document',
  access: everyone,
  query: z.object({
    show: choice(['inline'], 'Let the browser show a PDF instead of downloading it.').optional(),
  }),
  success: { status: 200, description: 'Its bytes.', form: 'file' },
})

/**
 * Stores one e-invoice: as a bill or, if the same invoice is already stored, as another document of that
 * bill. An invoice that could not be read becomes a bill too, with the reason, so that nothing received goes
 * unnoticed.
 */
import { createHash } from 'node:crypto'
import type { Bill } from '../contract/bills.ts'
import {
  type BillDetails,
  billFields,
  type documentMediaTypes,
} from '../contract/console/bills/billDetails.ts'
import type { ImportedBill } from '../contract/console/imports.ts'
import { newId } from '../domain/ids.ts'
import { importOfBill, insertBillDetails } from '../store/billDetails.ts'
import { findBillsLike, type InvoiceFacts, insertBill, type NewBill } from '../store/bills.ts'
import { findKeptDocument, insertDocument, type KeptDocument } from '../store/documents.ts'
import type { Connection } from '../store/engine/door.ts'
import { type Problem, UnreadableFile } from './files/problem.ts'
import { storable, storableJson } from './files/storable.ts'
import { isP7m } from './invoices/p7m/p7m.ts'
import { type FieldName, type InvoiceResult, isPdf } from './invoices/readInvoice.ts'

export const documentBytesMax = 20 * 1024 * 1024
const documentNameLengthMax = 255

type MediaType = (typeof documentMediaTypes)[number]

export interface InvoiceInput {
  workspaceId: string
  companyId: string
  importId: string
  stamp: string
  nowMs: number
  /** `isPart`: the file has other invoices, too. */
  file: { name: string; bytes: Uint8Array; read: InvoiceResult; isPart?: boolean }
}

export interface WrittenInvoice {
  /** `known` adds a document to an existing bill; `known_document` means the document is stored already, too. */
  outcome: 'added' | 'known' | 'failed' | 'known_document'
  billId: string
  bill: ImportedBill
  problems: Problem[]
  /** Whether anything visible through the API changed. */
  changed: boolean
  /** Whether anything was stored. */
  kept: boolean
  /** Earlier imports that this one builds on: they cannot be undone before it is. */
  grounds: string[]
}

/** Runs inside a write to the workspace, whose lock prevents the same invoice from being stored twice. */
export async function writeInvoice(connection: Connection, input: InvoiceInput): Promise<WrittenInvoice> {
  const { workspaceId, companyId, file } = input
  if (file.bytes.length > documentBytesMax) throw tooLarge()
  const digest = createHash('sha256').update(file.bytes).digest('hex')
  const kept = await findKept(connection, input, digest)
  if (kept && !isReadAtLast(kept, file.read)) {
    return await found(connection, input, kept.bill, kept.importId)
  }
  const facts = factsOf(companyId, file.read)
  const alike = facts ? await findBillsLike(connection, workspaceId, facts) : []
  const same = alike.find(isReadWhole)
  if (same) {
    await keepDocument(connection, input, same.id, digest)
    return await found(connection, input, same, null)
  }
  const failedBefore = kept?.bill ?? alike.find(({ status }) => status === 'extract_failed') ?? null
  return await addBill(connection, input, digest, failedBefore)
}

/** In a file with several invoices, the number tells which of its bills is meant. */
async function findKept(
  connection: Connection,
  { workspaceId, companyId, importId, file }: InvoiceInput,
  digest: string,
): Promise<KeptDocument | null> {
  if (!file.isPart) return await findKeptDocument(connection, workspaceId, { companyId, digest })
  const invoiceNumber = file.read.invoice?.fields.invoiceNumber?.value ?? null
  const kept = await findKeptDocument(connection, workspaceId, { companyId, digest, invoiceNumber })
  // Two invoices of this file that both lack a number are two.
  return invoiceNumber === null && kept?.importId === importId ? null : kept
}

const tooLarge = () =>
  new UnreadableFile(
    `it is larger than ${documentBytesMax} bytes, the largest invoice that is stored; ask for a smaller one`,
  )

/** The stored document could not be read before, but can be now. */
const isReadAtLast = ({ bill }: KeptDocument, read: InvoiceResult): boolean =>
  bill.status === 'extract_failed' && read.outcome === 'read'

/** Has every field that identifies an invoice; unreadable ones lack some. */
const isReadWhole = ({ status, supplierName, invoiceDate, totalAmount }: Bill): boolean =>
  status !== 'extract_failed' && supplierName !== null && invoiceDate !== null && totalAmount !== null

/** The fields that identify an invoice; null for one that could not be read, which matches no other. */
function factsOf(companyId: string, read: InvoiceResult): InvoiceFacts | null {
  if (read.outcome === 'failed') return null
  const { supplierName, invoiceNumber, invoiceDate, totalAmount, currency } = read.invoice.fields
  if (!supplierName || !invoiceNumber || !invoiceDate || !totalAmount || !currency) return null
  return {
    companyId,
    supplierName: supplierName.value,
    invoiceNumber: invoiceNumber.value,
    invoiceDate: invoiceDate.value,
    totalAmount: totalAmount.value,
    currency: currency.value,
  }
}

/** `documentFrom` is the import that stored the document; null if it was stored just now. */
async function found(
  connection: Connection,
  { workspaceId, importId, file }: InvoiceInput,
  bill: Bill,
  documentFrom: string | null,
): Promise<WrittenInvoice> {
  const others = [await importOfBill(connection, workspaceId, bill.id), documentFrom]
  const isNewDocument = documentFrom === null
  const remark = isNewDocument
    ? 'The invoice is already stored; this document was added to it'
    : 'The document is already stored'
  return {
    outcome: isNewDocument ? 'known' : 'known_document',
    billId: bill.id,
    bill: reported(bill, 'known', remark),
    problems: problemsOf(file.read),
    changed: false,
    kept: isNewDocument,
    grounds: [...new Set(others)].filter(other => other !== null && other !== importId) as string[],
  }
}

async function addBill(
  connection: Connection,
  input: InvoiceInput,
  digest: string,
  failedBefore: Bill | null,
): Promise<WrittenInvoice> {
  const { workspaceId, companyId, stamp, nowMs, file } = input
  const { read } = file
  const isRead = read.outcome === 'read'
  const status = isRead ? 'pending_match' : 'extract_failed'
  const given: NewBill = { id: newId('bil', nowMs), companyId, status, ...valuesOf(read) }
  const bill = await insertBill(connection, workspaceId, given, stamp)
  const steps = (['new', 'processing', status] as const).map(step => ({ status: step, at: stamp }))
  await describeBill(connection, input, bill.id, digest, steps)
  const remark = isRead ? failedBefore && betterThan(failedBefore) : storable(read.reason)
  return {
    outcome: isRead ? 'added' : 'failed',
    billId: bill.id,
    bill: reported(bill, isRead ? 'added' : 'failed', remark),
    problems: problemsOf(read),
    changed: true,
    kept: true,
    grounds: [],
  }
}

/** Stores a document, and what was read in it as the origin of the bill's values. */
export async function describeBill(
  connection: Connection,
  input: InvoiceInput,
  billId: string,
  digest: string,
  steps: BillDetails['steps'],
): Promise<void> {
  const { workspaceId, importId, file } = input
  const { read } = file
  const isRead = read.outcome === 'read'
  await insertBillDetails(connection, workspaceId, {
    billId,
    importId,
    format: read.invoice?.format ?? null,
    profile: read.invoice?.profile ?? null,
    sources: sourcesOf(read),
    checks: storableJson(read.invoice?.checks ?? []),
    problems: problemsOf(read),
    failure: isRead ? null : storable(read.reason),
    missing: isRead ? [] : read.missing,
    discounts: storableJson(read.invoice?.discounts ?? []),
    content: storableJson(read.invoice?.content ?? null),
    steps,
  })
  await keepDocument(connection, input, billId, digest)
}

const betterThan = ({ createdAt }: Bill): string =>
  `It was imported at ${createdAt} but could not be read then; this is a new bill, and the other one can be rejected`

async function keepDocument(
  connection: Connection,
  { workspaceId, importId, stamp, nowMs, file }: InvoiceInput,
  billId: string,
  digest: string,
): Promise<void> {
  const mediaType = mediaTypeOf(file.bytes)
  await insertDocument(connection, workspaceId, {
    id: newId('doc', nowMs),
    billId,
    importId,
    name: documentName(file.name, mediaType),
    mediaType,
    digest,
    content: file.bytes,
    createdAt: stamp,
  })
}

function mediaTypeOf(bytes: Uint8Array): MediaType {
  if (isP7m(bytes)) return 'application/pkcs7-mime'
  return isPdf(bytes) ? 'application/pdf' : 'application/xml'
}

/** What a document is called that has no name. */
const plainNames: Readonly<Record<MediaType, string>> = {
  'application/pdf': 'invoice.pdf',
  'application/xml': 'invoice.xml',
  'application/pkcs7-mime': 'invoice.xml.p7m',
}

/** The last part of a path in an archive, without characters that file systems reject. */
function documentName(given: string, mediaType: MediaType): string {
  const name = storable(given)
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return [...name].slice(0, documentNameLengthMax).join('') || plainNames[mediaType]
}

const valuesOf = ({ invoice }: InvoiceResult) =>
  Object.fromEntries(billFields.map(name => [name, invoice?.fields[name]?.value ?? null])) as Record<
    FieldName,
    string | null
  >

const sourcesOf = ({ invoice }: InvoiceResult) =>
  storableJson(
    Object.fromEntries(Object.entries(invoice?.fields ?? {}).filter(([, field]) => field !== null)),
  )

const problemsOf = ({ invoice }: InvoiceResult): Problem[] => storableJson(invoice?.problems ?? [])

export function reported(
  { id, status, supplierName, invoiceNumber, totalAmount, currency }: Bill,
  outcome: ImportedBill['outcome'],
  remark: string | null,
): ImportedBill {
  return { billId: id, outcome, status, supplierName, invoiceNumber, totalAmount, currency, remark }
}

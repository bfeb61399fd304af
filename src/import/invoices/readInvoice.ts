/**
 * Reads an e-invoice from XML, signed or not, or from a PDF with XML attached. A FatturaPA file may have several. A file that is not an e-invoice, is broken or
 * exceeds a limit is rejected (UnreadableFile). An invoice that lacks what a bill needs is a failure that
 * lists what is missing, with everything that could be read. So is a PDF without XML, which may well be an
 * invoice for people.
 */
import { UnreadableFile } from '../files/problem.ts'
import { decodeWhole } from '../files/text.ts'
import { readCii } from './cii/cii.ts'
import { nameOf, type Place, readDocument } from './document.ts'
import { type Draft, finished } from './draft.ts'
import { isFatturaPaRoot, readFatturaPa } from './fatturapa/fatturapa.ts'
import { Findings, shown } from './findings.ts'
import type { ReadInvoice } from './invoice.ts'
import { unwrapP7m } from './p7m/p7m.ts'
import { type PdfAttachment, readPdfAttachments } from './pdf/pdf.ts'
import { readUbl } from './ubl/ubl.ts'

/** A character takes at least one byte, so a larger file is rejected before it is decoded. */
const xmlBytesMax = 32 * 1024 * 1024

export type FieldName = keyof ReadInvoice['fields']

export type InvoiceResult =
  | { outcome: 'read'; invoice: ReadInvoice; attachment: string | null }
  | {
      outcome: 'failed'
      /** A sentence for people, without the final full stop. */
      reason: string
      missing: FieldName[]
      /** Null if there is no e-invoice, or none that can be read. */
      invoice: ReadInvoice | null
      attachment: string | null
    }

/** The fields a bill needs, worded for a sentence. A valid invoice may lack the others. */
const needed = {
  supplierName: 'the supplier name',
  invoiceNumber: 'the invoice number',
  totalAmount: 'the amount due',
  currency: 'the currency',
  invoiceDate: 'the invoice date',
} as const

const neededNames = Object.keys(needed) as Array<keyof typeof needed>

/** The first invoice of a file. All but FatturaPA have only one. */
export function readInvoice(file: Uint8Array | string): InvoiceResult {
  const [first] = readInvoices(file)
  if (first === undefined) throw new Error('A file has at least one invoice.')
  return first
}

/** At least one. */
export function readInvoices(given: Uint8Array | string): InvoiceResult[] {
  if (typeof given === 'string') return readInvoiceXml(given, null)
  const file = unwrapP7m(given)
  return isPdf(file) ? [readInvoicePdf(file)] : readInvoiceXml(decodeWhole(file, xmlBytesMax), null)
}

function readInvoicePdf(file: Uint8Array): InvoiceResult {
  const { invoice, names } = readPdfAttachments(file)
  if (invoice !== null) return readAttached(invoice)
  const attached =
    names.length === 0
      ? 'it has no attachments'
      : `its attachments are ${names.slice(0, 5).map(shown).join(', ')}`
  const expected = 'factur-x.xml, xrechnung.xml or zugferd-invoice.xml'
  return nothingRead(`the PDF contains no e-invoice: ${attached}; expected ${expected}`, null)
}

/** The PDF itself is readable for people, so it is stored even if its XML is unusable. */
function readAttached({ name, bytes }: PdfAttachment): InvoiceResult {
  try {
    const [first] = readInvoiceXml(decodeWhole(bytes, xmlBytesMax), name)
    if (first) return first
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const line = error.line === null ? '' : ` (line ${error.line})`
    return nothingRead(`${shown(name)} in the PDF cannot be read: ${error.message}${line}`, name)
  }
  return nothingRead(`${shown(name)} in the PDF has no invoice`, name)
}

function nothingRead(reason: string, attachment: string | null): InvoiceResult {
  return { outcome: 'failed', reason, missing: [...neededNames], invoice: null, attachment }
}

function readInvoiceXml(text: string, attachment: string | null): InvoiceResult[] {
  const root = readDocument(text)
  if (isFatturaPaRoot(root.element.name)) {
    const bodies = readFatturaPa(root)
    if (typeof bodies === 'string') throw new UnreadableFile(bodies)
    return bodies.map(({ draft, findings }) => resultOf(finished(draft, findings), attachment))
  }
  const findings = new Findings()
  return [resultOf(finished(readRoot(root, findings), findings), attachment)]
}

function resultOf(invoice: ReadInvoice, attachment: string | null): InvoiceResult {
  const missing = neededNames.filter(name => invoice.fields[name] === null)
  if (missing.length === 0) return { outcome: 'read', invoice, attachment }
  const reason = `the invoice lacks ${missing.map(name => needed[name]).join(', ')}, or has it in an unreadable form`
  return { outcome: 'failed', reason, missing, invoice, attachment }
}

function readRoot(root: Place, findings: Findings): Draft {
  const name = nameOf(root.element)
  if (name === 'Invoice' || name === 'CreditNote') return readUbl(root, findings)
  if (name === 'rsm:CrossIndustryInvoice' || name === 'rsm:CrossIndustryDocument')
    return readCii(root, findings)
  const { line, name: local, namespace } = root.element
  const found = namespace === '' ? shown(local) : `${shown(local)} of ${shown(namespace)}`
  throw new UnreadableFile(
    `it is not an e-invoice in UBL, CII or FatturaPA: its root element is ${found}`,
    line,
  )
}

/** A PDF may have other bytes before its header, within the first kilobyte. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-')
}

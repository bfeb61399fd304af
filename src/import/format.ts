/** Detects the format of a file from its first bytes, never from its name. If we cannot read it, says why. */
import { UnreadableFile } from './files/problem.ts'
import { decodeHead } from './files/text.ts'
import { XmlReader } from './files/xml.ts'
import { isFatturaPaRoot } from './invoices/fatturapa/fatturapa.ts'
import { isP7m } from './invoices/p7m/p7m.ts'
import { detectLineFormat, type LineFormat } from './lineFormats.ts'
import { isQif } from './sheets/qif.ts'
import type { WorkbookSyntax } from './sheets/workbook.ts'
import { xmlSheetNamespace } from './sheets/xmlSheet.ts'
import { camtNamed, camtNamespace } from './statements/camt/camt.ts'

export type Format =
  /** The version is null if the file has no namespace. */
  | { kind: 'camt'; message: string; version: string | null }
  | { kind: 'mt940' }
  | { kind: LineFormat }
  | { kind: 'ofx'; syntax: 'sgml' | 'xml' }
  /** From a sheet of a workbook, if it says so. */
  | { kind: 'csv'; from?: WorkbookSyntax }
  | { kind: 'workbook'; syntax: WorkbookSyntax }
  | { kind: 'ubl' | 'cii' | 'zugferd1' | 'fatturapa' }
  /** Signed; what is inside is known when it is unwrapped. */
  | { kind: 'p7m' }
  | { kind: 'pdf' }
  | { kind: 'zip' }
  | { kind: 'workspace' }
  | { kind: 'unknown'; reason: string }

/** How many of the first bytes are needed; a shorter file is fine. */
export const headBytes = 65_536

/** First bytes of files that people import by mistake. */
const otherKinds: readonly [magic: string, name: string][] = [
  ['\x1f\x8b', 'a gzip archive; unpack it first'],
  ['7z\xbc\xaf', 'a 7z archive; unpack it first'],
  ['Rar!', 'a RAR archive; unpack it first'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['II*\0', 'a picture'],
  ['MM\0*', 'a picture'],
  ['{\\rtf', 'a text document (RTF)'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['SQLite format 3', 'a database'],
]

const invoiceNamespaces: readonly [prefix: string, kind: 'ubl' | 'cii' | 'zugferd1'][] = [
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-', 'ubl'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-', 'ubl'],
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:', 'cii'],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0', 'zugferd1'],
]

/** Receipts and metadata come with the invoices that people download. */
const notifications =
  /^http:\/\/(?:www\.fatturapa\.gov\.it\/sdi|ivaservizi\.agenziaentrate\.gov\.it\/docs\/xsd\/fattura)\/messaggi\//

export function detectFormat(head: Uint8Array): Format {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1')
  if (head.length === 0) return unknown('it is empty')
  if (start.includes('%PDF-')) return { kind: 'pdf' }
  if (/^PK(\x03\x04|\x05\x06|\x07\x08)/.test(start)) return { kind: 'zip' }
  if (start.startsWith('\xd0\xcf\x11\xe0')) return { kind: 'workbook', syntax: 'XLS' }
  if (isP7m(head)) return { kind: 'p7m' }
  const other = otherKinds.find(([magic]) => start.startsWith(magic))
  if (other) return unknown(`it is ${other[1]}`)
  try {
    return detectText(decodeHead(head).text)
  } catch (error) {
    if (error instanceof UnreadableFile) return unknown(error.message)
    throw error
  }
}

function detectText(text: string): Format {
  // Files from the SWIFT network start with a control character; old ones may end with Ctrl-Z.
  const start = text.replace(/^[\s\x01\x1a]+/, '')
  if (start === '') return unknown('it is empty')
  if (/^(?:[A-Z]+\s*:[^<\n]*\n\s*)*<OFX>/i.test(start)) return { kind: 'ofx', syntax: 'sgml' }
  if (/^OFXHEADER\s*:/i.test(start)) return { kind: 'ofx', syntax: 'sgml' }
  if (isWebPage(start)) return detectPage(start)
  if (start.startsWith('<')) return detectXml(start)
  if (start.startsWith('{') && !/^\{[1-5]:/.test(start)) return detectJson(start)
  if (isQif(start)) return { kind: 'workbook', syntax: 'QIF' }
  if (isMt940(start)) return { kind: 'mt940' }
  const lines = detectLineFormat(start)
  if (lines !== null) return { kind: lines }
  if (text.includes('\0')) return unknown('it is not a text file')
  return detectTable(start)
}

const webPage = /^<(?:!DOCTYPE html|html|head|meta|body|table)[\s>]/i
const pageStartLength = 500

/** Also after an XML declaration. */
function isWebPage(text: string): boolean {
  const start = text.slice(0, pageStartLength)
  return webPage.test(start.startsWith('<?xml') ? start.slice(start.indexOf('>') + 1).trimStart() : start)
}

/** Some banks offer a web page with a table as .xls. */
const detectPage = (text: string): Format =>
  /<t[dr][\s>]/i.test(text) ? { kind: 'workbook', syntax: 'HTML table' } : unknown('it is a web page')

/** The root element decides, or the first Document inside an envelope. */
function detectXml(text: string): Format {
  let found: Format | null = null
  let root: string | null = null
  let parent: string | null = null
  const reader = new XmlReader({
    open(name, namespace) {
      root ??= name
      found ??= formatOfRoot(name, namespace, parent)
      parent = name
    },
    text() {},
    close() {},
  })
  try {
    reader.write(text)
  } catch (error) {
    // A file that is broken further on may still have a known format.
    if (!found) throw error
  }
  if (found) return found
  if (root === 'Document') return unknown('it is XML without a namespace that says what it is')
  return unknown(root === null ? 'it is XML without any element' : `it is XML of an unknown kind (${root})`)
}

function formatOfRoot(name: string, namespace: string, parent: string | null): Format | null {
  const unversioned = namespace === '' && parent === 'Document' ? camtNamed(name) : null
  if (unversioned !== null) return { kind: 'camt', message: unversioned, version: null }
  const [, message, version] = camtNamespace.exec(namespace) ?? []
  if (name === 'Document' && message && version) return { kind: 'camt', message, version }
  if (parent === null && namespace === xmlSheetNamespace)
    return { kind: 'workbook', syntax: 'XML spreadsheet' }
  if (name === 'OFX') return { kind: 'ofx', syntax: 'xml' }
  if (parent === null && isFatturaPaRoot(name)) return { kind: 'fatturapa' }
  if (parent === null && notifications.test(namespace))
    return unknown(`it is a message of the Italian exchange system (${name}), not an invoice`)
  const invoice = invoiceNamespaces.find(([prefix]) => namespace.startsWith(prefix))
  if (invoice) return { kind: invoice[1] }
  const other = /:xsd:([a-z]{4}\.\d{3})/.exec(namespace)?.[1]
  if (name === 'Document' && other) return unknown(`it is ${other}, which is not a bank statement`)
  return null
}

function detectJson(text: string): Format {
  // Its reader checks whether it is valid.
  return /"(workspace|companies|accounts|transactions)"\s*:/.test(text)
    ? { kind: 'workspace' }
    : unknown('it is JSON, but not a workspace file')
}

/** With SWIFT blocks or only tags, perhaps after a few lines added by the bank. */
function isMt940(text: string): boolean {
  if (/^\{1:[A-Z0-9]+\}/.test(text)) return /\{2:[IO]94[0-2]/.test(text.slice(0, 400))
  const lines = text.slice(0, 2000).split(/[\r\n]+/)
  return lines.slice(0, 8).some(line => line.startsWith(':20:')) && lines.some(line => /^:25P?:/.test(line))
}

/** The last resort: lines that share a separator, or a single one with several numbers. */
function detectTable(text: string): Format {
  const lines = text.split(/\r\n|\n|\r/).filter(line => line.trim() !== '')
  const separated = [';', '\t', ',', '|'].some(separator => {
    const parts = lines.slice(0, 50).map(line => line.split(separator))
    const numbers = parts.map(cells => cells.filter(cell => /\d/.test(cell)).length)
    return (
      parts.filter(cells => cells.length >= 3).length >= 2 ||
      parts.some((cells, index) => cells.length >= 3 && (numbers[index] ?? 0) >= 2)
    )
  })
  return separated
    ? { kind: 'csv' }
    : unknown(
        'it is text, but neither a known format nor a table; statements are read as camt, MT940, OFX, CODA, CSB43, CFONB 120, BAI2, QIF, CSV and XLSX',
      )
}

const unknown = (reason: string): Format => ({ kind: 'unknown', reason })

/** Finds the e-invoice in a PDF: the attached file that contains the invoice as XML. */
import { UnreadableFile } from '../../files/problem.ts'
import { PdfFile } from './pdfFile.ts'
import { isName, isString, type PdfDict, type PdfValue } from './pdfObjects.ts'
import type { PdfObject } from './pdfScan.ts'

export const attachedXmlBytesMax = 16 * 1024 * 1024
const attachmentsMax = 1000

export interface PdfAttachment {
  name: string
  /** The file's relationship to the PDF according to the sender: Alternative, Data, Source… */
  relationship: string | null
  bytes: Uint8Array
}

export interface PdfAttachments {
  /** Null if none of the attached files is an e-invoice. */
  invoice: PdfAttachment | null
  /** The names of all attached files, including the invoice. */
  names: string[]
}

interface FoundFile {
  name: string
  relationship: string | null
  content: PdfObject
}

/** In order of preference. Case is ignored, because ZUGFeRD 1 files use several spellings. */
const invoiceNames = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml']

export function readPdfAttachments(bytes: Uint8Array): PdfAttachments {
  const pdf = new PdfFile(bytes)
  const files = [...filesOf(pdf)]
  const chosen = invoiceAmong(files)
  const names = files.map(({ name }) => name)
  if (chosen === undefined) return { invoice: null, names }
  const { name, relationship, content } = chosen
  return { invoice: { name, relationship, bytes: pdf.decoded(content, attachedXmlBytesMax) }, names }
}

/** Chosen by name. A file with another name is chosen if it is the only XML and not marked as a supplement. */
function invoiceAmong(files: FoundFile[]): FoundFile | undefined {
  for (const known of invoiceNames) {
    const found = files.find(({ name }) => name.toLowerCase() === known)
    if (found) return found
  }
  const others = files.filter(
    ({ name, relationship }) => /\.xml$/i.test(name) && relationship !== 'Supplement',
  )
  return others.length === 1 ? others[0] : undefined
}

/**
 * A file may be attached in the name tree, as an associated file of the document or, as PDF/A-3 requires, as
 * both.
 */
function* filesOf(pdf: PdfFile): Generator<FoundFile> {
  const seen = new Set<PdfDict>()
  const tree = namesIn(pdf, pdf.dict(pdf.root.get('Names'))?.get('EmbeddedFiles'))
  for (const value of [...tree, ...pdf.array(pdf.root.get('AF'))]) {
    const dict = pdf.dict(value)
    if (dict === null || seen.has(dict)) continue
    seen.add(dict)
    if (seen.size > attachmentsMax) throw tooManyAttachments()
    const file = fileOf(pdf, dict)
    if (file) yield file
  }
}

function fileOf(pdf: PdfFile, dict: PdfDict): FoundFile | null {
  const embedded = pdf.dict(dict.get('EF'))
  if (embedded === null) return null
  const content = [embedded.get('F'), embedded.get('UF')]
    .map(value => pdf.object(value))
    .find(({ stream }) => stream !== null)
  if (content === undefined) return null
  const name = textOf(pdf.value(dict.get('UF'))) ?? textOf(pdf.value(dict.get('F'))) ?? ''
  const relationship = pdf.value(dict.get('AFRelationship'))
  return { name, relationship: isName(relationship) ? relationship.name : null, content }
}

/** The values of a name tree. A tree can contain cycles, so no node is visited twice. */
function namesIn(pdf: PdfFile, tree: PdfValue | undefined): PdfValue[] {
  const values: PdfValue[] = []
  const waiting: Array<PdfValue | undefined> = [tree]
  const visited = new Set<PdfDict>()
  while (waiting.length > 0) {
    const node = pdf.dict(waiting.pop())
    if (node === null || visited.has(node)) continue
    visited.add(node)
    // Keys and values alternate.
    for (const [index, value] of pdf.array(node.get('Names')).entries())
      if (index % 2 === 1) values.push(value)
    for (const kid of pdf.array(node.get('Kids')).toReversed()) waiting.push(kid)
    if (values.length > attachmentsMax || waiting.length > attachmentsMax) throw tooManyAttachments()
  }
  return values
}

const tooManyAttachments = () => new UnreadableFile(`the PDF has more than ${attachmentsMax} attachments`)

/**
 * Text is UTF-16 or UTF-8 if it has a byte order mark. The names we look for are plain ASCII in any other
 * encoding.
 */
function textOf(value: PdfValue): string | null {
  if (!isString(value)) return null
  const bytes = Buffer.from(value.bytes, 'latin1')
  const encoding = value.bytes.startsWith('\xfe\xff')
    ? 'utf-16be'
    : value.bytes.startsWith('\xef\xbb\xbf')
      ? 'utf-8'
      : 'latin1'
  return new TextDecoder(encoding).decode(bytes)
}

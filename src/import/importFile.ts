/**
 * Imports files from banks and suppliers. Each file is one import, stored completely or not at all; a dry
 * run does everything and then rolls back. The format is detected from the content.
 */
import { createHash, hash } from 'node:crypto'
import type { CsvMapping } from '../contract/console/csvMapping.ts'
import type { ImportReport } from '../contract/console/imports.ts'
import { newId } from '../domain/ids.ts'
import type { Actor } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import { categoriser } from './categorise.ts'
import { csvReading } from './csvFile.ts'
import { reasonOf, UnreadableFile } from './files/problem.ts'
import { inSmallHeap } from './files/smallHeap.ts'
import { storable } from './files/storable.ts'
import { decodeText, fileBytesMax } from './files/text.ts'
import type { ZipSource } from './files/zip.ts'
import { filesOf, type GivenFile } from './files.ts'
import { type Format, headBytes } from './format.ts'
import { importCounts } from './importCounts.ts'
import { CompanyNeeded, Refusal } from './importErrors.ts'
import { documentBytesMax, importInvoiceFile } from './importInvoiceFile.ts'
import { emptyReport, type ImportedFile, type ImportRun } from './importRun.ts'
import { importStatements, keepMappings } from './importStatements.ts'
import { runImport } from './importTransaction.ts'
import { knownFile } from './knownFile.ts'
import { statementReader } from './statementReaders.ts'
import { readCamtTogether } from './statements/camt/camt.ts'

export interface ImportChoices {
  companyId?: string | undefined
  accountId?: string | undefined
  /** Import what can be read, and statements that do not add up. */
  partial: boolean
  csvMapping?: CsvMapping | undefined
}

export interface ImportOptions {
  workspaceId: string
  actor: Actor
  nowMs: number
  dryRun: boolean
  choices: ImportChoices
  /** Bytes read so far, and in total. */
  onProgress?: (done: number, total: number) => void
}

/** Returns one report for the file, or one for each file in a ZIP. */
export async function importFiles(
  db: Database,
  name: string,
  source: ZipSource,
  options: ImportOptions,
): Promise<ImportReport[]> {
  let files: GivenFile[]
  try {
    files = await filesOf(name, source)
  } catch (error) {
    const refused = () => refusedReport(nameToKeep(name), source.size, null, options, error)
    return [await importCounts.watch('zip', options.dryRun, refused)]
  }
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const reports: ImportReport[] = []
  let before = 0
  for (const file of files) {
    const start = before
    const onProgress = (done: number) => options.onProgress?.(start + done, total)
    const take = () => importFile(db, file, { ...options, onProgress })
    reports.push(await importCounts.watch(file.format.kind, options.dryRun, take))
    before += file.size
  }
  return reports
}

async function importFile(db: Database, file: GivenFile, options: ImportOptions): Promise<ImportReport> {
  const { size, format } = file
  const name = nameToKeep(file.name)
  try {
    requireImportable(file)
    const known = await knownFile(db, { ...file, name }, nameOf(format), options)
    if (known !== null) return known
    const mark = `${size} ${hash('sha256', await headOf(file), 'hex')}`
    const imported: ImportedFile = { name, bytes: size, mark, digest: '', format: nameOf(format) }
    const importId = newId('imp', options.nowMs)
    const read = { ...file, bytes: () => watched(file, imported, options) }
    const take = (run: ImportRun) =>
      isInvoice(format)
        ? importInvoiceFile(run, read, options.choices.companyId)
        : importStatementFile(run, file, read, options)
    return await inSmallHeap(() => runImport(db, { ...options, importId, file: imported }, take))
  } catch (error) {
    return refusedReport(name, size, nameOf(format), options, error)
  }
}

const fileNameLengthMax = 255

/** Keeps the end of the name, which says more than the start: that may be a long path in an archive. */
const nameToKeep = (name: string): string => [...storable(name)].slice(-fileNameLengthMax).join('')

const invoiceKinds: readonly Format['kind'][] = ['ubl', 'cii', 'zugferd1', 'fatturapa', 'p7m', 'pdf']
const isInvoice = ({ kind }: Format): boolean => invoiceKinds.includes(kind)

function requireImportable({ format, size }: GivenFile): void {
  if (format.kind === 'unknown') throw new UnreadableFile(format.reason)
  if (format.kind === 'zip') throw new UnreadableFile('it is a ZIP within a ZIP; unpack it first')
  if (format.kind === 'workspace') throw new Refusal('It is a workspace file. Load it with florin load.')
  const bytesMax = isInvoice(format) ? documentBytesMax : fileBytesMax
  if (size > bytesMax)
    throw new UnreadableFile(`it is larger than ${bytesMax} bytes, the largest size that is accepted`)
}

/** The format's common name. */
function nameOf(format: Format): string {
  if (format.kind === 'camt') return `${format.message}.001.${format.version}`
  if (format.kind === 'csv') return format.from ?? 'CSV'
  const names = {
    mt940: 'MT940',
    coda: 'CODA',
    csb43: 'CSB43',
    cfonb: 'CFONB 120',
    bai2: 'BAI2',
    ubl: 'UBL',
    cii: 'CII',
    zugferd1: 'ZUGFeRD 1',
    fatturapa: 'FatturaPA',
    p7m: 'P7M',
    pdf: 'PDF',
  }
  if (format.kind === 'ofx') return `OFX (${format.syntax.toUpperCase()})`
  return Object.hasOwn(names, format.kind) ? names[format.kind as keyof typeof names] : format.kind
}

async function importStatementFile(
  run: ImportRun,
  file: GivenFile,
  read: GivenFile,
  options: ImportOptions,
): Promise<void> {
  const { format } = file
  const { choices } = options
  const csv =
    format.kind === 'csv'
      ? await csvReading(run.connection, run.workspaceId, await headOf(file), choices)
      : null
  run.report.csv = csv?.proposal ?? null
  const reader = statementReader(format, csv?.mapping ?? null, csv?.account)
  if (!reader) {
    throw new Refusal(
      'The column mapping of this CSV is only a guess. Check it, correct it if necessary, and confirm it.',
    )
  }
  const { text } = decodeText(read.bytes(), { encoding: csv?.mapping?.encoding })
  await importStatements(run, {
    parts: format.kind === 'camt' ? readCamtTogether(text) : reader(text),
    format: format.kind === 'camt' ? format.message : format.kind,
    choices: { companyId: choices.companyId, accountId: csv?.accountId ?? choices.accountId },
    categoriser: await categoriser(run.connection, run.workspaceId),
  })
  if (csv?.proposal.origin === 'given' && csv.mapping) await keepMappings(run, csv.mapping)
}

async function headOf(file: GivenFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file.bytes()) {
    pieces.push(piece)
    length += piece.length
    if (length >= headBytes) break
  }
  return Buffer.concat(pieces)
}

/** The file's bytes, read once while reporting progress and computing the digest. */
async function* watched(
  file: GivenFile,
  imported: ImportedFile,
  { onProgress }: ImportOptions,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  let done = 0
  for await (const piece of file.bytes()) {
    digest.update(piece)
    yield piece
    done += piece.length
    onProgress?.(Math.min(done, file.size), file.size)
  }
  imported.digest = digest.digest('hex')
}

/** Only problems with the file become a report. Any other error is not the file's fault and is rethrown. */
function refusedReport(
  name: string,
  bytes: number,
  format: string | null,
  { choices }: ImportOptions,
  error: unknown,
): ImportReport {
  const report = emptyReport(name, bytes, format, choices.partial)
  if (error instanceof CompanyNeeded) return { ...report, reason: error.message, company: error.question }
  if (error instanceof Refusal) return { ...report, reason: error.message }
  if (!(error instanceof UnreadableFile)) throw error
  return { ...report, reason: reasonOf(error) }
}

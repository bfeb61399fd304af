/** Imports an e-invoice, or a PDF that may contain one, as a bill. A file with several becomes several bills. */

import { listCompanies } from '../store/companies.ts'
import { companyFor } from './entries/statementAccounts.ts'
import { UnreadableFile } from './files/problem.ts'
import type { GivenFile } from './files.ts'
import { documentBytesMax, writeInvoice } from './importInvoice.ts'
import type { ImportRun } from './importRun.ts'
import { invoiceCompany } from './invoiceCompany.ts'
import { type InvoiceResult, readInvoices } from './invoices/readInvoice.ts'

export { documentBytesMax }

export async function importInvoiceFile(
  run: ImportRun,
  file: GivenFile,
  namedCompanyId: string | undefined,
): Promise<void> {
  const { connection, workspaceId } = run
  const companies = await listCompanies(connection, workspaceId, {})
  const bytes = await wholeOf(file)
  const invoices = readInvoices(bytes)
  if (invoices.length * bytes.length > storedBytesMax) {
    throw new UnreadableFile(
      `it has ${invoices.length} invoices, each of which would be stored with the whole file; ask for smaller files`,
    )
  }
  for (const read of invoices) {
    const addressed = read.invoice && invoiceCompany(read.invoice.parties, companies, namedCompanyId)
    const companyId =
      addressed ??
      (await companyFor(connection, workspaceId, namedCompanyId, {
        what: 'It is an invoice',
        party: read.invoice?.parties.buyer ?? null,
        because: 'The invoice is addressed to it.',
      }))
    run.companyIds.add(companyId)
    await importInvoice(run, { companyId, name: file.name, bytes, read, isPart: invoices.length > 1 })
  }
}

/** Every bill of a file keeps the file. */
const storedBytesMax = 5 * documentBytesMax

interface GivenInvoice {
  companyId: string
  name: string
  bytes: Uint8Array
  read: InvoiceResult
  isPart: boolean
}

async function importInvoice(
  run: ImportRun,
  { companyId, name, bytes, read, isPart }: GivenInvoice,
): Promise<void> {
  const { connection, workspaceId, importId, stamp, nowMs } = run
  const written = await writeInvoice(connection, {
    workspaceId,
    companyId,
    importId,
    stamp,
    nowMs,
    file: { name, bytes, read, isPart },
  })
  // The bill is stored whatever its document lacks: problems are shown and do not block the import.
  for (const problem of written.problems) run.addProblem({ ...problem, severity: 'note' })
  run.addBill(written.bill)
  run.count('entries')
  run.count(written.outcome === 'added' || written.outcome === 'failed' ? 'added' : 'known')
  run.changed ||= written.changed
  run.kept ||= written.kept
  for (const id of written.grounds) run.groundImports.add(id)
  if (written.outcome === 'added') run.newBills.push(written.billId)
}

/** Limits the size while reading, because the size in a ZIP directory can be wrong. */
async function wholeOf(file: GivenFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file.bytes()) {
    pieces.push(piece)
    length += piece.length
    if (length > documentBytesMax) throw new UnreadableFile(`it is larger than ${documentBytesMax} bytes`)
  }
  return Buffer.concat(pieces)
}

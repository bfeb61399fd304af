/**
 * Gives a workspace that was just loaded its history, inside the caller's transaction: the statements that its
 * transactions are in, the documents of its bills, and the matches that people have to decide. Its rows stay as they
 * are, so that they are the same however often they are loaded.
 */
import { hash } from 'node:crypto'
import { newId } from '../../domain/ids.ts'
import type { Actor } from '../../store/audit.ts'
import { findBill } from '../../store/bills.ts'
import { listCompanies } from '../../store/companies.ts'
import type { Connection } from '../../store/engine/door.ts'
import { writeInTransaction } from '../../store/workspaceClock.ts'
import { describeBill, reported } from '../importInvoice.ts'
import type { ImportRun } from '../importRun.ts'
import { runImport } from '../importTransaction.ts'
import { isPdf, readInvoices } from '../invoices/readInvoice.ts'
import { matchOpenBills } from '../matchBills.ts'
import { storeStatements } from './storeStatements.ts'

interface NamedFile {
  name: string
  bytes: Uint8Array
}

interface DocumentFile extends NamedFile {
  billId: string
}

export interface LoadedFiles {
  /** camt.053, whose entries are all in the workspace. */
  statements: readonly NamedFile[]
  documents: readonly DocumentFile[]
}

interface Place {
  workspaceId: string
  actor: Actor
  nowMs: number
}

export async function loadFilesIn(connection: Connection, place: Place, files: LoadedFiles): Promise<void> {
  for (const file of files.statements) {
    await runIn(connection, place, file, 'camt.053.001.08', run => storeStatements(run, file.bytes))
  }
  for (const file of files.documents) await loadDocument(connection, place, file)
  await findMatches(connection, place)
}

/** One import, as a part of the transaction under way. */
async function runIn(
  connection: Connection,
  place: Place,
  { name, bytes }: NamedFile,
  format: string,
  work: (run: ImportRun) => Promise<void>,
): Promise<void> {
  const digest = hash('sha256', bytes, 'hex')
  const file = { name, bytes: bytes.length, mark: digest, digest, format }
  const importId = newId('imp', place.nowMs)
  const task = { ...place, importId, dryRun: false, choices: { partial: false }, file }
  const joined = { transaction: <Result>(join: (joined: Connection) => Promise<Result>) => join(connection) }
  const { outcome, reason } = await runImport(joined, task, work)
  if (outcome === 'refused') throw new Error(`${name} was refused: ${reason}`)
}

async function loadDocument(connection: Connection, place: Place, file: DocumentFile): Promise<void> {
  const { billId, name, bytes } = file
  const [read] = readInvoices(bytes)
  if (read === undefined) throw new Error(`There is no invoice in ${name}.`)
  const failure = read.outcome === 'failed' ? read.reason : null
  await runIn(connection, place, file, isPdf(bytes) ? 'PDF' : 'UBL', async run => {
    const { workspaceId, importId, stamp, nowMs } = run
    const bill = await findBill(connection, workspaceId, billId)
    if (bill === null) throw new Error(`There is no bill ${billId}.`)
    const { companyId, status, createdAt, updatedAt } = bill
    const input = { workspaceId, companyId, importId, stamp, nowMs, file: { name, bytes, read } }
    const steps = [
      { status: 'new' as const, at: createdAt },
      { status, at: updatedAt },
    ]
    await describeBill(connection, input, billId, hash('sha256', bytes, 'hex'), steps)
    run.addBill(reported(bill, failure === null ? 'added' : 'failed', failure))
    run.count('entries')
    run.count('added')
    run.changed = true
  })
}

async function findMatches(connection: Connection, { workspaceId, actor, nowMs }: Place): Promise<void> {
  await writeInTransaction(connection, workspaceId, nowMs, async (_, stamp) => {
    let changed = false
    for (const { id: companyId } of await listCompanies(connection, workspaceId, {})) {
      const input = { workspaceId, companyId, stamp, nowMs, importId: null, actor }
      const { matched } = await matchOpenBills(connection, input)
      changed ||= matched.length > 0
    }
    return { result: undefined, changed }
  })
}

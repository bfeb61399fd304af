/** Runs an import in one transaction: it is stored or rejected as a whole; a dry run is rolled back. */
import type { ImportReport } from '../contract/console/imports.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import { withoutTimeouts } from '../store/engine/locks.ts'
import { insertImport, recordDependencies } from '../store/imports/imports.ts'
import { settleBooked } from '../store/matching/billMatches.ts'
import { writeInTransaction } from '../store/workspaceClock.ts'
import { reasonOf, UnreadableFile } from './files/problem.ts'
import { CompanyNeeded, Refusal } from './importErrors.ts'
import { type ImportedFile, ImportRun } from './importRun.ts'
import { matchBills } from './matchBills.ts'

export interface ImportTask {
  workspaceId: string
  importId: string
  actor: Actor
  nowMs: number
  dryRun: boolean
  choices: { partial: boolean }
  file: ImportedFile
}

/** Rolls back the transaction. */
class RolledBack extends Error {}

export async function runImport(
  db: Pick<Database, 'transaction'>,
  task: ImportTask,
  work: (run: ImportRun) => Promise<void>,
): Promise<ImportReport> {
  const progress: { report: ImportReport | null } = { report: null }
  try {
    await db.transaction(
      async connection => {
        // A large file takes long, so query timeouts do not apply.
        await withoutTimeouts(connection)
        await writeInTransaction(connection, task.workspaceId, task.nowMs, async (_, stamp) => {
          const run = new ImportRun({ connection, stamp, ...task }, task.file, task.choices.partial)
          run.showsRows = task.dryRun
          progress.report = run.report
          await work(run)
          requireSound(run)
          await finish(run, task)
          if (task.dryRun) throw new RolledBack()
          return { result: undefined, changed: run.changed }
        })
      },
      { long: true, workspaceId: task.workspaceId },
    )
  } catch (error) {
    const { report } = progress
    if (report === null) throw error
    if (error instanceof RolledBack) return withoutNewIds(report)
    const reason = refusalOf(error)
    if (reason === null) throw error
    const counts = { ...report.counts, added: 0, changed: 0, matched: 0, suggested: 0 }
    const question = error instanceof CompanyNeeded && { company: error.question }
    return { ...withoutNewIds(report), counts, outcome: 'refused', reason, ...question }
  }
  if (progress.report === null) throw new Error('The import has no report.')
  return progress.report
}

/** Nothing was stored, so the rows it would have created have no id. */
function withoutNewIds(report: ImportReport): ImportReport {
  const made = new Set(report.statements.filter(each => each.accountCreated).map(each => each.accountId))
  const idOf = (accountId: string | null) => (made.has(accountId) ? null : accountId)
  return {
    ...report,
    importId: null,
    statements: report.statements.map(each => ({ ...each, accountId: idOf(each.accountId) })),
    continuity: report.continuity.map(each => ({ ...each, accountId: idOf(each.accountId) })),
    bills: report.bills.map(each => ({ ...each, billId: each.outcome === 'known' ? each.billId : null })),
  }
}

function refusalOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
  return error instanceof UnreadableFile ? reasonOf(error) : null
}

/** Unreadable entries and statements that do not add up block the import, unless the user asked for a partial one. */
function requireSound({ report, errors, doNotAddUp }: ImportRun): void {
  report.counts.leftOut = errors
  if (report.partial) return
  const [first, ...others] = doNotAddUp
  if (first !== undefined) {
    const more = others.length > 0 ? ` In total, ${doNotAddUp.length} of its statements do not add up.` : ''
    throw new Refusal(
      `A statement does not add up. ${first}${more} To import it anyway, import it as partial.`,
    )
  }
  if (errors > 0) {
    const things = errors === 1 ? 'One item in it cannot be read' : `${errors} items in it cannot be read`
    throw new Refusal(`${things}. To import the rest, import it as partial.`)
  }
}

async function finish(run: ImportRun, { actor, file }: ImportTask): Promise<void> {
  const { connection, workspaceId, importId, stamp, nowMs, report } = run
  await matchAll(run)
  report.outcome = run.changed ? 'imported' : 'nothing_new'
  if (run.changed || run.kept) {
    report.importId = importId
    await insertImport(connection, workspaceId, {
      id: importId,
      stamp,
      actor,
      fileDigest: file.digest,
      report,
    })
    await recordDependencies(connection, workspaceId, importId, {
      rowsByStamp: run.grounds,
      changedIds: run.foundChanged,
      importIds: [...run.groundImports],
    })
  }
  const { added, changed, known } = report.counts
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'import.done',
    subjectId: importId,
    details: { name: file.name, format: file.format, added, changed, known, bills: report.bills.length },
  })
}

async function matchAll(run: ImportRun): Promise<void> {
  const { connection, workspaceId, importId, stamp, nowMs, debits, nowBooked, newBills } = run
  if (await settleBooked(connection, workspaceId, nowBooked, stamp)) run.changed = true
  for (const companyId of run.companyIds) {
    const { matched, suggested } = await matchBills(connection, {
      workspaceId,
      companyId,
      stamp,
      nowMs,
      importId,
      transactionIds: debits,
      billIds: newBills,
    })
    run.count('matched', matched)
    run.count('suggested', suggested)
    if (matched > 0) run.changed = true
  }
}

/**
 * Undoes one import exactly: rows it created are deleted, rows it changed get their old values, and balances
 * become those of the remaining statements. If later work depends on it, nothing is changed and the error
 * says what that work is.
 */
import { forgetNumbersOf } from '../../store/accountDetails.ts'
import { type Actor, recordAudit } from '../../store/audit.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import { withoutTimeouts } from '../../store/engine/locks.ts'
import { planAnew, rowsPerQuery } from '../../store/engine/longWork.ts'
import {
  accountsOfImport,
  deleteImported,
  deleteMadeAccounts,
  restoreChanged,
} from '../../store/imports/importedRows.ts'
import { findImport, importsDependingOn, markUndone } from '../../store/imports/imports.ts'
import { laterWork } from '../../store/imports/laterWork.ts'
import { type ImportKey, madeTransactions } from '../../store/imports/rowsOfImport.ts'
import { enterSightings } from '../../store/imports/waitingSightings.ts'
import { undoLaterMatches } from '../../store/matching/matchUndo.ts'
import { writeInTransaction } from '../../store/workspaceClock.ts'
import { updateBalances } from '../entries/accountBalances.ts'
import { AlreadyUndone, ImportInUse, UnknownImport } from '../importErrors.ts'
import { laterBillWork, undoBills } from './undoBills.ts'
import { laterMatchWork, undoMatches } from './undoMatches.ts'

export interface UndoOptions {
  workspaceId: string
  importId: string
  actor: Actor
  nowMs: number
  /** Also undo what people did with its bills since. Otherwise that work prevents it. */
  withWork?: boolean
}

export async function undoImport(db: Database, options: UndoOptions): Promise<void> {
  const { workspaceId, nowMs } = options
  await db.transaction(
    async connection => {
      await withoutTimeouts(connection)
      await writeInTransaction(connection, workspaceId, nowMs, async (_, stamp) => ({
        result: undefined,
        changed: await undo(connection, options, stamp),
      }))
    },
    { long: true, workspaceId },
  )
}

/** Returns true if anything visible through the API changed. */
async function undo(connection: Connection, options: UndoOptions, stamp: string): Promise<boolean> {
  const { workspaceId, importId, actor, nowMs } = options
  const found = await findImport(connection, workspaceId, importId)
  if (found === null) throw new UnknownImport(importId)
  if (found.undoneAt !== null) throw new AlreadyUndone(importId, found.undoneAt)
  await enterSightings(connection, workspaceId)
  const key = { id: importId, at: found.at }
  const madeIds = await madeTransactions(connection, workspaceId, key)
  if (madeIds.length > rowsPerQuery) await planAnew(connection)
  const { blockers, work, matches: byPeople } = await laterWorkOn(connection, workspaceId, key, madeIds)
  const reasons = options.withWork ? blockers : [...blockers, ...work]
  if (reasons.length > 0) throw new ImportInUse(reasons, work)

  const undone = await undoLaterMatches(connection, workspaceId, byPeople, stamp)
  const matches = undone + (await undoMatches(connection, workspaceId, importId, stamp))
  const bills = await undoBills(connection, workspaceId, importId)
  const restored = await restoreChanged(connection, workspaceId, importId, stamp)
  const accountIds = await accountsOfImport(connection, workspaceId, importId)
  await deleteImported(connection, workspaceId, importId, madeIds)
  let balances = false
  for (const accountId of accountIds) {
    if (await updateBalances(connection, workspaceId, accountId)) balances = true
  }
  const accounts = await deleteMadeAccounts(connection, workspaceId, importId)
  await forgetNumbersOf(connection, workspaceId, importId)
  await markUndone(connection, workspaceId, importId, stamp)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'import.undone',
    subjectId: importId,
    details: {
      name: found.report.fileName,
      transactions: madeIds.length,
      restored,
      bills,
      accounts: accounts.length,
      ...(work.length > 0 && { workUndone: work }),
    },
  })
  return balances || matches + bills + restored + madeIds.length + accounts.length > 0
}

async function laterWorkOn(
  connection: Connection,
  workspaceId: string,
  key: ImportKey,
  madeIds: readonly string[],
) {
  const imports = await importsDependingOn(connection, workspaceId, key.id)
  const { chosen, settling, changed, strangers, named } = await laterWork(
    connection,
    workspaceId,
    key,
    madeIds,
  )
  const counts: [number, (count: string) => string][] = [
    [chosen, count => `A person has chosen the category of ${count}.`],
    [settling, count => `A bill is settled by ${count}.`],
    [changed, count => `Something else has changed ${count} since.`],
    // Rows of later imports are removed with those imports.
    [imports.length === 0 ? strangers : 0, count => `The account it created has ${count} from elsewhere.`],
  ]
  const matches = await laterMatchWork(connection, workspaceId, key.id)
  const bills = await laterBillWork(connection, workspaceId, key.id, key.at)
  const blockers = [
    ...imports.map(({ at, fileName, rowsFound }) => {
      const found = rowsFound === 0 ? 'what it imported' : `${counted(rowsFound)} of it`
      return `The import of ${fileName} at ${at} depends on ${found}: undo that import first.`
    }),
    ...counts.filter(([count]) => count > 0).map(([count, sentence]) => sentence(counted(count))),
    ...(named > 0 ? ['A person has named or hidden an account it created.'] : []),
    ...matches.blockers,
    ...bills.blockers,
  ]
  return { blockers, work: [...matches.work, ...bills.work], matches: matches.matches }
}

const counted = (count: number): string => (count === 1 ? 'one transaction' : `${count} transactions`)

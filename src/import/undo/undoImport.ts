/**
 * Takes one import back, exactly: rows that it made go, rows that it changed become what they were, balances are those of
 * the statements that are left. Where later work stands on it, nothing is done, and it is said what that is.
 */
import { forgetNumbersOf } from '../../store/accountDetails.ts'
import { type Actor, recordAudit } from '../../store/audit.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import { withoutTimeouts } from '../../store/engine/locks.ts'
import {
  accountsOfImport,
  deleteImported,
  deleteMadeAccounts,
  type ImportKey,
  laterWork,
  madeTransactions,
  restoreChanged,
} from '../../store/imports/importedRows.ts'
import { findImport, importsStandingOn, markUndone } from '../../store/imports/imports.ts'
import { writeInTransaction } from '../../store/workspaceClock.ts'
import { giveBalances } from '../entries/accountBalances.ts'
import { AlreadyUndone, ImportStands, UnknownImport } from '../importErrors.ts'
import { takeBackBills, whatStandsOnBills } from './undoBills.ts'
import { takeBackMatches, whatStandsOnMatches } from './undoMatches.ts'

export interface UndoOptions {
  workspaceId: string
  importId: string
  actor: Actor
  nowMs: number
}

export async function undoImport(db: Database, options: UndoOptions): Promise<void> {
  const { workspaceId, nowMs } = options
  await db.transaction(async connection => {
    await withoutTimeouts(connection)
    await writeInTransaction(connection, workspaceId, nowMs, async (_, stamp) => ({
      result: undefined,
      changed: await undo(connection, options, stamp),
    }))
  })
}

/** True where something changed in what the API shows. */
async function undo(connection: Connection, options: UndoOptions, stamp: string): Promise<boolean> {
  const { workspaceId, importId, actor, nowMs } = options
  const found = await findImport(connection, workspaceId, importId)
  if (found === null) throw new UnknownImport(importId)
  if (found.undoneAt !== null) throw new AlreadyUndone(importId, found.undoneAt)
  const key = { id: importId, at: found.at }
  const madeIds = await madeTransactions(connection, workspaceId, key)
  const reasons = await whatStandsOn(connection, workspaceId, key, madeIds)
  if (reasons.length > 0) throw new ImportStands(reasons)

  const matches = await takeBackMatches(connection, workspaceId, importId, stamp)
  const bills = await takeBackBills(connection, workspaceId, importId)
  const restored = await restoreChanged(connection, workspaceId, importId, stamp)
  const accountIds = await accountsOfImport(connection, workspaceId, importId)
  await deleteImported(connection, workspaceId, importId, madeIds)
  let balances = false
  for (const accountId of accountIds) {
    if (await giveBalances(connection, workspaceId, accountId)) balances = true
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
    },
  })
  return balances || matches + bills + restored + madeIds.length + accounts.length > 0
}

async function whatStandsOn(
  connection: Connection,
  workspaceId: string,
  key: ImportKey,
  madeIds: readonly string[],
): Promise<string[]> {
  const imports = await importsStandingOn(connection, workspaceId, key.id)
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
    // Those of later imports go with them.
    [imports.length === 0 ? strangers : 0, count => `The account that it made has ${count} from elsewhere.`],
  ]
  return [
    ...imports.map(({ id, at, fileName, rowsFound }) => {
      const found = rowsFound === 0 ? 'what it brought' : `${counted(rowsFound)} of it`
      return `Import ${id} (${fileName}, ${at}) found ${found} there: take that one back first.`
    }),
    ...counts.filter(([count]) => count > 0).map(([count, sentence]) => sentence(counted(count))),
    ...(named > 0 ? ['A person has named or hidden an account that it made.'] : []),
    ...(await whatStandsOnMatches(connection, workspaceId, key.id)),
    ...(await whatStandsOnBills(connection, workspaceId, key.id, key.at)),
  ]
}

const counted = (count: number): string => (count === 1 ? 'one transaction' : `${count} transactions`)

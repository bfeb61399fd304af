/** What was done since with the transactions and accounts of an import. Its bills are in ../matching/matchUndo.ts. */
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { changedTransactions, type ImportKey } from './rowsOfImport.ts'
import { transactionsOf } from './transactionsOf.ts'

export interface LaterWork {
  /** Its transactions whose category a person has set or cleared. */
  chosen: number
  /** Its transactions that pay a bill without a recorded match. */
  settling: number
  /** Transactions that it created or changed and that have changed since, other than by a category assignment. */
  changed: number
  /** Transactions from elsewhere in accounts that it created. */
  strangers: number
  /** Accounts that it created and that a person has renamed or hidden. */
  named: number
}

export async function laterWork(
  connection: Connection,
  workspaceId: string,
  { id, at }: ImportKey,
  madeIds: readonly string[],
): Promise<LaterWork> {
  const made = new Set(madeIds)
  const touched = new Set([...madeIds, ...(await changedTransactions(connection, workspaceId, id))])
  const counted = { chosen: 0, settling: 0, changed: 0, strangers: 0 }
  for (const ids of piecesOf([...touched], rowsPerQuery)) {
    const madeOnes = ids.filter(each => made.has(each))
    const found = await countsOf(connection, workspaceId, { ids, madeOnes, at })
    counted.chosen += found.chosen
    counted.settling += found.settling
    counted.changed += found.changed
  }
  const accounts = await madeAccounts(connection, workspaceId, id)
  for (const { accountId } of accounts) {
    for await (const ids of transactionsOf(connection, workspaceId, accountId))
      counted.strangers += ids.filter(each => !made.has(each)).length
  }
  return { ...counted, named: accounts.filter(({ isNamed }) => isNamed).length }
}

/** When transaction `t` had last changed before an import that changed it too and was undone: the undo put it back. */
const stampBeforeUndone = `
  select (c.before ->> 'updatedAt')::timestamptz from import_changes c, lateral (
    select undone_at from imports where workspace_id = $1 and id = c.import_id offset 0
  ) undone
  where c.workspace_id = $1 and c.transaction_id = t.id and undone.undone_at = t.updated_at limit 1`

async function countsOf(
  connection: Connection,
  workspaceId: string,
  { ids, madeOnes, at }: { ids: readonly string[]; madeOnes: readonly string[]; at: string },
): Promise<Pick<LaterWork, 'chosen' | 'settling' | 'changed'>> {
  const [row] = await connection.query<Pick<LaterWork, 'chosen' | 'settling' | 'changed'>>(
    `select
       (select count(*) from category_assignments a
        where a.workspace_id = $1 and a.transaction_id = any($3) and a.source = 'person')::int as chosen,
       (select count(*) from bills b
        where b.workspace_id = $1 and b.matched_transaction_id = any($3) and not exists (
          select from bill_matches x where x.workspace_id = $1 and x.bill_id = b.id offset 0
        ))::int as settling,
       (select count(*) from transactions t
        cross join lateral (select coalesce((${stampBeforeUndone}), t.updated_at) as at) changed
        where t.workspace_id = $1 and t.id = any($2) and changed.at <> $4 and not exists (
          select from category_assignments a
          where a.workspace_id = $1 and a.transaction_id = t.id and a.at = changed.at offset 0
        ))::int as changed`,
    [workspaceId, ids, madeOnes, at],
  )
  return row ?? { chosen: 0, settling: 0, changed: 0 }
}

async function madeAccounts(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<{ accountId: string; isNamed: boolean }[]> {
  return await connection.query(
    `select a.id as "accountId", a.nickname is not null or not a.enabled as "isNamed"
     from account_details d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
     where d.workspace_id = $1 and d.import_id = $2`,
    [workspaceId, importId],
  )
}

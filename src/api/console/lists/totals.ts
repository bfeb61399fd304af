/** Totals of a list. They read every row that they add up, so each workspace gets one at a time. */
import type { Database } from '../../../store/engine/door.ts'
import { SharedTurns } from '../../../store/sharedTurns.ts'
import { NotIndexedYet } from '../../../store/sums/filteredRows.ts'
import { billTotals, transactionTotals } from '../../../store/sums/listTotals.ts'
import { requireCompany } from '../../companies.ts'
import { unavailable } from '../../errors.ts'
import type { Handler, WorkspaceCall } from '../call.ts'

const turnsByStore = new WeakMap<Database, SharedTurns>()

export const getTransactionTotals: Handler<'getTransactionTotals'> = async (call, { query }) => {
  await requireCompany(call.db, call.workspaceId, query.companyId)
  return await inTurn(call, ['transactions', query], () =>
    transactionTotals(call.db, call.workspaceId, query),
  )
}

export const getBillTotals: Handler<'getBillTotals'> = async (call, { query }) => {
  await requireCompany(call.db, call.workspaceId, query.companyId)
  return await inTurn(call, ['bills', query], () => billTotals(call.db, call.workspaceId, query))
}

async function inTurn<Result>(
  { db, workspaceId, version }: WorkspaceCall,
  name: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsByStore.get(db) ?? new SharedTurns()
  turnsByStore.set(db, turns)
  try {
    return await turns.run(workspaceId, JSON.stringify([version, name]), work)
  } catch (error) {
    if (error instanceof NotIndexedYet) {
      throw unavailable('Many rows are new and not indexed yet.')
    }
    throw error
  }
}

import { balanceHistory } from '../../../domain/balanceHistory.ts'
import { findAccount } from '../../../store/accounts.ts'
import { daySums, fixedPoints, listStatements } from '../../../store/sums/balanceHistory.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'

export const getBalanceHistory: Handler<'getBalanceHistory'> = async ({ db, workspaceId, nowMs }, { id }) => {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  // One snapshot, so that entries and balances agree.
  return await db.transaction(
    async connection => {
      const account = await findAccount(connection, workspaceId, id)
      if (account === null) throw notFound('There is no account with this id in the workspace.')
      const fixed = await fixedPoints(connection, workspaceId, id, today)
      const sums = await daySums(connection, workspaceId, id, today)
      const statements = await listStatements(connection, workspaceId, id)
      return { currency: account.currency, ...balanceHistory(fixed, sums), statements }
    },
    { snapshot: true, workspaceId },
  )
}

import { findTransaction, listTransactions as listStored, transactionWalk } from '../store/transactions.ts'
import type { Handler } from './call.ts'
import { notFound } from './errors.ts'
import { answerPage } from './page.ts'

export const listTransactions: Handler<'listTransactions'> = async (call, { query }) =>
  await answerPage(call, transactionWalk, query, listStored)

export const getTransaction: Handler<'getTransaction'> = async ({ db, workspaceId }, { id }) => {
  const transaction = await findTransaction(db, workspaceId, id)
  if (transaction === null) throw notFound('There is no transaction with this id in the workspace.')
  return transaction
}

import { findTransaction, listTransactions as listStored, transactionWalk } from '../store/transactions.ts'
import type { Handler } from './call.ts'
import { requireCompany } from './companies.ts'
import { notFound } from './errors.ts'
import { requestedPage } from './page.ts'

export const listTransactions: Handler<'listTransactions'> = async (call, { query }) => {
  const page = requestedPage(call, transactionWalk, query)
  await requireCompany(call.db, call.workspaceId, query.companyId)
  const { data, next } = await listStored(call.db, call.workspaceId, { ...page, filters: query })
  return { data, nextCursor: page.cursorOf(next) }
}

export const getTransaction: Handler<'getTransaction'> = async ({ db, workspaceId }, { id }) => {
  const transaction = await findTransaction(db, workspaceId, id)
  if (transaction === null) throw notFound('There is no transaction with this id in the workspace.')
  return transaction
}

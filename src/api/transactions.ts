/** The store gives transactions as JSON, which goes out as it is. */
import { findTransaction, listTransactions as listStored, transactionWalk } from '../store/transactions.ts'
import type { Handler } from './call.ts'
import { notFound } from './errors.ts'
import { JsonText } from './jsonText.ts'
import { answerPage } from './page.ts'

export const listTransactions: Handler<'listTransactions'> = async (call, { query }) => {
  const { data, nextCursor } = await answerPage(call, transactionWalk, query, listStored)
  const rows = data.map((row, index) => (index === 0 ? row : `,${row}`))
  return new JsonText('{"data":[', ...rows, `],"nextCursor":${JSON.stringify(nextCursor)}}`)
}

export const getTransaction: Handler<'getTransaction'> = async ({ db, workspaceId }, { id }) => {
  const transaction = await findTransaction(db, workspaceId, id)
  if (transaction === null) throw notFound('There is no transaction with this id in the workspace.')
  return new JsonText(transaction)
}

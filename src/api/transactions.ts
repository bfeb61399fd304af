/** The store returns transactions as JSON text, which is sent unchanged. */
import { noRows } from '../store/pages/jsonRows.ts'
import {
  findTransactionJson,
  listTransactions as listStored,
  transactionWalk,
} from '../store/transactions.ts'
import { badRequest, notFound } from './errors.ts'
import type { Handler } from './http/call.ts'
import { JsonBytes } from './http/jsonBytes.ts'
import { readPage } from './page.ts'

export const pages = { walk: transactionWalk, empty: noRows, list: listStored }

export const listTransactions: Handler<'listTransactions'> = async (call, { query }) => {
  if (query.ownTransfers !== undefined && query.updatedAfter !== undefined) {
    // Whether a row is an own transfer can change without a new `updatedAt`.
    throw badRequest([{ path: 'ownTransfers', message: 'cannot be combined with updatedAfter' }])
  }
  const { data, nextCursor } = await readPage(call, pages, query)
  return new JsonBytes(data.between('{"data":[', `],"nextCursor":${JSON.stringify(nextCursor)}}`))
}

export const getTransaction: Handler<'getTransaction'> = async ({ reads, workspaceId }, { id }) => {
  const transaction = await findTransactionJson(reads, workspaceId, id)
  if (transaction === null) throw notFound('There is no transaction with this id in the workspace.')
  return new JsonBytes(transaction)
}

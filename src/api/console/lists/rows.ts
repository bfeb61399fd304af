/** Long pages of a list, in its own order or sorted. */
import { pages as billPages } from '../../bills.ts'
import { JsonBytes } from '../../http/jsonBytes.ts'
import { readPage } from '../../page.ts'
import { pages as transactionPages } from '../../transactions.ts'
import type { Handler } from '../call.ts'
import { sortedBills, sortedRows, sortedTransactions } from './sorted.ts'

export const listTransactionRows: Handler<'listTransactionRows'> = async (call, { query }) => {
  const { sort, ...wanted } = query
  if (sort !== 'newest') return await sortedRows(sortedTransactions, call, wanted, sort)
  const { data, nextCursor } = await readPage({ ...call, reads: call.db }, transactionPages, wanted)
  return new JsonBytes(data.between('{"data":[', `],"nextCursor":${JSON.stringify(nextCursor)}}`))
}

export const listBillRows: Handler<'listBillRows'> = async (call, { query }) => {
  const { sort, ...wanted } = query
  if (sort !== 'newest') return await sortedRows(sortedBills, call, wanted, sort)
  return await readPage({ ...call, reads: call.db }, billPages, wanted)
}

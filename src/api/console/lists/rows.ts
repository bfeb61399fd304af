/** Long pages of a list, in its own order or sorted. Only a list of limited length can be sorted. */
import { sortedRowsMax } from '../../../contract/console/lists.ts'
import { pages as billPages } from '../../bills.ts'
import { JsonBytes } from '../../http/jsonBytes.ts'
import { readPage } from '../../page.ts'
import { pages as transactionPages } from '../../transactions.ts'
import type { Handler } from '../call.ts'
import { sortedBills, sortedTransactions } from './sorted.ts'

export const listTransactionRows: Handler<'listTransactionRows'> = async (call, { query }) => {
  const { sort, ...wanted } = query
  if (sort !== 'newest') {
    return { data: await sortedTransactions(call, wanted, sort, sortedRowsMax), nextCursor: null }
  }
  const { data, nextCursor } = await readPage({ ...call, reads: call.db }, transactionPages, wanted)
  return new JsonBytes(data.between('{"data":[', `],"nextCursor":${JSON.stringify(nextCursor)}}`))
}

export const listBillRows: Handler<'listBillRows'> = async (call, { query }) => {
  const { sort, ...wanted } = query
  if (sort !== 'newest') {
    return { data: await sortedBills(call, wanted, sort, sortedRowsMax), nextCursor: null }
  }
  return await readPage({ ...call, reads: call.db }, billPages, wanted)
}

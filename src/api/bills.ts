import { billWalk, findBill, listBills as listStored } from '../store/bills.ts'
import { notFound } from './errors.ts'
import type { Handler } from './http/call.ts'
import { readPage } from './page.ts'

export const pages = { walk: billWalk, empty: [], list: listStored }

export const listBills: Handler<'listBills'> = async (call, { query }) => await readPage(call, pages, query)

export const getBill: Handler<'getBill'> = async ({ reads, workspaceId }, { id }) => {
  const bill = await findBill(reads, workspaceId, id)
  if (bill === null) throw notFound('There is no bill with this id in the workspace.')
  return bill
}

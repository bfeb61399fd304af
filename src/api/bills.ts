import { billWalk, findBill, listBills as listStored } from '../store/bills.ts'
import type { Handler } from './call.ts'
import { requireCompany } from './companies.ts'
import { notFound } from './errors.ts'
import { requestedPage } from './page.ts'

export const listBills: Handler<'listBills'> = async (call, { query }) => {
  const page = requestedPage(call, billWalk, query)
  await requireCompany(call.db, call.workspaceId, query.companyId)
  const { data, next } = await listStored(call.db, call.workspaceId, { ...page, filters: query })
  return { data, nextCursor: page.cursorOf(next) }
}

export const getBill: Handler<'getBill'> = async ({ db, workspaceId }, { id }) => {
  const bill = await findBill(db, workspaceId, id)
  if (bill === null) throw notFound('There is no bill with this id in the workspace.')
  return bill
}

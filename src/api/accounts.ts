import { findAccount, listAccounts as listStored } from '../store/accounts.ts'
import { requireCompany } from './companies.ts'
import { notFound } from './errors.ts'
import type { Handler } from './http/call.ts'

export const listAccounts: Handler<'listAccounts'> = async ({ db, workspaceId }, { query }) => {
  await requireCompany(db, workspaceId, query.companyId)
  return { data: await listStored(db, workspaceId, query) }
}

export const getAccount: Handler<'getAccount'> = async ({ db, workspaceId }, { id }) => {
  const account = await findAccount(db, workspaceId, id)
  if (account === null) throw notFound('There is no account with this id in the workspace.')
  return account
}

import { findAccount, listAccounts as listStored } from '../store/accounts.ts'
import { requireCompany } from './companies.ts'
import { notFound } from './errors.ts'
import type { Handler } from './http/call.ts'

export const listAccounts: Handler<'listAccounts'> = async ({ reads, workspaceId }, { query }) => {
  await requireCompany(reads, workspaceId, query.companyId)
  return { data: await listStored(reads, workspaceId, query) }
}

export const getAccount: Handler<'getAccount'> = async ({ reads, workspaceId }, { id }) => {
  const account = await findAccount(reads, workspaceId, id)
  if (account === null) throw notFound('There is no account with this id in the workspace.')
  return account
}

/** Workspaces, companies and accounts that people create and change. */
import {
  changeAccount as changeStoredAccount,
  changeCompany as changeStoredCompany,
  createAccount as createStoredAccount,
  createCompany as createStoredCompany,
} from '../../../actions/companies.ts'
import {
  createWorkspace as createStoredWorkspace,
  MayNotCreateWorkspaces,
  renameWorkspace as renameStoredWorkspace,
} from '../../../actions/workspaces.ts'
import { parseIban } from '../../../domain/money/iban.ts'
import { badRequest, noSuchCompany, notFound } from '../../errors.ts'
import { describeMe } from '../account.ts'
import type { Handler } from '../call.ts'
import { roleRequired } from '../http/refusals.ts'

export const createWorkspace: Handler<'createWorkspace'> = async ({ db, person, nowMs }, { body }) => {
  try {
    const workspaceId = await createStoredWorkspace(db, person, body.name, nowMs)
    return { workspaceId, me: await describeMe(db, person) }
  } catch (error) {
    if (error instanceof MayNotCreateWorkspaces) throw roleRequired(['owner'])
    throw error
  }
}

export const renameWorkspace: Handler<'renameWorkspace'> = async (call, { body }) => {
  await renameStoredWorkspace(call.db, call.workspaceId, body.name, call)
  return { name: body.name }
}

export const createCompany: Handler<'createCompany'> = async (call, { body }) =>
  await createStoredCompany(call, given(body))

export const changeCompany: Handler<'changeCompany'> = async (call, { id, body }) => {
  const changed = await changeStoredCompany(call, id, given(body))
  if (changed === null) throw noSuchCompany()
  return changed
}

export const createAccount: Handler<'createAccount'> = async (call, { body }) =>
  await createStoredAccount(call, withIban(given(body)))

export const changeAccount: Handler<'changeAccount'> = async (call, { id, body }) => {
  const changed = await changeStoredAccount(call, id, withIban(given(body)))
  if (changed === null) throw notFound('There is no account with this id in the workspace.')
  return changed
}

function withIban<Body extends { iban?: string | null; bic?: string | null }>(body: Body): Body {
  const upper = body.bic ? { ...body, bic: body.bic.toUpperCase() } : body
  if (!body.iban) return upper
  const parsed = parseIban(body.iban)
  if (!parsed.ok) throw badRequest([{ path: 'iban', message: parsed.reason }])
  return { ...upper, iban: parsed.iban }
}

type Given<Body> = { [Field in keyof Body]: Exclude<Body[Field], undefined> }

/** Without fields that were not sent. */
const given = <Body extends object>(body: Body): Given<Body> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given<Body>

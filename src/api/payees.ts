import { type Payee, updatePayee as updateOperation } from '../contract/payees.ts'
import { newId } from '../domain/ids.ts'
import { parseIban } from '../domain/money/iban.ts'
import { recordAudit } from '../store/audit.ts'
import { soleCompanyId } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { readPayees } from '../store/payeeList.ts'
import {
  deletePayee as deleteStored,
  findPayee,
  insertPayee,
  updatePayee as updateStored,
} from '../store/payees.ts'
import { requireCompany } from './companies.ts'
import { badRequest, notFound } from './errors.ts'
import type { Handler } from './http/call.ts'
import { JsonBytes, listOfPieces } from './http/jsonBytes.ts'

export const listPayees: Handler<'listPayees'> = async ({ db, workspaceId }, { query }) => {
  await requireCompany(db, workspaceId, query.companyId)
  // Serialise piece by piece: doing all rows at once would block every other request.
  const make = (piece: Payee[]) => Buffer.from(JSON.stringify(piece).slice(1, -1))
  return new JsonBytes(await readPayees(db, workspaceId, query, { make, join: listOfPieces }))
}

export const getPayee: Handler<'getPayee'> = async ({ reads, workspaceId }, { id }) => {
  return (await findPayee(reads, workspaceId, id)) ?? noSuchPayee()
}

export const createPayee: Handler<'createPayee'> = async ({ nowMs, workspaceId, actor, write }, { body }) => {
  const iban = requireIban(body.iban)
  return await write(async (connection, stamp) => {
    const companyId = body.companyId ?? (await onlyCompany(connection, workspaceId))
    await requireCompany(connection, workspaceId, companyId)
    const payee = { ...body, id: newId('pye', nowMs), companyId, iban }
    const result = await insertPayee(connection, workspaceId, payee, stamp)
    const { id: subjectId, lastUsedAt: _, createdAt: __, updatedAt: ___, ...details } = result
    await recordAudit(connection, workspaceId, nowMs, { actor, action: 'payee.created', subjectId, details })
    return { result, changed: true }
  })
}

export const updatePayee: Handler<'updatePayee'> = async (call, { id, body }) => {
  const { nowMs, workspaceId, actor, write } = call
  const iban = body.iban === undefined ? undefined : requireIban(body.iban)
  return await write(async (connection, stamp) => {
    const payee = (await findPayee(connection, workspaceId, id)) ?? noSuchPayee()
    const before = changeable(payee, {})
    const change = changeable(payee, { ...body, iban })
    if (JSON.stringify(change) === JSON.stringify(before)) return { result: payee, changed: false }
    const result = await updateStored(connection, workspaceId, payee, change, stamp)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'payee.changed',
      subjectId: id,
      details: { before, after: change },
    })
    return { result, changed: true }
  })
}

type Changeable = keyof typeof updateOperation.body.shape

/** The fields that a change may be about, as given or else as they are. */
function changeable(
  payee: Payee,
  given: { [Field in Changeable]?: Payee[Field] | undefined },
): Pick<Payee, Changeable> {
  const fields = Object.keys(updateOperation.body.shape) as Changeable[]
  const values = fields.map(field => [field, given[field] === undefined ? payee[field] : given[field]])
  return Object.fromEntries(values) as Pick<Payee, Changeable>
}

export const deletePayee: Handler<'deletePayee'> = async ({ nowMs, workspaceId, actor, write }, { id }) => {
  await write(async connection => {
    const payee = (await findPayee(connection, workspaceId, id)) ?? noSuchPayee()
    await deleteStored(connection, workspaceId, id)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'payee.deleted',
      subjectId: id,
      details: { companyId: payee.companyId, name: payee.name, iban: payee.iban },
    })
    return { result: undefined, changed: true }
  })
  return undefined
}

function noSuchPayee(): never {
  throw notFound('There is no payee with this id in the workspace.')
}

function requireIban(text: string): string {
  const parsed = parseIban(text)
  if (parsed.ok) return parsed.iban
  throw badRequest([{ path: 'iban', message: `is not a valid IBAN: ${parsed.reason.replace(/\.$/, '')}` }])
}

async function onlyCompany(connection: Connection, workspaceId: string): Promise<string> {
  const companyId = await soleCompanyId(connection, workspaceId)
  if (companyId !== null) return companyId
  const message =
    'is required because the workspace does not have exactly one company; GET /v1/companies lists them'
  throw badRequest([{ path: 'companyId', message }])
}

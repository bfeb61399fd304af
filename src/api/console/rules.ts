/** Category rules. The public API does not show them, so changing them does not advance the workspace's clock. */
import { runRules } from '../../actions/rules.ts'
import { type Rule, rulesMax } from '../../contract/console/rules.ts'
import { hasCondition } from '../../domain/categoryRules.ts'
import { newId } from '../../domain/ids.ts'
import { compareDecimals } from '../../domain/money/compareDecimals.ts'
import { type AuditRecord, recordAudit } from '../../store/audit.ts'
import { categoryExists } from '../../store/categories.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  countRules,
  deleteRule as deleteStored,
  findRule,
  insertRule,
  listRules as listStored,
  moveRule,
  updateRule,
} from '../../store/rules/categoryRules.ts'
import { writeWorkspace } from '../../store/workspaceClock.ts'
import { requireCompany } from '../companies.ts'
import { badRequest, conflict, notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'

export const listRules: Handler<'listRules'> = async ({ db, workspaceId }) => ({
  data: await listStored(db, workspaceId),
})

export const createRule: Handler<'createRule'> = async (call, { body }) => {
  requireMeaningful(body)
  return await writeLocked(call, async connection => {
    await requireKnown(connection, call.workspaceId, body)
    await requireRoom(connection, call.workspaceId)
    const made = { id: newId('rul', call.nowMs), ...body, createdAt: new Date(call.nowMs).toISOString() }
    const rule = await insertRule(connection, call.workspaceId, made)
    await record(connection, call, 'rule.created', rule.id, factsOf(rule))
    return rule
  })
}

export const changeRule: Handler<'changeRule'> = async (call, { id, body: { position, ...change } }) => {
  const { workspaceId } = call
  return await writeLocked(call, async connection => {
    const before = (await findRule(connection, workspaceId, id)) ?? noSuchRule()
    const last = (await countRules(connection, workspaceId)) - 1
    const after: Rule = Object.assign({}, before, change, {
      position: Math.min(position ?? before.position, last),
    })
    requireMeaningful(after)
    await requireKnown(connection, workspaceId, after)
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await updateRule(connection, workspaceId, after)
    if (after.position !== before.position) await moveRule(connection, workspaceId, before, after.position)
    await record(connection, call, 'rule.changed', id, { before: factsOf(before), after: factsOf(after) })
    return after
  })
}

export const deleteRule: Handler<'deleteRule'> = async (call, { id }) => {
  await writeLocked(call, async connection => {
    const rule = (await findRule(connection, call.workspaceId, id)) ?? noSuchRule()
    await deleteStored(connection, call.workspaceId, rule)
    await record(connection, call, 'rule.deleted', id, factsOf(rule))
  })
  return undefined
}

export const applyRules: Handler<'applyRules'> = async (call, { body: { dryRun } }) => {
  const { db, workspaceId, actor, nowMs } = call
  return await runRules(db, { workspaceId, dryRun, actor, nowMs })
}

/** Takes the workspace's lock, because concurrent changes would break the order of the rules. */
async function writeLocked<Result>(
  { db, workspaceId, nowMs }: WorkspaceCall,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return await writeWorkspace(db, workspaceId, nowMs, async connection => ({
    result: await work(connection),
    changed: false,
  }))
}

async function record(
  connection: Connection,
  { workspaceId, actor, nowMs }: WorkspaceCall,
  action: AuditRecord['action'],
  subjectId: string,
  details: AuditRecord['details'],
): Promise<void> {
  await recordAudit(connection, workspaceId, nowMs, { actor, action, subjectId, details })
}

const factsOf = ({ id: _, createdAt: __, ...facts }: Rule) => facts

type Changeable = Omit<Rule, 'id' | 'position' | 'createdAt'>

function requireMeaningful(rule: Changeable): void {
  if (!hasCondition(rule)) {
    throw badRequest([
      {
        path: '',
        message: 'needs at least one condition; without one, a rule would match every transaction',
      },
    ])
  }
  const { amountMin, amountMax } = rule
  if (amountMin !== null && amountMax !== null && compareDecimals(amountMin, amountMax) > 0) {
    throw badRequest([{ path: 'amountMax', message: 'must not be less than amountMin' }])
  }
}

async function requireKnown(connection: Connection, workspaceId: string, rule: Changeable): Promise<void> {
  await requireCategory(connection, workspaceId, rule.categoryId)
  await requireCompany(connection, workspaceId, rule.companyId ?? undefined)
}

export async function requireCategory(
  connection: Connection,
  workspaceId: string,
  categoryId: string,
): Promise<void> {
  if (await categoryExists(connection, workspaceId, categoryId)) return
  throw notFound(
    'There is no category with this categoryId in the workspace. GET /v1/categories lists the categories.',
  )
}

async function requireRoom(connection: Connection, workspaceId: string): Promise<void> {
  if ((await countRules(connection, workspaceId)) < rulesMax) return
  throw conflict(
    'TOO_MANY_RULES',
    `The workspace has ${rulesMax} rules, which is the limit. Delete one first.`,
  )
}

function noSuchRule(): never {
  throw notFound('There is no rule with this id in the workspace.')
}

/** The audit log: who did what and when. Records are written in the same transaction as the change. */
import type {
  AuditAction,
  AuditRecord as NamedRecord,
  listAudit as operation,
} from '../contract/console/audit.ts'
import type { QueryOf } from '../contract/operation.ts'
import { newId } from '../domain/ids.ts'
import { Conditions } from './engine/conditions.ts'
import type { Connection } from './engine/door.ts'

export interface Actor {
  kind: 'key' | 'person' | 'command'
  id: string
}

export interface AuditRecord {
  actor: Actor
  action: AuditAction
  subjectId: string
  details: Record<string, unknown>
}

export async function recordAudit(
  connection: Connection,
  workspaceId: string,
  atMs: number,
  { actor, action, subjectId, details }: AuditRecord,
): Promise<void> {
  await connection.query(
    `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    [
      workspaceId,
      newId('aud', atMs),
      new Date(atMs).toISOString(),
      actor.kind,
      actor.id,
      action,
      subjectId,
      JSON.stringify(details),
    ],
  )
}

/**
 * Writes a record about a person's account to the log of each workspace they belong to. A log reveals nothing about the
 * person's other workspaces, not even how many there are.
 */
export async function recordForPerson(
  connection: Connection,
  userId: string,
  atMs: number,
  { actor, action, details }: Omit<AuditRecord, 'subjectId'>,
): Promise<void> {
  await connection.query(
    `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
     select m.workspace_id, $2, $3, $4, $5, $6, $1, $7::jsonb from memberships m where m.user_id = $1`,
    [
      userId,
      newId('aud', atMs),
      new Date(atMs).toISOString(),
      actor.kind,
      actor.id,
      action,
      JSON.stringify(details),
    ],
  )
}

/** Writes many records in one query. */
export async function recordAudits(
  connection: Connection,
  workspaceId: string,
  atMs: number,
  actor: Actor,
  records: readonly Omit<AuditRecord, 'actor'>[],
): Promise<void> {
  await connection.query(
    `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
     select $1, r.id, $2, $3, $4, r.action, r.subject_id, r.details::jsonb
     from unnest($5::text[], $6::text[], $7::text[], $8::text[]) as r(id, action, subject_id, details)`,
    [
      workspaceId,
      new Date(atMs).toISOString(),
      actor.kind,
      actor.id,
      records.map(() => newId('aud', atMs)),
      records.map(({ action }) => action),
      records.map(({ subjectId }) => subjectId),
      records.map(({ details }) => JSON.stringify(details)),
    ],
  )
}

export interface StoredAuditRecord extends AuditRecord {
  id: string
  at: string
}

export async function listAudit(connection: Connection, workspaceId: string): Promise<StoredAuditRecord[]> {
  const rows = await connection.query<StoredAuditRecord & { actorKind: Actor['kind']; actorId: string }>(
    `select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject_id as "subjectId", details
     from audit_records where workspace_id = $1 order by at, id`,
    [workspaceId],
  )
  return rows.map(({ actorKind, actorId, ...record }) => ({
    ...record,
    actor: { kind: actorKind, id: actorId },
  }))
}

export type AuditFilters = Omit<QueryOf<typeof operation>, 'limit' | 'cursor'>

interface AuditPage {
  filters: AuditFilters
  /** Last record of the previous page. */
  after: { at: string; id: string } | null
  limit: number
}

const named = `t.id, t.at, t.action, t.subject_id as "subjectId", t.details,
  json_build_object('kind', t.actor_kind, 'id', t.actor_id, 'name', coalesce(u.name, k.name)) as actor`

/** Newest first, with each actor's current name. Returns one record past the limit if there are more. */
export async function listAuditPage(
  connection: Connection,
  workspaceId: string,
  { filters, after, limit }: AuditPage,
): Promise<NamedRecord[]> {
  const conditions = new Conditions(workspaceId)
  const { actorKind, actorId, action, dateFrom, dateTo } = filters
  if (actorKind !== undefined) conditions.add('t.actor_kind = ?', actorKind)
  if (actorId !== undefined) conditions.add('t.actor_id = ?', actorId)
  if (action !== undefined) conditions.add('t.action = ?', action)
  if (dateFrom !== undefined) conditions.add('t.at >= ?', `${dateFrom}T00:00:00Z`)
  if (dateTo !== undefined)
    conditions.add("t.at < ?::timestamptz + interval '24 hours'", `${dateTo}T00:00:00Z`)
  if (after !== null) conditions.add('(t.at, t.id) < (?::timestamptz, ?::text)', after.at, after.id)
  return await connection.query<NamedRecord>(
    `select ${named}
     from audit_records t
     left join users u on t.actor_kind = 'person' and u.user_id = t.actor_id
     left join api_keys k on t.actor_kind = 'key' and k.workspace_id = t.workspace_id and k.id = t.actor_id
     where ${conditions.text}
     order by t.at desc, t.id desc
     limit ${limit + 1}`,
    conditions.values,
  )
}

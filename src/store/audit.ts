/** Who did what and when, written in the transaction that did it. */
import { newId } from '../domain/ids.ts'
import type { Session } from './door.ts'

export interface Actor {
  kind: 'key' | 'person' | 'command'
  id: string
}

export type AuditAction =
  | 'key.created'
  | 'key.revoked'
  | 'payee.created'
  | 'payee.changed'
  | 'payee.deleted'
  | 'workspace.loaded'

export interface AuditRecord {
  actor: Actor
  action: AuditAction
  subjectId: string
  details: Record<string, unknown>
}

export async function recordAudit(
  session: Session,
  workspaceId: string,
  atMs: number,
  { actor, action, subjectId, details }: AuditRecord,
): Promise<void> {
  await session.query(
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

export interface StoredAuditRecord extends AuditRecord {
  id: string
  at: string
}

export async function listAudit(session: Session, workspaceId: string): Promise<StoredAuditRecord[]> {
  const rows = await session.query<StoredAuditRecord & { actorKind: Actor['kind']; actorId: string }>(
    `select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject_id as "subjectId", details
     from audit_records where workspace_id = $1 order by at, id`,
    [workspaceId],
  )
  return rows.map(({ actorKind, actorId, ...record }) => ({
    ...record,
    actor: { kind: actorKind, id: actorId },
  }))
}

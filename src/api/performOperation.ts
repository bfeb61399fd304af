/** One operation, for an authenticated request: scopes, parameters, ETag, handler, answer. */
import type { Operation } from '../contract/operation.ts'
import type { KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import type { KeptAnswer } from '../store/idempotency.ts'
import { writeWorkspace } from '../store/workspaceClock.ts'
import type { AppContext } from './app.ts'
import type { Call } from './call.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { handlers } from './handlers.ts'
import { answerOnce, parseIdempotencyKey } from './idempotency.ts'
import { parseRequest } from './parseRequest.ts'
import { requireScopes } from './requireScopes.ts'

interface Requester {
  db: Database
  nowMs: number
  key: KeyState
}

export async function performOperation(
  operation: Operation,
  context: AppContext,
  { db, nowMs, key }: Requester,
): Promise<Response> {
  requireScopes(operation.scopes, key.scopes)
  const idempotencyKey = operation.idempotent
    ? parseIdempotencyKey(context.req.header('idempotency-key'))
    : null
  const input = await parseRequest(operation, context.req.raw, context.req.param('id'))

  if (operation.method === 'GET') {
    const etag = etagOf(operation.id, key, input.id, input.query)
    context.header('ETag', etag)
    if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304)
  }

  const call = callFor(db, nowMs, key)
  const perform = async (each: Call): Promise<KeptAnswer> => {
    // The contract's types hold for each operation by itself; a loop over all of them cannot name which one it is.
    const handler = handlers[operation.id as keyof typeof handlers] as (
      call: Call,
      input: unknown,
    ) => Promise<unknown>
    return { status: operation.success.status, body: JSON.stringify(await handler(each, input)) }
  }
  if (idempotencyKey === null) return send(context, await perform(call))
  const { replayed, ...answer } = await answerOnce(call, idempotencyKey, input.body, perform)
  if (replayed) context.header('Idempotency-Replayed', 'true')
  return send(context, answer)
}

function callFor(db: Database, nowMs: number, key: KeyState): Call {
  return {
    db,
    nowMs,
    key,
    workspaceId: key.workspaceId,
    actor: { kind: 'key', id: key.id },
    write: work => writeWorkspace(db, key.workspaceId, nowMs, work),
  }
}

function send(context: AppContext, { status, body }: KeptAnswer): Response {
  if (status === 204) return context.body(null, 204)
  return context.body(body, status as 200, { 'Content-Type': 'application/json' })
}

/** One operation, for an authenticated request: scopes, parameters, ETag, handler, answer. */
import type { Operation } from '../contract/operation.ts'
import type { KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import type { KeptAnswer } from '../store/idempotency.ts'
import { writeWorkspace } from '../store/workspaceClock.ts'
import type { Answers } from './answers.ts'
import type { AppContext } from './app.ts'
import type { Call } from './call.ts'
import { etagOf, namesAny, namesEtag } from './etag.ts'
import { handlers } from './handlers.ts'
import { answerOnce, parseIdempotencyKey } from './idempotency.ts'
import { type ParsedRequest, parseRequest } from './parseRequest.ts'
import { RecentMap } from './recentMap.ts'
import { requireScopes } from './requireScopes.ts'

interface Requester {
  db: Database
  nowMs: number
  key: KeyState
  answers: Answers
}

const jsonType = { 'Content-Type': 'application/json' }

export async function performOperation(
  operation: Operation,
  context: AppContext,
  requester: Requester,
): Promise<Response> {
  requireScopes(operation.scopes, requester.key.scopes)
  const perform = operation.method === 'GET' ? read : write
  return await perform(operation, context, requester)
}

async function read(operation: Operation, context: AppContext, requester: Requester): Promise<Response> {
  const input = await parsedRead(operation, context)
  const etag = etagOf(operation.id, requester.key, input.id, input.query)
  const ifNoneMatch = context.req.header('if-none-match')
  const unchanged = () => context.body(null, 304, { ETag: etag })
  if (namesEtag(ifNoneMatch, etag)) return unchanged()

  let body = requester.answers.get(etag)
  if (body === undefined) {
    // Not a Buffer: a small one would be a slice of a shared block, and keep the whole block in memory.
    body = new TextEncoder().encode(JSON.stringify(await handle(operation, callFor(requester), input)))
    requester.answers.offer(etag, body)
  }
  if (namesAny(ifNoneMatch)) return unchanged()
  return context.body(body, 200, { ...jsonType, ETag: etag })
}

const parsedReadsMax = 5_000
const parsedReads = new RecentMap<ParsedRequest>(parsedReadsMax)

/** A read is told by its method and URL alone, so the same text need not be parsed again. */
async function parsedRead(operation: Operation, context: AppContext): Promise<ParsedRequest> {
  const text = context.req.url
  let input = parsedReads.get(text)
  if (input === undefined) {
    input = await parseRequest(operation, context.req.raw, context.req.param('id'))
    parsedReads.set(text, input)
  }
  return input
}

async function write(operation: Operation, context: AppContext, requester: Requester): Promise<Response> {
  const idempotencyKey = operation.idempotent
    ? parseIdempotencyKey(context.req.header('idempotency-key'))
    : null
  const input = await parseRequest(operation, context.req.raw, context.req.param('id'))
  const perform = async (call: Call): Promise<KeptAnswer> => ({
    status: operation.success.status,
    body: JSON.stringify(await handle(operation, call, input)),
  })
  if (idempotencyKey === null) return send(context, await perform(callFor(requester)))
  const asked = [operation.id, input.id, input.body]
  const { replayed, ...answer } = await answerOnce(callFor(requester), idempotencyKey, asked, perform)
  if (replayed) context.header('Idempotency-Replayed', 'true')
  return send(context, answer)
}

function handle(operation: Operation, call: Call, input: ParsedRequest): Promise<unknown> {
  // The contract's types hold for each operation by itself; a loop over all of them cannot name which one it is.
  const handler = handlers[operation.id as keyof typeof handlers] as (
    call: Call,
    input: ParsedRequest,
  ) => Promise<unknown>
  return handler(call, input)
}

function callFor({ db, nowMs, key }: Requester): Call {
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
  return context.body(body, status as 200, jsonType)
}

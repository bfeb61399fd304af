/** Runs one operation for an admitted request: parameters and body, ETag, handler, reply. */
import type { Operation } from '../contract/operation.ts'
import { RecentMap } from '../domain/recentMap.ts'
import type { Database } from '../store/engine/door.ts'
import type { KeptReply } from '../store/keys/idempotency.ts'
import { writeWorkspace } from '../store/workspaceClock.ts'
import { handlers } from './handlers.ts'
import type { Call, Caller, Waiting } from './http/call.ts'
import { etagsOf, namesAny, namesEtag, requestDigest } from './http/etag.ts'
import { parseIdempotencyKey, replyOnce } from './http/idempotency.ts'
import { toJsonBytes } from './http/jsonBytes.ts'
import { type ParsedRequest, parseRead, parseRequest } from './http/parseRequest.ts'
import { type AppRequest, emptyReply, jsonReply, type Reply } from './http/reply.ts'
import type { ReplyCache } from './http/replyCache.ts'
import type { Route as AnyRoute } from './http/routes.ts'

type Route = AnyRoute<Operation>

export interface Requester {
  db: Database
  /** The store itself if left out. */
  reads?: Database
  nowMs: number
  caller: Caller
  cache: ReplyCache
  /** Null for a person. */
  waiting: Waiting | null
}

/** A reply from memory comes at once: waiting for it would cost each request. */
export function performOperation(
  route: Route,
  request: AppRequest,
  requester: Requester,
): Reply | Promise<Reply> {
  const perform = route.operation.method === 'GET' ? read : write
  return perform(route, request, requester)
}

function read(route: Route, request: AppRequest, requester: Requester): Reply | Promise<Reply> {
  const input = parsedRead(route, request)
  // The reply to a request that waits is newer than the clock it came in with, so it has no ETag and is not cached.
  if (Number(input.query.wait ?? 0) > 0) return readLater(route, input, requester)
  const etag = input.etagFor(requester.caller)
  const ifNoneMatch = request.headers['if-none-match']
  const { cache } = requester
  if (namesEtag(ifNoneMatch, etag)) {
    cache.counts.notModified += 1
    return emptyReply(304, 'ETag', etag, ...input.ignored)
  }

  const replyOf = (body: Uint8Array) =>
    namesAny(ifNoneMatch)
      ? emptyReply(304, 'ETag', etag, ...input.ignored)
      : jsonReply(200, body, 'ETag', etag, ...input.ignored)
  const kept = cache.get(etag)
  return kept === undefined ? readNow(route, input, etag, requester).then(replyOf) : replyOf(kept)
}

async function readLater({ operation }: Route, input: ParsedRead, requester: Requester): Promise<Reply> {
  const value = await handle(operation, callFor(requester), input)
  return jsonReply(200, toJsonBytes(value), ...input.ignored)
}

async function readNow(
  { operation }: Route,
  input: ParsedRead,
  etag: string,
  requester: Requester,
): Promise<Uint8Array<ArrayBuffer>> {
  const { cache } = requester
  const body = await cache.make(etag, async () =>
    toJsonBytes(await handle(operation, callFor(requester), input)),
  )
  cache.offer(etag, body)
  return body
}

interface ParsedRead extends ParsedRequest {
  etagFor: (caller: Caller) => string
}

const parsedReadsMax = 5_000
const parsedReads = new RecentMap<ParsedRead>(parsedReadsMax)

/** A read depends only on its URL, so the parsed form is cached by URL. */
function parsedRead({ operation, id }: Route, request: AppRequest): ParsedRead {
  const { url = '' } = request
  let read = parsedReads.get(url)
  if (read === undefined) {
    const { id: parsedId, query, body, ignored } = parseRead(operation, request, id)
    const etagFor = etagsOf(operation.id, requestDigest(operation.id, parsedId, query))
    read = { id: parsedId, query, body, ignored, etagFor }
    parsedReads.set(url, read)
  }
  return read
}

async function write({ operation, id }: Route, request: AppRequest, requester: Requester): Promise<Reply> {
  const { 'idempotency-key': given } = request.headers
  const idempotencyKey = operation.idempotent ? parseIdempotencyKey(given?.toString()) : null
  const input = await parseRequest(operation, request, id)
  const perform = async (call: Call): Promise<KeptReply> => ({
    status: operation.success.status,
    body: JSON.stringify(await handle(operation, call, input)),
  })
  if (idempotencyKey === null) return written(await perform(callFor(requester)), ...input.ignored)
  const asked = [operation.id, input.id, input.body]
  const { replayed, ...reply } = await replyOnce(callFor(requester), idempotencyKey, asked, perform)
  const headers = replayed ? ['Idempotency-Replayed', 'true', ...input.ignored] : input.ignored
  return written(reply, ...headers)
}

const written = ({ status, body }: KeptReply, ...headers: string[]): Reply =>
  status === 204 ? emptyReply(204, ...headers) : jsonReply(status, body, ...headers)

function handle(operation: Operation, call: Call, input: ParsedRequest): Promise<unknown> {
  // Each handler is typed for its own operation; a lookup by id cannot express which one it returns.
  const handler = handlers[operation.id as keyof typeof handlers] as (
    call: Call,
    input: ParsedRequest,
  ) => Promise<unknown>
  return handler(call, input)
}

function callFor({ db, reads = db, nowMs, caller, waiting }: Requester): Call {
  const { workspaceId, version, actor, key } = caller
  const write: Call['write'] = work => writeWorkspace(db, workspaceId, nowMs, work)
  return { db, reads, nowMs, workspaceId, version, actor, key, waiting, write }
}

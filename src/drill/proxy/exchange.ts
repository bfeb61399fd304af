/** A request that passes through the drill, read whole and put into its place in the schedule. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestKind, requestKindOf } from '../faults.ts'
import { fingerprintOf, hashOf, type WatchedRequest } from '../mistakes.ts'
import { passedOn, readWhole, urlFrom } from '../upstream.ts'

export interface Exchange extends WatchedRequest {
  kind: RequestKind
  /** Of requests, the same again has the same fingerprint. */
  fingerprint: string
  /** Of requests to the feed: its key and filters, without the cursor. Null for others. */
  follower: string | null
  hasCursor: boolean
  headers: Record<string, string | string[]>
  response: ServerResponse
  /** Set when the client has gone before it got the whole answer. */
  gone: AbortSignal
  requestId: string
}

const bodyBytesMax = 1024 * 1024

export type Reading =
  | { ok: true; exchange: Exchange }
  | { ok: false; reason: 'too large' | 'elsewhere' | 'gone' }

/** `base` is the path of the API, such as /v1. The number is assigned when the request has arrived. */
export async function readExchange(
  request: IncomingMessage,
  response: ServerResponse,
  base: string,
  number: () => number,
): Promise<Reading> {
  const url = urlOf(request)
  if (url === null || !url.pathname.startsWith(`${base}/`)) return { ok: false, reason: 'elsewhere' }
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const body = await readWhole(request, bodyBytesMax).catch(() => undefined)
  if (body === undefined) return { ok: false, reason: 'gone' }
  if (body === null) return { ok: false, reason: 'too large' }
  const path = url.pathname.slice(base.length)
  const method = request.method ?? 'GET'
  const idempotencyKey = request.headers['idempotency-key']
  const count = number()
  const watched: WatchedRequest = {
    number: count,
    method,
    path,
    target: path + url.search,
    keyHash: hashOf(request.headers.authorization ?? ''),
    idempotencyKey: typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : null,
    body,
  }
  const exchange: Exchange = {
    ...watched,
    kind: requestKindOf(method, path, url.searchParams),
    fingerprint: fingerprintOf(watched),
    follower: followerOf(watched, url.searchParams),
    hasCursor: Boolean(url.searchParams.get('cursor')),
    headers: passedOn(request.headers),
    response,
    gone: gone.signal,
    requestId: `req_drill${count}`,
  }
  return { ok: true, exchange }
}

export function urlOf(request: IncomingMessage): URL | null {
  return urlFrom(request.url ?? '', 'http://drill')
}

function followerOf({ method, path, keyHash }: WatchedRequest, query: URLSearchParams): string | null {
  if (method !== 'GET' || path !== '/changes') return null
  return hashOf(keyHash, query.get('resources') ?? '', query.get('companyId') ?? '')
}

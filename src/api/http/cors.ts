/**
 * Lets pages of other origins call the API from a browser. Off by default: a key in a web page is visible to everyone who
 * uses the page. Only for /v1 and /mcp, which never read cookies.
 */
import { emptyReply, type Reply } from './reply.ts'

const methods = 'GET, HEAD, POST, PATCH, DELETE'
const requestHeaders =
  'Authorization, Content-Type, If-None-Match, Idempotency-Key, Mcp-Protocol-Version, Mcp-Method, Mcp-Name'
const replyHeaders =
  'ETag, Florin-Ignored-Parameters, Idempotency-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ' +
  'Request-Id, Retry-After, WWW-Authenticate'
const preflightSeconds = '600'

/** Headers for every reply to this origin; empty if it is not allowed. */
export function corsHeaders(origin: string | undefined, allowed: readonly string[]): string[] {
  if (allowed.length === 0) return []
  // The reply depends on the origin even if this one is not allowed.
  if (origin === undefined || !allowed.includes(origin)) return ['Vary', 'Origin']
  return [
    ...['Vary', 'Origin', 'Access-Control-Allow-Origin', origin],
    ...['Access-Control-Expose-Headers', replyHeaders],
  ]
}

/** The reply to a preflight request of an allowed origin; null for every other request. It needs no key. */
export function preflight(
  { method, headers }: { method?: string | undefined; headers: Record<string, unknown> },
  allowed: readonly string[],
): Reply | null {
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (!isPreflight || typeof headers.origin !== 'string' || !allowed.includes(headers.origin)) return null
  return emptyReply(
    204,
    ...['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', requestHeaders],
    ...['Access-Control-Max-Age', preflightSeconds],
  )
}

/** A request on its way to its answer: what is known of it from the start, and what the steps of the app find out. */
import type { Scope } from '../../contract/scopes.ts'
import { newId } from '../../domain/ids.ts'
import type { KeyState } from '../../store/keys/apiKeys.ts'
import type { Client } from './clientAddress.ts'
import { type AppRequest, pathOf } from './reply.ts'
import { unescapedPath } from './routes.ts'
import { strictTransportSecurity } from './strictTransport.ts'

/** A request on its way to its answer. */
export interface Exchange extends Client {
  request: AppRequest
  requestId: string
  /** The instant at which the request came in. */
  nowMs: number
  /** Without the query, escapes resolved. */
  path: string
  /** Those that the answer has whatever it turns out to be. */
  headers: string[]
  key: KeyState | null
  /** False where the key may not be used from this address. */
  fromItsNetworks: boolean
  personId: string | null
  /** Those that the request needed, once it was let through. */
  scopes: readonly Scope[]
}

export function begin(request: AppRequest, nowMs: number, client: Client): Exchange {
  const requestId = newId('req', nowMs)
  const headers = ['Request-Id', requestId, 'X-Content-Type-Options', 'nosniff']
  if (client.https) headers.push(...strictTransportSecurity)
  const path = unescapedPath(pathOf(request))
  const { peer, host, https, viaProxy } = client
  // Written out: spreading objects here takes 10 µs of each request.
  return {
    peer,
    host,
    https,
    viaProxy,
    request,
    requestId,
    nowMs,
    path,
    headers,
    key: null,
    fromItsNetworks: true,
    personId: null,
    scopes: [],
  }
}

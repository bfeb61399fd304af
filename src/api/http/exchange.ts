/** The state of a request while it is handled: what is known from the start, and what each step adds. */
import type { Scope } from '../../contract/scopes.ts'
import { newId } from '../../domain/ids.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import type { Client } from './clientAddress.ts'
import { type AppRequest, pathOf } from './reply.ts'
import { unescapedPath } from './routes.ts'
import { strictTransportSecurity } from './strictTransport.ts'

export interface Exchange extends Client {
  request: AppRequest
  requestId: string
  /** When the request arrived. */
  nowMs: number
  /** Decoded, without the query string. */
  path: string
  /** Headers of the reply, whatever its status. */
  headers: string[]
  key: KeyState | null
  /** False if the key may not be used from this address. */
  fromItsNetworks: boolean
  personId: string | null
  /** The scopes that the request needed, once it is admitted. */
  scopes: readonly Scope[]
  /** The operation that a tool of /mcp has called. */
  operationId: string | null
}

export function newExchange(request: AppRequest, nowMs: number, client: Client): Exchange {
  const requestId = newId('req', nowMs)
  const headers = ['Request-Id', requestId, 'X-Content-Type-Options', 'nosniff']
  if (client.https) headers.push(...strictTransportSecurity)
  const path = unescapedPath(pathOf(request))
  const { peer, host, https, viaProxy } = client
  // Written out because spreading objects here costs 10 µs per request.
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
    operationId: null,
  }
}

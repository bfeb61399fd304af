/** The log line of each request. */
import type { Logger } from 'pino'
import { canonicalAddress } from '../../domain/access/networks.ts'
import type { Exchange } from './exchange.ts'
import { isUnder } from './reply.ts'

/** Keeps a key that was put into the path by mistake out of the log. */
const withoutSecrets = (path: string): string => path.replace(/florin_[0-9A-Za-z]+/g, 'florin_…')

/** Logs the path without its query string, and no headers: both may contain secrets. */
export function logReply(
  log: Logger,
  { request, requestId, path, key, personId, peer, operationId }: Exchange,
  status: number,
  ms: number,
): void {
  log.info(
    {
      requestId,
      method: request.method,
      path: withoutSecrets(path),
      status,
      ms: Math.round(ms * 10) / 10,
      operationId: operationId ?? undefined,
      keyId: key?.id,
      personId: personId ?? undefined,
      // Sign-in attempts are logged with their address, successful or not.
      address: isUnder('/console', path) ? (canonicalAddress(peer) ?? peer) : undefined,
    },
    'request completed',
  )
}

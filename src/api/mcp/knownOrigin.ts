/**
 * Refuses requests of pages on other sites. Browsers send the Origin header, programs do not. Without this, a page could
 * try keys against a service on its visitor's own machine.
 */
import { requireOwnOrigin } from '../console/http/ownOrigin.ts'
import { ApiError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'

interface OriginConfig {
  corsOrigins: readonly string[]
  secure: boolean
  publicUrl: string | null
}

export function requireKnownOrigin(
  exchange: Exchange,
  { corsOrigins, secure, publicUrl }: OriginConfig,
): void {
  const { origin } = exchange.request.headers
  if (origin === undefined || corsOrigins.includes(origin)) return
  try {
    requireOwnOrigin(exchange, { secure, publicUrl })
  } catch {
    throw new ApiError(
      403,
      'FOREIGN_ORIGIN',
      'Pages of this origin may not use /mcp. If they should, add the origin to FLORIN_CORS_ORIGINS.',
    )
  }
}

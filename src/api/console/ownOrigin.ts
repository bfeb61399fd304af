/**
 * Writes are taken from the console's own pages alone. A browser says on every write which origin its page is of, and
 * no page can make it say otherwise; so a form on another site that posts here with the person's cookie is refused.
 */
import type { AppRequest } from '../answer.ts'
import { foreignOrigin } from './refusals.ts'

export function requireOwnOrigin({ headers }: AppRequest, rules: OriginRules): void {
  const { secure, trustProxy, publicUrl } = rules
  if (publicUrl !== null && headers.origin === publicUrl) return
  const forwardedHost = trustProxy ? headers['x-forwarded-host'] : undefined
  const host = [forwardedHost].flat()[0] ?? headers.host
  if (host === undefined || headers.origin !== `${secure ? 'https' : 'http'}://${host}`) throw foreignOrigin()
}

export interface OriginRules {
  /** Browsers reach the service by HTTPS. */
  secure: boolean
  trustProxy: boolean
  /** Where browsers find the service, for a proxy that does not say it with each request. */
  publicUrl: string | null
}

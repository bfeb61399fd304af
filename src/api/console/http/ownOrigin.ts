/**
 * Writes are taken from the console's own pages alone. A browser says on every write which origin its page is of, and
 * no page can make it say otherwise; so a form on another site that posts here with the person's cookie is refused.
 */

import type { Client } from '../../http/clientAddress.ts'
import type { AppRequest } from '../../http/reply.ts'
import { foreignOrigin } from './refusals.ts'

interface Asking extends Pick<Client, 'host'> {
  request: AppRequest
}

export function requireOwnOrigin({ request: { headers }, host }: Asking, rules: OriginRules): void {
  const { secure, publicUrl } = rules
  if (publicUrl !== null && headers.origin === publicUrl) return
  if (host === undefined || headers.origin !== `${secure ? 'https' : 'http'}://${host}`) throw foreignOrigin()
}

export interface OriginRules {
  /** Browsers reach the service by HTTPS. */
  secure: boolean
  /** Where browsers find the service, for a proxy that does not say it with each request. */
  publicUrl: string | null
}

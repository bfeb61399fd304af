/**
 * Accepts writes only from the console's own pages. Browsers send the Origin header with every write and pages cannot
 * change it, so a form on another site that posts with the person's cookie is refused.
 */
import type { Client } from '../../http/clientAddress.ts'
import type { AppRequest } from '../../http/reply.ts'
import { foreignOrigin } from './refusals.ts'

interface Sender extends Pick<Client, 'host'> {
  request: AppRequest
}

export function requireOwnOrigin({ request: { headers }, host }: Sender, rules: OriginRules): void {
  const { secure, publicUrl } = rules
  if (publicUrl !== null && headers.origin === publicUrl) return
  if (host === undefined || headers.origin !== `${secure ? 'https' : 'http'}://${host}`) throw foreignOrigin()
}

export interface OriginRules {
  /** Browsers reach the service by HTTPS. */
  secure: boolean
  /** The address that browsers use, for proxies that do not forward the host. */
  publicUrl: string | null
}

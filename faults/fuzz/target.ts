/** The service under test, as a separate process. */
import { fileURLToPath } from 'node:url'
import { Florin } from '../support/florin.ts'
import { openFaultStore, type StoreName } from '../support/store.ts'
import { makeTenants, type Tenant } from './tenants.ts'

const reporterPath = fileURLToPath(new URL('./stallReporter.js', import.meta.url))

export interface Stall {
  lagMs: number
  /** The CPU time the process used in that time, on all threads. */
  cpuMs: number
  atMs: number
}

export interface Target {
  florin: Florin
  port: number
  pid: number
  tenants: Tenant[]
  /** Stalls reported so far. */
  stalls: Stall[]
}

export async function startTarget(store: StoreName, tenantsCount?: number): Promise<Target> {
  // Nothing is killed here, so commits need not be durable.
  const florin = new Florin(await openFaultStore(store, { durable: false }), [], ['--import', reporterPath])
  await florin.start()
  const stalls: Stall[] = []
  florin.service.process.on('message', message => stalls.push(message as Stall))
  return {
    florin,
    port: Number(new URL(florin.url).port),
    pid: florin.service.process.pid ?? 0,
    stalls,
    tenants: await makeTenants(florin, tenantsCount),
  }
}

/** Placeholders for secrets in a findings file, because every service has its own. Same length as a secret. */
const placeholderKeys = {
  valid: 'florin_THEVALIDKEY0000000000000000000000000000',
  scopeless: 'florin_NOSCOPESKEY0000000000000000000000000000',
  revoked: 'florin_REVOKEDKEY00000000000000000000000000000',
} as const

const names = ['valid', 'scopeless', 'revoked'] as const

export function withStandIns(bytes: Buffer, tenants: readonly Tenant[]): Buffer {
  let text = bytes.toString('latin1')
  for (const { secrets } of tenants.map(({ known }) => known)) {
    for (const name of names)
      text = text.replaceAll(secrets[name], placeholderKeys[name].slice(0, secrets[name].length))
  }
  return Buffer.from(text, 'latin1')
}

/** Replaces the placeholders with the secrets of the first tenant. */
export function withSecrets(bytes: Buffer, [tenant]: readonly Tenant[]): Buffer {
  let text = bytes.toString('latin1')
  for (const name of names) {
    const secret = tenant?.known.secrets[name] ?? ''
    text = text.replaceAll(placeholderKeys[name].slice(0, secret.length), secret)
  }
  return Buffer.from(text, 'latin1')
}

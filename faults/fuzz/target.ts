/** The service that is fuzzed, as a process of its own, and what requests can be made of. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Known } from '../../test/http/fuzzRequests.ts'
import { company, iban, payee, smallWorkspace } from '../../test/support/builders.ts'
import { Florin } from '../support/florin.ts'
import { openFaultStore, type StoreName } from '../support/store.ts'

const reporterPath = fileURLToPath(new URL('./stallReporter.js', import.meta.url))
const payeesCount = 20
const ibansCount = 100

export interface Stall {
  lagMs: number
  /** What the process computed in that time, on all of its threads. */
  cpuMs: number
  atMs: number
}

export interface Target {
  florin: Florin
  port: number
  pid: number
  known: Known
  payeeIds: string[]
  /** What the service reported so far. */
  stalls: Stall[]
}

export async function startTarget(store: StoreName): Promise<Target> {
  const florin = new Florin(await openFaultStore(store), [], ['--import', reporterPath])
  await florin.start()
  const stalls: Stall[] = []
  florin.service.process.on('message', message => stalls.push(message as Stall))
  const [own, foreign] = [smallWorkspace(), smallWorkspace()]
  const others = [company(), company()]
  own.companies.push(...others)
  own.payees.push(...Array.from({ length: payeesCount }, () => payee({ id: others[0]?.id ?? '' })))
  for (const file of [own, foreign]) {
    const path = join(florin.store.folder, `${file.workspace.id}.json`)
    writeFileSync(path, JSON.stringify(file))
    await florin.run(['load', path])
  }
  const key = async (name: string, scopes: string) => {
    const words = ['keys', 'create', '--workspace', own.workspace.id, '--name', name, '--scopes', scopes]
    return await florin.run<{ id: string; secret: string }>(words)
  }
  const [valid, scopeless, revoked] = [
    await key('valid', 'all'),
    await key('none', ''),
    await key('old', 'all'),
  ]
  await florin.run(['keys', 'revoke', revoked.id])
  const page = await fetch(`${florin.url}/v1/transactions?limit=1`, {
    headers: { Authorization: `Bearer ${valid.secret}` },
  })
  const { nextCursor } = (await page.json()) as { nextCursor: string | null }
  const ids = [own, foreign].flatMap(file => Object.values(file).flat()).map(({ id }) => id)
  return {
    florin,
    port: Number(new URL(florin.url).port),
    pid: florin.service.process.pid ?? 0,
    stalls,
    payeeIds: own.payees.map(({ id }) => id),
    known: {
      secrets: { valid: valid.secret, scopeless: scopeless.secret, revoked: revoked.secret },
      companyIds: [...own.companies, ...foreign.companies].map(({ id }) => id).concat('com_nobody'),
      ids,
      ibans: Array.from({ length: ibansCount }, iban),
      cursors: [nextCursor ?? 'none'],
      etags: [page.headers.get('etag') ?? ''],
    },
  }
}

/** The names under which the secrets stand in a findings file, as every service has others. Same length as a secret. */
const standIns = {
  valid: 'florin_THEVALIDKEY0000000000000000000000000000',
  scopeless: 'florin_NOSCOPESKEY0000000000000000000000000000',
  revoked: 'florin_REVOKEDKEY00000000000000000000000000000',
} as const

const names = ['valid', 'scopeless', 'revoked'] as const

export function withStandIns(bytes: Buffer, { secrets }: Known): Buffer {
  let text = bytes.toString('latin1')
  for (const name of names)
    text = text.replaceAll(secrets[name], standIns[name].slice(0, secrets[name].length))
  return Buffer.from(text, 'latin1')
}

export function withSecrets(bytes: Buffer, { secrets }: Known): Buffer {
  let text = bytes.toString('latin1')
  for (const name of names)
    text = text.replaceAll(standIns[name].slice(0, secrets[name].length), secrets[name])
  return Buffer.from(text, 'latin1')
}

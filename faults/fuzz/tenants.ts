/** Workspaces to fuzz. They keep getting new payees, because fuzzed requests delete them and use up the IBANs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Known } from '../../test/http/errors/fuzzRequests.ts'
import { company, iban, payee, smallWorkspace } from '../../test/support/builders.ts'
import type { Florin } from '../support/florin.ts'

/** Writes to one workspace wait for each other, so there are several. */
const tenantsCount = 6
const payeesMin = 30
const payeesMax = 50
const ibansCount = 100

export interface Tenant {
  known: Known
  companyId: string
  /** Payees that existed when we last looked. */
  payeeIds: string[]
}

export async function makeTenants(florin: Florin, count = tenantsCount): Promise<Tenant[]> {
  const foreign = smallWorkspace()
  await load(florin, foreign)
  const tenants: Tenant[] = []
  while (tenants.length < count) tenants.push(await makeTenant(florin, foreign, tenants[0]))
  return tenants
}

type Workspace = ReturnType<typeof smallWorkspace>

async function load(florin: Florin, file: Workspace): Promise<void> {
  const path = join(florin.store.folder, `${file.workspace.id}.json`)
  writeFileSync(path, JSON.stringify(file))
  await florin.run(['load', path])
}

/** Keys without access are created once, because each command takes a second. */
async function makeTenant(florin: Florin, foreign: Workspace, first?: Tenant): Promise<Tenant> {
  const own = smallWorkspace()
  const others = [company(), company()]
  own.companies.push(...others)
  own.payees.push(...Array.from({ length: payeesMin }, () => payee({ id: others[0]?.id ?? '' })))
  await load(florin, own)
  const key = async (name: string, scopes: string) => {
    const words = ['keys', 'create', '--workspace', own.workspace.id, '--name', name, '--scopes', scopes]
    return await florin.run<{ id: string; secret: string }>(words)
  }
  const valid = await key('valid', 'all')
  const scopeless = first?.known.secrets.scopeless ?? (await key('none', '')).secret
  const revoked = first?.known.secrets.revoked ?? (await revokedKey(florin, await key('old', 'all')))
  const page = await fetch(`${florin.url}/v1/transactions?limit=1`, {
    headers: { Authorization: `Bearer ${valid.secret}` },
  })
  const { nextCursor } = (await page.json()) as { nextCursor: string | null }
  return {
    companyId: others[0]?.id ?? '',
    payeeIds: own.payees.map(({ id }) => id),
    known: {
      secrets: { valid: valid.secret, scopeless, revoked },
      companyIds: [...own.companies, ...foreign.companies].map(({ id }) => id).concat('com_nobody'),
      ids: [own, foreign].flatMap(file => Object.values(file).flat()).map(({ id }) => id),
      ibans: Array.from({ length: ibansCount }, iban),
      cursors: [nextCursor ?? 'none'],
      etags: [page.headers.get('etag') ?? ''],
    },
  }
}

async function revokedKey(florin: Florin, { id, secret }: { id: string; secret: string }): Promise<string> {
  await florin.run(['keys', 'revoke', id])
  return secret
}

/** Brings the number of payees back within its limits and updates their ids. */
export async function replenish(url: string, { known, companyId, payeeIds }: Tenant): Promise<void> {
  const headers = { Authorization: `Bearer ${known.secrets.valid}`, 'Content-Type': 'application/json' }
  const list = await fetch(`${url}/v1/payees`, { headers })
  if (!list.ok) throw new Error(`The list of payees returned ${list.status}: ${await list.text()}`)
  const ids = ((await list.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
  for (const id of ids.splice(payeesMax)) {
    await (await fetch(`${url}/v1/payees/${id}`, { method: 'DELETE', headers })).arrayBuffer()
  }
  while (ids.length < payeesMin) {
    const body = JSON.stringify({ companyId, iban: iban(), name: 'Replenished' })
    const made = await fetch(`${url}/v1/payees`, { method: 'POST', headers, body })
    if (made.status !== 201) throw new Error(`Creating a payee returned ${made.status}: ${await made.text()}`)
    ids.push(((await made.json()) as { id: string }).id)
  }
  payeeIds.splice(0, payeeIds.length, ...ids)
}

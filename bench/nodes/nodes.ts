/**
 * What a request costs on a Citus cluster, next to one PostgreSQL on the coordinator's server. The cluster is the one
 * that FLORIN_TEST_CITUS_URL names. Requests go to the two stores in turn, so that both see the same machine.
 */
import pg from 'pg'
import { createKey } from '../../src/actions/keys.ts'
import { scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { distribute } from '../../src/store/distributed/distribute.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { iban } from '../../test/support/builders.ts'
import { citusUrl, emptyCluster } from '../../test/support/servers/citus.ts'
import { randomTransactions } from '../../test/support/sums/randomTransactions.ts'
import { startFlorin } from '../support/child.ts'
import { temporaryFolder, undoLater } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'

const rounds = 100
const actor = { kind: 'command', id: 'bench' } as const

interface Store {
  url: string
  secret: string
  /** Milliseconds to load the workspace. */
  loadMs: number
}

export async function nodes(rows: number): Promise<void> {
  const cluster = citusUrl
  if (cluster === null) throw new Error('FLORIN_TEST_CITUS_URL names no Citus cluster.')
  const file = randomTransactions(rows, 'bench')
  const plain = await step(
    'One PostgreSQL',
    async () => await serving(await plainDatabase(cluster), file, false),
  )
  const spread = await step('The cluster', async () => {
    const { url, remove } = await emptyCluster()
    undoLater(remove)
    return await serving(url, file, true)
  })
  report('load of the workspace', [plain.loadMs], [spread.loadMs])
  const [company] = file.companies
  const requests: [string, (round: number) => [string, RequestInit?]][] = [
    // Each of another length or id, so that none comes from the cache.
    ['GET page', round => [`/v1/transactions?limit=50&dateTo=${dayBefore(round)}`]],
    [
      'GET page with filters',
      round => [`/v1/transactions?limit=50&status=booked&side=debit&dateTo=${dayBefore(round)}`],
    ],
    ['GET one', round => [`/v1/transactions/${file.transactions[round]?.id}`]],
    ['GET changes', round => [`/v1/changes?limit=${1 + (round % 100)}`]],
    [
      'POST payee',
      () => [
        '/v1/payees',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ companyId: company?.id, name: 'Papierwerk', iban: iban() }),
        },
      ],
    ],
  ]
  for (const [name, request] of requests) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, store] of [plain, spread].entries()) {
        times[index as 0 | 1].push(await timed(store, request(round)))
      }
    }
    report(name, ...times)
  }
}

const dayBefore = (days: number): string =>
  new Date(Date.UTC(2026, 11, 28) - days * 86_400_000).toISOString().slice(0, 10)

async function plainDatabase(coordinator: string): Promise<string> {
  const url = new URL(coordinator)
  const name = `bench_${process.pid}`
  const admin = async (sql: string) => {
    const client = new pg.Client(coordinator)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  undoLater(() => admin(`drop database ${name} with (force)`))
  url.pathname = `/${name}`
  return url.href
}

async function serving(url: string, file: WorkspaceFile, isSpread: boolean): Promise<Store> {
  const first = await openPostgres({ url })
  await migrate(first)
  if (isSpread) await first.transaction(connection => distribute(connection))
  await first.close()
  const db = await openPostgres({ url })
  const startedMs = performance.now()
  await loadWorkspace(db, file, { nowMs: Date.now(), actor })
  const loadMs = performance.now() - startedMs
  const key = { workspaceId: file.workspace.id, name: 'bench', scopes, expiresInDays: null }
  const { secret } = await createKey(db, key, actor, Date.now())
  await db.close()
  const service = await startFlorin(temporaryFolder(), {
    DATABASE_URL: url,
    FLORIN_RATE_PER_SECOND: '100000',
    FLORIN_RATE_BURST: '100000',
  })
  undoLater(() => service.stop())
  return { url: service.url, secret, loadMs }
}

async function timed({ url, secret }: Store, [path, init = {}]: [string, RequestInit?]): Promise<number> {
  const headers = { ...init.headers, authorization: `Bearer ${secret}` }
  const startedMs = performance.now()
  const reply = await fetch(`${url}${path}`, { ...init, headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`)
  return performance.now() - startedMs
}

function report(name: string, plain: number[], spread: number[]): void {
  const [one, many] = [median(plain), median(spread)]
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10)
  process.stdout.write(`${name.padEnd(24)}${ms(one)}${ms(many)}   ${(many / one).toFixed(2)} x\n`)
}

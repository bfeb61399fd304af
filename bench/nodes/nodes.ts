/**
 * What a request costs on a PostgreSQL with two replicas, next to the same PostgreSQL alone. And on a Citus cluster, if
 * FLORIN_TEST_CITUS_URL names one, next to one PostgreSQL on the coordinator's server and a cluster whose only node is
 * the coordinator. Requests go to the stores in turn, so that all see the same machine: only the ratios mean something.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createKey } from '../../src/actions/keys.ts'
import { scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { distributeCommands } from '../../src/main/commands/distributeCommands.ts'
import { catchUp } from '../../src/main/serve/laterWork.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { iban } from '../../test/support/builders.ts'
import { citusUrl, emptyCluster } from '../../test/support/servers/citus.ts'
import { startPostgres } from '../../test/support/servers/postgresServer.ts'
import { randomTransactions } from '../../test/support/sums/randomTransactions.ts'
import { emptyDatabase, startDatabaseServer } from '../server.ts'
import { startFlorin } from '../support/child.ts'
import { temporaryFolder, undoLater } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'
import { idleCost } from './idle.ts'

const rounds = 100
const actor = { kind: 'command', id: 'bench' } as const

interface FilledStore {
  databaseUrl: string
  secret: string
  /** Of small workspaces, one each. */
  smallSecrets: string[]
  /** Milliseconds to load the workspace. */
  loadMs: number
}

interface Store extends FilledStore {
  /** Of the service. */
  url: string
}

export interface NodesOptions {
  /** Transactions of the workspace that requests read. */
  rows: number
  /** Other workspaces in the same store, of 100 transactions each. */
  workspaces: number
}

const smallRows = 100

/** Until what the last requests left is written: housekeeping runs every ten seconds. */
const settleMs = 12_000

/** Small workspaces that are loaded at once: a single load mostly waits for commits. The store has as many connections. */
const loadsAtOnce = 4

export async function nodes(options: NodesOptions): Promise<void> {
  const file = randomTransactions(options.rows, 'bench')
  await withReplicas(file, options)
  if (citusUrl === null) {
    process.stdout.write('FLORIN_TEST_CITUS_URL names no Citus cluster, so none was measured.\n')
    return
  }
  await onCluster(citusUrl, file, options)
}

async function withReplicas(file: WorkspaceFile, { workspaces }: NodesOptions): Promise<void> {
  const primary = await startDatabaseServer()
  const replicas = await step('Starting two replicas', async () => {
    const started = [await startPostgres({ replicaOf: primary }), await startPostgres({ replicaOf: primary })]
    for (const replica of started) undoLater(() => replica.stop())
    return started
  })
  const name = 'nodes'
  const filled = await step('One PostgreSQL', async () =>
    filledStore(await emptyDatabase(primary, name), file, workspaces, false),
  )
  const urls = replicas.map(replica => replica.url(name)).join(' ')
  const stores = [await serving(filled), await serving(filled, { DATABASE_REPLICA_URLS: urls })]
  process.stdout.write('                          PostgreSQL    replicas\n')
  await compareAll(stores, file, workspaces)
}

async function onCluster(cluster: string, file: WorkspaceFile, { workspaces }: NodesOptions): Promise<void> {
  const spreadOver = async (onlyCoordinator: boolean) => {
    const { url, remove } = await emptyCluster({ onlyCoordinator })
    undoLater(remove)
    return await serving(await filledStore(url, file, workspaces, true))
  }
  const stores = [
    await step('One PostgreSQL', async () =>
      serving(await filledStore(await plainDatabase(cluster), file, workspaces, false)),
    ),
    await step('One Citus node', () => spreadOver(true)),
    await step('The cluster', () => spreadOver(false)),
  ]
  process.stdout.write('                          PostgreSQL    one node     cluster\n')
  report(
    'load of the workspace',
    stores.map(({ loadMs }) => [loadMs]),
  )
  await compareAll(stores, file, workspaces)
  await step('Without requests', () => sleep(settleMs))
  const idle = await idleCost(stores.map(({ databaseUrl }) => databaseUrl))
  report(
    'CPU, no requests',
    idle.map(each => [each]),
    'ms/s',
  )
}

async function compareAll(stores: readonly Store[], file: WorkspaceFile, workspaces: number): Promise<void> {
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
    await compare(name, stores, (store, round) => timed(store.url, store.secret, request(round)))
  }
  if (workspaces === 0) return
  await compare('GET page, small ones', stores, ({ url, smallSecrets }, round) =>
    timed(url, smallSecrets[round % smallSecrets.length] ?? '', [`/v1/transactions?limit=${1 + round}`]),
  )
}

async function compare(
  name: string,
  stores: readonly Store[],
  time: (store: Store, round: number) => Promise<number>,
): Promise<void> {
  const times: number[][] = stores.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, store] of stores.entries()) times[index]?.push(await time(store, round))
  }
  report(name, times)
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

async function filledStore(
  url: string,
  file: WorkspaceFile,
  workspaces: number,
  isSpread: boolean,
): Promise<FilledStore> {
  const first = await openPostgres({ url })
  await migrate(first)
  if (isSpread) await distributeCommands.distribute({ db: first, onProgress: () => undefined }, {})
  await first.close()
  const db = await openPostgres({ url })
  const startedMs = performance.now()
  await loadWorkspace(db, file, { nowMs: Date.now(), actor })
  const loadMs = performance.now() - startedMs
  const keyOf = async ({ workspace }: WorkspaceFile) => {
    const key = { workspaceId: workspace.id, name: 'bench', scopes, expiresInDays: null }
    return (await createKey(db, key, actor, Date.now())).secret
  }
  const secret = await keyOf(file)
  const smallSecrets: string[] = []
  let next = 0
  const loadRest = async () => {
    while (next < workspaces) {
      const number = next
      next += 1
      const small = randomTransactions(smallRows, `small ${number}`)
      await loadWorkspace(db, small, { nowMs: Date.now(), actor })
      // By number, so that a round reads the same workspace in every store.
      if (number < rounds) smallSecrets[number] = await keyOf(small)
    }
  }
  await Promise.all(Array.from({ length: loadsAtOnce }, loadRest))
  // Otherwise the services would do it while they are measured, and the last one to start would have most left.
  await catchUp(db)
  await db.close()
  return { databaseUrl: url, secret, smallSecrets, loadMs }
}

async function serving(store: FilledStore, env: Record<string, string> = {}): Promise<Store> {
  const service = await startFlorin(temporaryFolder(), {
    DATABASE_URL: store.databaseUrl,
    FLORIN_RATE_PER_SECOND: '100000',
    FLORIN_RATE_BURST: '100000',
    ...env,
  })
  undoLater(() => service.stop())
  return { ...store, url: service.url }
}

async function timed(
  url: string,
  secret: string,
  [path, init = {}]: [string, RequestInit?],
): Promise<number> {
  const headers = { ...init.headers, authorization: `Bearer ${secret}` }
  const startedMs = performance.now()
  const reply = await fetch(`${url}${path}`, { ...init, headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`)
  return performance.now() - startedMs
}

/** The medians, and the others as multiples of the first. */
function report(name: string, times: readonly number[][], unit = 'ms'): void {
  const medians = times.map(median)
  const [plain = Number.NaN, ...others] = medians
  const shown = medians.map(value => `${value.toFixed(1)} ${unit}`.padStart(12)).join('')
  const ratios = others.map(value => `${(value / plain).toFixed(2)} x`.padStart(8)).join('')
  process.stdout.write(`${name.padEnd(24)}${shown}${ratios}\n`)
}

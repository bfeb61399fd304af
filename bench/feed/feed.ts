/**
 * The change feed on PostgreSQL: every page of a large commit, the digest, and clients that wait for a change.
 */
import pg from 'pg'
import { emptyDatabase, startDatabaseServer } from '../server.ts'
import { runScript, startFlorin } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'
import { wakeClients } from './waitingClients.ts'

const waiting = 500
/** The service lets four requests of a key wait. */
const waitingPerKey = 4
const rounds = 10
const barMs = { page: 10, wake: 400 }
const queriesPerSecondMax = 5

interface Filled {
  secrets: string[]
  small: string
  payeeId: string
}

export async function feed(rows: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const databaseUrl = await emptyDatabase(server, 'feed')
  await withoutAutovacuum(databaseUrl)
  const env = { DATABASE_URL: databaseUrl }
  const filled = await step(`Filling ${rows.toLocaleString('en-US')} rows in one commit`, async () => {
    const keys = String(waiting / waitingPerKey)
    return JSON.parse(await runScript('feed/fillFeed', [String(rows), keys], env)) as Filled
  })
  const service = await startFlorin(folder, env)
  const [secret = ''] = filled.secrets
  const walks: [name: string, path: string][] = [
    ['feed', '/changes?limit=100'],
    ['feed of a small company', `/changes?limit=100&companyId=${filled.small}`],
    ['feed, bills only', '/changes?limit=100&resources=bill'],
    ['transactions, updatedAfter', '/transactions?limit=100&updatedAfter=1970-01-01T00:00:00Z'],
    ['bills, updatedAfter', '/bills?limit=100&updatedAfter=1970-01-01T00:00:00Z'],
    [
      'bills of a small company, updatedAfter',
      `/bills?limit=100&updatedAfter=1970-01-01T00:00:00Z&companyId=${filled.small}`,
    ],
  ]
  for (const [name, path] of walks) {
    reportPages(name, await step(name, () => walk(`${service.url}/v1${path}`, secret)))
  }
  for (const name of ['digest', 'digest again']) {
    const startMs = performance.now()
    await read(
      `${service.url}/v1/digest?resource=transaction&by=${name === 'digest' ? 'month' : 'day'}`,
      secret,
    )
    console.log(`${name}: ${(performance.now() - startMs).toFixed(0)} ms`)
  }
  await reportWaiting(service.url, databaseUrl, filled)
  await service.stop()
}

interface Page {
  nextCursor: string | null
  upToDate?: boolean
}

async function read(url: string, secret: string): Promise<Page> {
  const reply = await fetch(url, { headers: { Authorization: `Bearer ${secret}` } })
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Page
}

/** Milliseconds of each page. */
async function walk(url: string, secret: string): Promise<number[]> {
  const tookMs: number[] = []
  let cursor = ''
  for (;;) {
    const startMs = performance.now()
    const page = await read(url + cursor, secret)
    tookMs.push(performance.now() - startMs)
    if (page.nextCursor === null || page.upToDate) return tookMs
    cursor = `&cursor=${page.nextCursor}`
  }
}

function reportPages(name: string, tookMs: number[]): void {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  const isMet = p99 < barMs.page
  console.log(
    `${name}: ${tookMs.length} pages, median ${median(tookMs).toFixed(1)} ms, 99 % within ${p99.toFixed(1)} ms, ` +
      `slowest ${sorted.at(-1)?.toFixed(1)} ms (target ${barMs.page} ms: ${isMet ? 'met' : 'NOT met'})`,
  )
  if (!isMet) process.exitCode = 1
}

async function reportWaiting(url: string, databaseUrl: string, { secrets, payeeId }: Filled): Promise<void> {
  const tookMs: number[] = []
  const queriesPerSecond: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const woken = await wakeClients(url, secrets, waitingPerKey, payeeId, () => queriesOf(databaseUrl))
    tookMs.push(...woken.tookMs)
    queriesPerSecond.push(woken.queriesPerSecond)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  const queries = median(queriesPerSecond)
  const isMet = p95 < barMs.wake && queries <= queriesPerSecondMax
  console.log(
    `${waiting} waiting clients, ${rounds} times: from commit to reply median ${median(tookMs).toFixed(0)} ms, ` +
      `95 % within ${p95.toFixed(0)} ms (target ${barMs.wake}), ${queries.toFixed(1)} queries a second while they wait ` +
      `(target ${queriesPerSecondMax}): ${isMet ? 'met' : 'NOT met'}`,
  )
  if (!isMet) process.exitCode = 1
}

/** Its transactions would be counted with those of the service. */
async function withoutAutovacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Transactions of the database so far. Each query outside a transaction counts as one. */
async function queriesOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0]?.count)
}

/**
 * The change feed on PostgreSQL: every page of a large commit, the digest, and clients that wait for a change.
 */
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { emptyDatabase, startDatabaseServer } from '../server.ts'
import { runScript, startFlorin } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'
import { send, wakeClients } from './waitingClients.ts'

const waiting = 500
/** The service lets four requests of a key wait. */
const waitingPerKey = 4
const rounds = 10
const barMs = { page: 10, wake: 400 }
const queriesPerSecondMax = 5
const pageLimit = 100
/** Where the cursor is, behind the rows. */
const tailLetters = 2_500
const repeats = 5
const agent = new Agent({ keepAlive: true })

interface Filled {
  secrets: string[]
  small: string
  payeeId: string
}

export async function feed(rows: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const databaseUrl = await emptyDatabase(server, 'feed')
  const env = { DATABASE_URL: databaseUrl }
  const filled = await step(`Filling ${rows.toLocaleString('en-US')} rows in one commit`, async () => {
    const keys = String(waiting / waitingPerKey)
    return JSON.parse(await runScript('feed/fillFeed', [String(rows), keys], env)) as Filled
  })
  const service = await startFlorin(folder, env)
  const [secret = ''] = filled.secrets
  const walks: [name: string, path: string][] = [
    ['feed', '/changes?'],
    ['feed of a small company', `/changes?companyId=${filled.small}`],
    ['feed, bills only', '/changes?resources=bill'],
    ['transactions, updatedAfter', '/transactions?updatedAfter=1970-01-01T00:00:00Z'],
    ['bills, all', '/bills?'],
    ['bills, updatedAfter', '/bills?updatedAfter=1970-01-01T00:00:00Z'],
    [
      'bills of a small company, updatedAfter',
      `/bills?updatedAfter=1970-01-01T00:00:00Z&companyId=${filled.small}`,
    ],
  ]
  for (const [name, path] of walks) {
    const pages = await step(name, () => walk(`${service.url}/v1${path}`, secret))
    await reportPages(name, pages, secret)
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
  agent.destroy()
  await service.stop()
}

/** The reply's text. Asks without compression and without parsing, because only the service is measured. */
async function read(url: string, secret: string): Promise<string> {
  return await send(agent, url, secret)
}

interface WalkedPage {
  /** Without its limit. */
  url: string
  tookMs: number
}

async function walk(url: string, secret: string): Promise<WalkedPage[]> {
  const pages: WalkedPage[] = []
  let cursor = ''
  for (;;) {
    const startMs = performance.now()
    const text = await read(`${url}${cursor}&limit=${pageLimit}`, secret)
    pages.push({ url: url + cursor, tookMs: performance.now() - startMs })
    const next = /"nextCursor":"([\w.-]{1,2000})"/.exec(text.slice(-tailLetters))?.[1]
    if (next === undefined || text.slice(-tailLetters).includes('"upToDate":true')) return pages
    cursor = `&cursor=${next}`
  }
}

/**
 * Whatever else the machine does makes some of thousands of pages slow. A page that is slow by itself is slow again, so
 * slow pages are asked for again, each time with a smaller limit, because the service keeps replies.
 */
async function repeated({ url, tookMs }: WalkedPage, secret: string): Promise<number> {
  const all = [tookMs]
  for (let limit = pageLimit - 1; limit > pageLimit - repeats; limit -= 1) {
    const startMs = performance.now()
    await read(`${url}&limit=${limit}`, secret)
    all.push(performance.now() - startMs)
  }
  return Math.min(...all)
}

async function reportPages(name: string, pages: WalkedPage[], secret: string): Promise<void> {
  const tookMs = pages.map(page => page.tookMs).toSorted((a, b) => a - b)
  const slow = pages.filter(page => page.tookMs >= barMs.page)
  let slowest = tookMs.findLast(ms => ms < barMs.page) ?? 0
  for (const page of slow) slowest = Math.max(slowest, await repeated(page, secret))
  const isMet = slowest < barMs.page
  console.log(
    `${name}: ${pages.length} pages, median ${median(tookMs).toFixed(1)} ms, ` +
      `99 % within ${tookMs[Math.floor(pages.length * 0.99)]?.toFixed(1)} ms; ${slow.length} took over ${barMs.page} ms ` +
      `and were repeated: slowest ${slowest.toFixed(1)} ms (target ${barMs.page} ms: ${isMet ? 'met' : 'NOT met'})`,
  )
  if (!isMet) process.exitCode = 1
}

async function reportWaiting(url: string, databaseUrl: string, { secrets, payeeId }: Filled): Promise<void> {
  const tookMs: number[] = []
  const queriesPerSecond: number[] = []
  const queries = await logQueries(databaseUrl)
  for (let round = 0; round < rounds; round += 1) {
    const woken = await wakeClients(url, secrets, waitingPerKey, payeeId, queries)
    tookMs.push(...woken.tookMs)
    queriesPerSecond.push(woken.queriesPerSecond)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  const perSecond = median(queriesPerSecond)
  const isMet = p95 < barMs.wake && perSecond <= queriesPerSecondMax
  console.log(
    `${waiting} waiting clients, ${rounds} times: from commit to reply median ${median(tookMs).toFixed(0)} ms, ` +
      `95 % within ${p95.toFixed(0)} ms (target ${barMs.wake}), ${perSecond.toFixed(1)} queries a second while they wait ` +
      `(target ${queriesPerSecondMax}): ${isMet ? 'met' : 'NOT met'}`,
  )
  if (!isMet) process.exitCode = 1
}

/** The server logs each query, and the log is counted: its statistics are up to a second late. */
async function logQueries(databaseUrl: string): Promise<() => number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('alter system set log_min_duration_statement = 0')
  await client.query('select pg_reload_conf()')
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const path = join(rows[0]?.data_directory ?? '', '..', 'server.log')
  return () => [...readFileSync(path, 'utf8').matchAll(/ ms {2}(?:execute|statement)/g)].length
}

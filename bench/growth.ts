/** `npm run bench -- growth`: what each operation costs as the data grows, each size in a separate database. */
import type { PostgresServer } from '../test/support/servers/postgresServer.ts'
import { furtherLoadRate } from './bulkLoad.ts'
import { deepPagePath, newPagePath, pollPath, singlePath } from './dataset/requests.ts'
import { writeResult } from './report/files.ts'
import { linePlot } from './report/linePlot.ts'
import { table } from './report/table.ts'
import {
  dropDatabase,
  type FilledDatabase,
  filledDatabase,
  indexWords,
  startDatabaseServer,
} from './server.ts'
import { type RunningServer, startFlorin } from './support/child.ts'
import { temporaryFolder } from './support/cleanup.ts'
import { describeMachine, machine } from './support/machine.ts'
import { median, short } from './support/numbers.ts'
import { type Caller, caller, medianMs } from './support/oneByOne.ts'
import { residentMegabytesOf } from './support/processes.ts'
import { step } from './support/progress.ts'

interface SizeResult {
  transactions: number
  pageMs: number
  deepPageMs: number
  pollMs: number
  singleMs: number
  loadRowsPerSecond: number
  startMs: number
  residentMegabytes: number | null
  diskMegabytes: number
}

const workspaces = 20
const requestsTimed = 300
const requestsToWarmUp = 100
const startsTimed = 3
const furtherRows = 20_000

export async function growth(sizes: readonly number[]): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const results: SizeResult[] = []
  for (const transactions of sizes) results.push(await measureSize(server, folder, transactions))
  const measuredOn = machine()
  process.stdout.write(`\n${describeMachine(measuredOn)}\n\n${growthTable(results)}\n\n`)
  writeResult('growth.json', {
    measuredAt: new Date().toISOString(),
    machine: measuredOn,
    workspaces,
    results,
  })
  writeResult('growth.svg', growthPlot(results, describeMachine(measuredOn)))
}

async function measureSize(
  server: PostgresServer,
  folder: string,
  transactions: number,
): Promise<SizeResult> {
  const database = await filledDatabase(server, `growth_${transactions}`, { transactions, workspaces })
  await indexWords(database.url)
  const env = { DATABASE_URL: database.url }
  const startMs = await step('Starting the service several times', () => startTime(folder, env))
  const service = await startFlorin(folder, env)
  const requests = await step('Sending requests one by one', () => measureRequests(service, database))
  const residentMegabytes = residentMegabytesOf(service.pid)
  await service.stop()
  const loadRowsPerSecond = await step('Loading more rows', () =>
    furtherLoadRate(folder, database.url, furtherRows),
  )
  await dropDatabase(server, database.name)
  const diskMegabytes = database.megabytes
  return { transactions, ...requests, loadRowsPerSecond, startMs, residentMegabytes, diskMegabytes }
}

async function startTime(folder: string, env: { DATABASE_URL: string }): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < startsTimed; nth += 1) {
    const service = await startFlorin(folder, env)
    times.push(service.startMs)
    await service.stop()
  }
  return median(times)
}

/** Every path is requested once, so that none is served from the cache. */
async function measureRequests(service: RunningServer, { size, secrets }: FilledDatabase) {
  const calls = caller(service.url, secrets[0] ?? '')
  const timed = (pathOf: (index: number) => string) =>
    medianMs(requestsTimed, requestsToWarmUp, async index => (await calls.get(pathOf(index))).ms)
  try {
    return {
      pageMs: await timed(newPagePath),
      deepPageMs: await medianMs(requestsTimed, requestsToWarmUp, index => secondPageMs(calls, index)),
      pollMs: await timed(pollPath),
      singleMs: await timed(index => singlePath(size, index)),
    }
  } finally {
    calls.close()
  }
}

/** A page near the end of the walk, reached by a cursor as in a real walk. */
async function secondPageMs(calls: Caller, index: number): Promise<number> {
  const path = deepPagePath(index)
  const { nextCursor } = JSON.parse((await calls.get(path)).body) as { nextCursor: string | null }
  if (nextCursor === null) throw new Error(`${path} has no second page.`)
  return (await calls.get(`${path}&cursor=${nextCursor}`)).ms
}

function growthTable(results: readonly SizeResult[]): string {
  const rows: [string, (result: SizeResult) => string][] = [
    ['first page, ms', ({ pageMs }) => short(pageMs)],
    ['deep page, ms', ({ deepPageMs }) => short(deepPageMs)],
    ['poll, nothing new, ms', ({ pollMs }) => short(pollMs)],
    ['single read, ms', ({ singleMs }) => short(singleMs)],
    ['load of 20,000 more, rows/s', result => short(result.loadRowsPerSecond)],
    ['start of the service, ms', ({ startMs }) => short(startMs)],
    [
      'memory of the service, MB',
      ({ residentMegabytes }) => (residentMegabytes === null ? '-' : short(residentMegabytes)),
    ],
    ['database on disk, MB', ({ diskMegabytes }) => short(diskMegabytes)],
  ]
  return table(
    ['transactions', ...results.map(({ transactions }) => transactions.toLocaleString('en-US'))],
    rows.map(([name, cell]) => [name, ...results.map(cell)]),
  )
}

function growthPlot(results: readonly SizeResult[], subtitle: string): string {
  const line = (name: string, y: (result: SizeResult) => number) => ({
    name,
    points: results.map(result => ({ x: result.transactions, y: y(result) })),
  })
  return linePlot(
    'Milliseconds per request, one after the other, as the data grows',
    subtitle,
    { name: 'transactions, half of them in the workspace under test', logarithmic: true },
    { name: 'ms' },
    [
      line('first page', ({ pageMs }) => pageMs),
      line('deep page', ({ deepPageMs }) => deepPageMs),
      line('poll, nothing new', ({ pollMs }) => pollMs),
      line('single read', ({ singleMs }) => singleMs),
    ],
  )
}

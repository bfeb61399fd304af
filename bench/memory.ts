/**
 * `npm run bench -- memory`: what the service keeps resident with the demo workspace, on both stores: after a first start,
 * after 2,000 varied requests, and after a second start. Also how long a first start takes until the key is printed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceBars } from './bars.ts'
import { writeResult } from './report/files.ts'
import { table } from './report/table.ts'
import { emptyDatabase, startDatabaseServer } from './server.ts'
import { type RunningServer, startFlorin } from './support/child.ts'
import { temporaryFolder } from './support/cleanup.ts'
import { describeMachine, machine } from './support/machine.ts'
import { short } from './support/numbers.ts'
import { peakMegabytesOf, residentMegabytesOf } from './support/processes.ts'
import { step } from './support/progress.ts'

const requests = 2_000
const atOnce = 8
/** Buffers of the start and of the last replies are collected by then. */
const settleMs = 3_000

interface StoreMemory {
  firstKeyMs: number
  afterFirstStart: number
  afterRequests: number
  peak: number
  afterSecondStart: number
}

export async function memory(): Promise<void> {
  const server = await startDatabaseServer()
  const embedded = await step('Embedded store', () =>
    measured({ FLORIN_DATA_DIR: `${temporaryFolder()}/data` }),
  )
  const url = await emptyDatabase(server, 'memory')
  const postgres = await step('PostgreSQL', () => measured({ DATABASE_URL: url }))
  report({ embedded, postgres })
}

async function measured(env: Record<string, string>): Promise<StoreMemory> {
  const settings = { ...env, FLORIN_DEMO: 'on' }
  const service = await startFlorin(temporaryFolder(), settings)
  await sleep(settleMs)
  const afterFirstStart = residentOf(service)
  await ask(service)
  await sleep(settleMs)
  const afterRequests = residentOf(service)
  const peak = peakMegabytesOf(service.pid) ?? Number.NaN
  await service.stop()
  const second = await startFlorin(temporaryFolder(), settings)
  await sleep(settleMs)
  const afterSecondStart = residentOf(second)
  await second.stop()
  return { firstKeyMs: service.greetedMs, afterFirstStart, afterRequests, peak, afterSecondStart }
}

function residentOf({ pid }: RunningServer): number {
  const megabytes = residentMegabytesOf(pid)
  if (megabytes === null)
    throw new Error('The memory of a process is read from /proc, which does not exist here.')
  return megabytes
}

/** Lists with many filters and sizes, single rows, the feed, sums, digests, tools, the reference; plain and compressed. */
async function ask({ url, demoKey }: RunningServer): Promise<void> {
  const headers = { Authorization: `Bearer ${demoKey}` }
  const firstPage = (await (await fetch(`${url}/v1/transactions?limit=100`, { headers })).json()) as {
    data: { id: string }[]
  }
  const encodings = ['identity', 'gzip', 'br']
  const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
  const paths: ((nth: number) => string)[] = [
    nth => `/v1/transactions?limit=${1 + (nth % 100)}&status=booked`,
    nth =>
      `/v1/transactions?dateFrom=2026-${months[nth % 12]}-01&side=${nth % 2 ? 'credit' : 'debit'}&limit=100`,
    nth => `/v1/transactions/${firstPage.data[nth % 100]?.id}`,
    nth => `/v1/bills?limit=${1 + (nth % 100)}`,
    nth => `/v1/changes?limit=${1 + (nth % 100)}`,
    nth => `/v1/transaction-summary?by=month,category&dateFrom=2026-${months[nth % 12]}-01`,
    nth => `/v1/digest?by=day&dateFrom=2026-${months[nth % 12]}-01`,
    () => '/v1/payees',
    () => '/v1/accounts',
    () => '/v1/openapi.json',
    () => '/docs',
    () => '/v1/transactions/unknown',
  ]
  let nth = 0
  const client = async () => {
    while (nth < requests) {
      const at = nth++
      const path = paths[at % paths.length]?.(Math.floor(at / paths.length)) ?? ''
      const encoding = encodings[at % encodings.length] ?? 'identity'
      const reply = await fetch(url + path, { headers: { ...headers, 'Accept-Encoding': encoding } })
      await reply.arrayBuffer()
      if (reply.status >= 500) throw new Error(`${path} got ${reply.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
}

function report(found: Record<'embedded' | 'postgres', StoreMemory>): void {
  const measuredOn = machine()
  const rows = (['embedded', 'postgres'] as const).map(store => {
    const { firstKeyMs, afterFirstStart, afterRequests, peak, afterSecondStart } = found[store]
    const highest = Math.max(afterFirstStart, afterRequests, afterSecondStart)
    const met =
      highest < resourceBars[store].megabytesBelow && firstKeyMs < resourceBars[store].firstKeyMsBelow
    return [
      ...[store, `${short(firstKeyMs / 1000)} s`],
      ...[afterFirstStart, afterRequests, peak, afterSecondStart].map(each => `${short(each)} MB`),
      ...[`< ${resourceBars[store].megabytesBelow} MB`, met ? 'met' : 'NOT met'],
    ]
  })
  const heads = [
    'store',
    'first key',
    'first start',
    `${requests} requests`,
    'peak',
    'second start',
    'target',
    '',
  ]
  process.stdout.write(`\n${describeMachine(measuredOn)}\n\n${table(heads, rows)}\n`)
  writeResult('memory.json', {
    ...{ measuredAt: new Date().toISOString(), machine: measuredOn, requests, ...found, bars: resourceBars },
  })
}

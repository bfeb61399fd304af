/** Several workers have one set of metrics, whose counters do not decrease when one is replaced. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { smallWorkspace } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'
import { patient } from '../patientService.ts'
import { openLines, pidsOf } from '../workers/workersLines.ts'
import { loadWithKey } from '../workers/workersStore.ts'
import { scrape, scrapeWithStore } from './metricsText.ts'

const workers = 2
/** For what takes a moment, and much longer on a busy machine. */
const patience = { timeout: 60_000, interval: 50 }
const sandbox = useSandbox()
let store: TestStore
let service: Serving
let secret: string
let url: string

beforeAll(async () => {
  store = await freshDatabase('florin_template')
  secret = (await loadWithKey(store.db, smallWorkspace())).secret
  service = await sandbox.serve({
    DATABASE_URL: store.databaseUrl ?? '',
    FLORIN_WORKERS: String(workers),
    FLORIN_RATE_BURST: '100000',
    FLORIN_METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    ...patient(sandbox),
  })
  url = (JSON.parse(service.program.stdout) as { metrics: string }).metrics
})

afterAll(() => store?.remove())

const listed = 'florin_http_requests_total{operation="listPayees",status="200"}'
const took = 'florin_http_request_duration_seconds_count{operation="listPayees"}'

/** A scrape that so many workers answered: on a busy machine, one that is well may take too long now and then. */
const scrapeOf = (answering: number) =>
  vi.waitFor(async () => {
    const scraped = await scrapeWithStore(url)
    expect(scraped.series.get('florin_workers_answering')).toBe(answering)
    return scraped
  }, patience)

it('are summed over all workers, and are kept when one of them is killed and replaced', async () => {
  const lines = await openLines(service, workers)
  for (const line of lines) for (let time = 0; time < 5; time += 1) await line.client(secret).payees.list()
  const { series } = await scrapeOf(workers)
  expect(series.get(listed)).toBe(5 * workers)
  expect(series.get(took)).toBe(5 * workers)
  expect(series.get('florin_workers')).toBe(workers)
  expect(series.get('florin_workers_listening')).toBe(workers)
  expect(series.get('florin_worker_deaths_total')).toBe(0)
  expect(series.get('florin_store_connections_max{pool="statements"}')).toBe(4 * workers)
  const info = [...series].filter(([key]) => key.startsWith('florin_build_info'))
  expect(info).toEqual([[expect.stringContaining('store="postgres"'), 1]])

  const [killed = 0] = await pidsOf(service.program, workers)
  process.kill(killed, 'SIGKILL')
  const seen: number[] = []
  await vi.waitFor(async () => {
    const scraped = await scrape(url)
    seen.push(scraped.series.get(listed) ?? 0)
    expect(scraped.series.get('florin_worker_deaths_total')).toBe(1)
    expect(scraped.series.get('florin_workers_listening')).toBe(workers)
  }, patience)
  expect(seen.filter(count => count !== 5 * workers)).toEqual([])
  for (const line of lines) line.close()

  const again = await openLines(service, workers)
  for (const line of again) await line.client(secret).payees.list()
  const after = await scrapeOf(workers)
  expect(after.series.get(listed)).toBe(6 * workers)
  expect(after.series.get(took)).toBe(6 * workers)
  for (const line of again) line.close()
})

it('leave out a worker that hangs, but keep its counters', async () => {
  const before = (await scrape(url)).series.get(listed)
  const [halted = 0] = await pidsOf(service.program, workers)
  process.kill(halted, 'SIGSTOP')
  try {
    const { series } = await scrapeOf(workers - 1)
    expect(series.get(listed)).toBe(before)
    expect(series.get('florin_workers_listening')).toBe(workers)
    expect(series.get('florin_store_connections_max{pool="statements"}')).toBe(4 * (workers - 1))
  } finally {
    process.kill(halted, 'SIGCONT')
  }
})

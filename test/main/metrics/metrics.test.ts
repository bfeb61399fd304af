/** What /metrics reports after real requests: exact counts, no labels that a client can make up, and no secrets. */
import { Agent, request as httpRequest } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { personalOperations, workspaceOperations } from '../../../src/contract/console/operations.ts'
import { operations } from '../../../src/contract/operations.ts'
import { startCollector } from '../../../src/main/metrics/collector.ts'
import { type MetricsServer, serveMetrics } from '../../../src/main/metrics/server.ts'
import { connectionsMax } from '../../../src/store/engine/postgres.ts'
import { home } from '../../console/access/people.ts'
import { camtFile } from '../../console/imports/bankFiles.ts'
import { importerOf } from '../../console/imports/importer.ts'
import { company, iban, smallWorkspace, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { growth, scrape, scrapeWithStore } from './metricsText.ts'

const log = pino({ level: 'silent' })
const anywhere = { host: '127.0.0.1', port: 0 }

describeOnBothStores('The metrics', store => {
  const service = useService(store, {
    metrics: true,
    config: { rate: { perSecond: 0.001, burst: 600 }, authFailuresPerMinute: 5_000 },
  })
  let server: MetricsServer
  const now = () => scrape(server.url)

  /** What a series gained while the work was done, by its labels. */
  async function growthIn(work: () => Promise<unknown>) {
    const before = await now()
    await work()
    const after = await now()
    return { after, of: (name: string) => growth(before, after, name) }
  }

  beforeAll(async () => {
    const { collector } = service.current
    server = await serveMetrics(anywhere, log, () => collector?.text() ?? Promise.reject())
  })
  afterAll(() => server?.close())

  async function fresh() {
    const file = smallWorkspace()
    await service.current.load(file)
    const secret = await service.current.key(file)
    return { file, secret, client: service.current.client(secret) }
  }

  it('count requests by operation and status, and how long they took', async () => {
    const { secret, client, file } = await fresh()
    const { of, after } = await growthIn(async () => {
      await client.payees.list()
      await client.payees.list()
      await service.current.request(`/v1/payees/${service.current.foreign.payees[0]?.id}`, { secret })
      await service.current.request('/v1/payees')
      await service.current.request(`/v1/payees/${file.payees[0]?.id}`, { method: 'HEAD', secret })
      await service.current.request('/v1/nothing', { secret })
      await service.current.request('/healthz')
    })
    expect(of('florin_http_requests_total')).toEqual({
      '{operation="listPayees",status="200"}': 2,
      '{operation="listPayees",status="401"}': 1,
      '{operation="getPayee",status="404"}': 1,
      '{operation="getPayee",status="200"}': 1,
      '{operation="unknown",status="404"}': 1,
      '{operation="page",status="200"}': 1,
    })
    expect(of('florin_http_request_duration_seconds_count')).toEqual({
      '{operation="listPayees"}': 3,
      '{operation="getPayee"}': 2,
      '{operation="unknown"}': 1,
      '{operation="page"}': 1,
    })
    const name = 'florin_http_request_duration_seconds'
    const buckets = [...after.series].filter(([key]) => key.startsWith(`${name}_bucket{`))
    const ofPayees = buckets.filter(([key]) => key.includes('"listPayees"')).map(([, value]) => value)
    expect(ofPayees).toEqual([...ofPayees].sort((a, b) => a - b))
    expect(ofPayees.at(-1)).toBe(after.series.get(`${name}_count{operation="listPayees"}`))
  })

  it('count console requests under operation names of their own', async () => {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const { of } = await growthIn(async () => {
      await owner.get('/console/session')
      await owner.get(own.at('/keys'))
      await owner.get(own.at('/v1/payees'))
      await owner.signIn(owner.elsewhere(), { password: 'this is not the password' })
      await owner.elsewhere().get(own.at('/keys'))
    })
    expect(of('florin_http_requests_total')).toEqual({
      '{operation="console:getMe",status="200"}': 1,
      '{operation="console:listKeys",status="200"}': 1,
      '{operation="console:listKeys",status="401"}': 1,
      '{operation="console:listPayees",status="200"}': 1,
      '{operation="console:signIn",status="401"}': 1,
    })
    expect(of('florin_authentication_failures_total')).toEqual({
      '{kind="sign_in"}': 1,
      '{kind="session"}': 1,
    })
  })

  it('count how the reply cache served each read', async () => {
    const { secret, client } = await fresh()
    const { of } = await growthIn(async () => {
      for (let time = 0; time < 3; time += 1) await client.payees.list()
      const { headers } = await service.current.request('/v1/payees', { secret })
      const known = { 'If-None-Match': headers.get('etag') ?? '' }
      await service.current.request('/v1/payees', { secret, headers: known })
    })
    // A reply is cached from the second request on.
    expect(of('florin_cache_requests_total')).toEqual({
      '{result="miss"}': 2,
      '{result="hit"}': 2,
      '{result="not_modified"}': 1,
    })
    expect(of('florin_cache_entries')).toEqual({ '': 1 })
    expect(of('florin_cache_bytes')['']).toBeGreaterThan(100)
  })

  it('count writes that moved a workspace clock, but not those that changed nothing', async () => {
    const { file, client } = await fresh()
    const payee = { companyId: file.companies[0]?.id ?? '', name: 'Acme', iban: iban() }
    const creating = await growthIn(() => client.payees.create(payee))
    expect(creating.of('florin_clock_moves_total')).toEqual({ '': 1 })
    const again = () => expect(client.payees.create(payee)).rejects.toMatchObject({ status: 409 })
    expect((await growthIn(again)).of('florin_clock_moves_total')).toEqual({})
  })

  it('count requests refused by the rate limit', async () => {
    const { secret } = await fresh()
    let statuses: number[] = []
    const { of } = await growthIn(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 16 })
      statuses = await Promise.all(
        Array.from({ length: 610 }, () => ask(agent, 'GET', '/v1/workspace', secret)),
      )
      agent.destroy()
    })
    const refused = statuses.filter(status => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect(of('florin_rate_limited_total')).toEqual({ '{who="key"}': refused })
  })

  it('count imports by format and outcome, and their rows by result', async () => {
    const own = await home(service.current, workspaceFile({ companies: [company()] }))
    const { take } = importerOf(own, await own.person('owner'))
    const { of, after } = await growthIn(async () => {
      const file = camtFile({ amounts: ['10.00', '2.50'] })
      await take(file, { dryRun: true })
      await take(file)
      await take(file)
      await take(camtFile({ closing: '999.00' }))
      await take('no statement at all')
    })
    expect(of('florin_imports_total')).toEqual({
      '{format="camt",outcome="dry_run"}': 1,
      '{format="camt",outcome="imported"}': 1,
      '{format="camt",outcome="nothing_new"}': 1,
      '{format="camt",outcome="refused"}': 1,
      '{format="unknown",outcome="refused"}': 1,
    })
    expect(of('florin_import_rows_total')).toEqual({
      '{result="added"}': 2,
      '{result="known"}': 2,
      '{result="refused"}': 1,
    })
    expect(after.series.get('florin_imports_in_progress')).toBe(0)
  })

  it('show connections in use and transactions that wait for one', async () => {
    const pool = store === 'embedded' ? 'embedded' : 'transactions'
    let letGo = () => {}
    const held = new Promise<void>(settle => {
      letGo = settle
    })
    const { of } = await growthIn(async () => {
      // More than either store has connections for.
      const transactions = Array.from({ length: 2 * connectionsMax }, () =>
        service.current.store.db.transaction(() => held),
      )
      const labels = `{pool="${pool}"`
      try {
        await vi.waitFor(async () => {
          const { series } = await now()
          expect(series.get(`florin_store_connections${labels},state="in_use"}`)).toBeGreaterThan(0)
          expect(series.get(`florin_store_waiting${labels}}`)).toBeGreaterThan(0)
        }, 60_000)
      } finally {
        letGo()
        await Promise.all(transactions)
      }
    })
    expect(of('florin_store_wait_duration_seconds_count')[`{pool="${pool}"}`]).toBeGreaterThan(0)
  })

  it('show the age of the oldest unfinished upload and of other waiting work', async () => {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const upload = await owner.post(own.at('/uploads'), { name: 'a.xml', bytes: 10 })
    service.current.nowMs += 3_600_000
    // A new collector, because ages are cached for some seconds.
    const collector = await startCollector(service.current.store.db, () => service.current.nowMs)
    const other = await serveMetrics(anywhere, log, collector.text)
    const { series } = await scrapeWithStore(other.url).finally(other.close)
    await owner.delete(own.at(`/uploads/${upload.body.id}`))
    expect(series.get('florin_oldest_waiting_seconds{work="upload"}')).toBeGreaterThanOrEqual(3_600)
    expect(series.get('florin_oldest_waiting_seconds{work="suggestion"}')).toBe(0)
    expect(series.get('florin_oldest_waiting_seconds{work="import"}')).toBe(0)
    expect(series.get('florin_store_up')).toBe(1)
  })

  it('gain no series from requests with made-up paths and methods', async () => {
    const { secret } = await fresh()
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const send = async (count: number) => {
      const sent = Array.from({ length: count }, (_, index) => {
        const { method, path } = hostile(index)
        return ask(agent, method, path, index % 3 === 0 ? secret : undefined)
      })
      await Promise.all(sent)
    }
    await send(300)
    const before = [...(await now()).series.keys()].filter(isOurs).sort()
    await send(1_000)
    const after = [...(await now()).series.keys()].filter(isOurs).sort()
    agent.destroy()
    expect(after).toEqual(before)
    const named = [...Object.keys(operations), 'unknown', 'page'].concat(
      [operations, personalOperations, workspaceOperations].flatMap(group =>
        Object.keys(group).map(id => `console:${id}`),
      ),
    )
    const used = after.flatMap(key => /operation="([^"]*)"/.exec(key)?.[1] ?? [])
    expect(used.filter(operation => !named.includes(operation))).toEqual([])
  })

  it('contain no key, id, name or address', async () => {
    const { file, secret } = await fresh()
    const own = await home(service.current, file)
    const owner = await own.person('owner', { email: 'someone@example.com', name: 'Someone Real' })
    await service.current.request(`/v1/payees/${file.payees[0]?.id}?q=${secret}`, { secret })
    await owner.get(own.at('/v1/payees'))
    const { text } = await now()
    const secrets = [
      secret.slice(7, 20),
      file.workspace.id,
      file.workspace.name,
      file.companies[0]?.id ?? '-',
      file.payees[0]?.id ?? '-',
      owner.id,
      owner.token ?? '-',
      'someone@example.com',
      'Someone Real',
      '127.0.0.1',
    ]
    expect(secrets.filter(each => text.includes(each))).toEqual([])
  })

  function ask(agent: Agent, method: string, path: string, secret?: string): Promise<number> {
    const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
    return new Promise((settle, fail) => {
      httpRequest(service.current.url, { agent, method, path, headers }, reply => {
        reply.resume().on('end', () => settle(reply.statusCode ?? 0))
      })
        .on('error', fail)
        .end()
    })
  }
})

/**
 * Node's default metrics are labelled with kinds of open handles, which come and go with connections. Ages of waiting
 * work are left out when the store is slow to respond.
 */
const isOurs = (key: string): boolean => key.startsWith('florin_') && !key.startsWith('florin_oldest_')

const starts = [
  '/',
  '/v1/',
  '/v1/payees/',
  '/console/',
  '/console/workspaces/x/',
  '/metrics',
  '/docs/',
  '/v1',
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'PURGE']

/** The first 72 combine every start with every method; the rest only add new paths. */
function hostile(index: number): { method: string; path: string } {
  const start = starts[index % starts.length] ?? '/'
  const method = methods[Math.floor(index / starts.length) % methods.length] ?? 'GET'
  return { method, path: `${start}${Math.random().toString(36).slice(2)}%22%7D${index}` }
}

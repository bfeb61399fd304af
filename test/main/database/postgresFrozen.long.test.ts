/** PostgreSQL hangs under a running service: it sends neither errors nor responses. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { iban } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'
import { freeze, freezeEach } from '../../support/servers/frozen.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgresServer.ts'
import { checkedFetch } from '../../support/setup/contractCheck.ts'

/** The server stays frozen until the replies are there, so a reply that waited for it would never come. */
const sandbox = useSandbox()
let server: PostgresServer
let service: Serving
let secret: string
let companyId: string
let thaw: () => void = () => undefined

beforeAll(async () => {
  server = await startPostgres()
  const admin = new pg.Client(server.adminUrl)
  await admin.connect()
  await admin.query('create database books')
  await admin.end()
  service = await serving()
  secret = service.demoKey ?? ''
  companyId = (await service.client(secret).companies.list()).data[0]?.id ?? ''
})

afterAll(async () => {
  thaw()
  await server?.stop()
})

const serving = (env = {}) =>
  sandbox.serve({ DATABASE_URL: server.url('books'), FLORIN_RATE_BURST: '100000', ...env })

const companies = () => service.request('/v1/companies', secret)

const newPayee = (name: string) =>
  checkedFetch(`${service.url}/v1/payees`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ companyId, name, iban: iban() }),
  })

function expectUnavailable(replies: readonly Response[]): void {
  for (const { status, headers } of replies) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
}

describe('while PostgreSQL hangs', () => {
  it('reads, writes and /readyz are 503 with Retry-After, and none waits for the server', async () => {
    expect((await companies()).status).toBe(200)
    thaw = freeze(server.pid)
    const ready = service.request('/readyz')
    const asked = [...Array.from({ length: 8 }, companies), newPayee('Into the void')]
    expectUnavailable([await ready])
    expectUnavailable(await Promise.all(asked))
  })

  it('further requests are refused at once, because the server is known to hang', async () => {
    // If each waited for a time limit of seconds, the test would time out.
    for (let count = 0; count < 100; count += 1) expectUnavailable([await companies()])
    expect((await service.request('/healthz')).status).toBe(200)
  })

  it('the same process recovers by itself without hanging requests, and nothing refused was stored', async () => {
    thaw()
    const ready = async () => expect((await service.request('/readyz')).status).toBe(200)
    await vi.waitFor(ready, { timeout: 60_000, interval: 50 })
    const replies = await Promise.all(Array.from({ length: 20 }, companies))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { data } = await service.client(secret).payees.list()
    expect(data.filter(({ name }) => name === 'Into the void')).toEqual([])
  })

  it('only on old connections, as after a failover, new connections are soon used', async () => {
    await Promise.all([...Array.from({ length: 8 }, companies), newPayee('Before')])
    const admin = new pg.Client(server.url('books'))
    await admin.connect()
    const { rows } = await admin.query(`select pid from pg_stat_activity where application_name = 'florin'`)
    await admin.end()
    thaw = freezeEach(rows.map(({ pid }) => pid))
    // Requests that wait for a lost connection are refused. A transaction's limit of 35 s would fail this test.
    expectUnavailable([await companies()])
    const replies = await Promise.all([...Array.from({ length: 8 }, companies), newPayee('Afterwards')])
    expect(replies.map(({ status }) => status)).toEqual([...Array(8).fill(200), 201])
    thaw()
  }, 30_000)

  it('SIGTERM ends a service in time, with one process and with several workers', async () => {
    const several = await serving({ FLORIN_WORKERS: '2' })
    for (const each of [service, several]) expect((await each.request('/readyz')).status).toBe(200)
    thaw = freeze(server.pid)
    const stopped = [service, several].map(async each => {
      // A request that came before the end gets a reply. One that came too late is refused, or reset if it was waiting to
      // be accepted.
      const asked = each.request('/v1/companies', secret).then(
        ({ status }) => expect(status).toBe(503),
        (error: { cause?: { code?: string } }) => expect(error.cause?.code).toMatch(/^ECONN(REFUSED|RESET)$/),
      )
      expect((await each.program.stop()).code).toBe(0)
      await asked
    })
    await Promise.all(stopped)
  })
})

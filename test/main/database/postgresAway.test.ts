/** PostgreSQL stops under a running service, and comes back. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { iban } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgresServer.ts'
import { checkedFetch } from '../../support/setup/contractCheck.ts'

describe('while PostgreSQL is away', () => {
  const sandbox = useSandbox()
  let server: PostgresServer
  let service: Serving
  let secret: string

  beforeAll(async () => {
    server = await startPostgres({ settings: { synchronous_commit: 'on' } })
    const admin = new pg.Client(server.adminUrl)
    await admin.connect()
    await admin.query('create database books')
    await admin.end()
    service = await sandbox.serve({ DATABASE_URL: server.url('books'), FLORIN_RATE_BURST: '100000' })
    secret = service.demoKey ?? ''
  })

  afterAll(async () => {
    await server?.stop()
  })

  it('running requests end with 200 or 503 and nothing else', async () => {
    const statuses: number[] = []
    let away = false
    const poller = async () => {
      while (!away || statuses.at(-1) !== 503) {
        statuses.push((await service.request('/v1/transactions?limit=100', secret)).status)
      }
    }
    const pollers = Promise.all(Array.from({ length: 6 }, poller))
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(20), { timeout: 60_000 })
    await server.kill()
    away = true
    await pollers
    expect([...new Set(statuses)].sort()).toEqual([200, 503])
  })

  it('reads and writes are 503 with Retry-After, in the common error shape', async () => {
    const post = checkedFetch(`${service.url}/v1/payees`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Nobody', iban: iban() }),
    })
    for (const reply of await Promise.all([service.request('/v1/companies', secret), post])) {
      expect(reply.status).toBe(503)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(await reply.json()).toMatchObject({ defined: false, code: 'UNAVAILABLE', status: 503 })
    }
  })

  it('the service is healthy, but not ready', async () => {
    expect((await service.request('/healthz')).status).toBe(200)
    const ready = await service.request('/readyz')
    expect([ready.status, ready.headers.has('retry-after')]).toEqual([503, true])
  })

  it('a command waits for a moment, and then says in one line that PostgreSQL does not answer', async () => {
    const DATABASE_URL = server.url('books').replace('postgres@', 'postgres:hunter2@')
    const impatient = { DATABASE_URL, FLORIN_DATABASE_WAIT_SECONDS: '0' }
    const says = String.raw`florin: PostgreSQL at \S+\/books does not respond \(.+\)\. Start it, .+\n`
    const waits = String.raw`florin: Waiting for the database at \S+, up to 1 s …\n`
    const outcomes = await Promise.all([
      sandbox.run(['workspaces', 'list'], impatient),
      sandbox.run(['workspaces', 'list'], { DATABASE_URL, FLORIN_DATABASE_WAIT_SECONDS: '1' }),
    ])
    for (const { code, stdout, stderr } of outcomes) {
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
      expect(stderr).not.toContain('hunter2')
    }
    expect(outcomes[0].stderr).toMatch(new RegExp(`^${says}$`))
    expect(outcomes[1].stderr).toMatch(new RegExp(`^${waits}${says}$`))
  })

  it('the same process recovers by itself once it is back', async () => {
    await server.startAgain()
    const ready = async () => expect((await service.request('/readyz')).status).toBe(200)
    await vi.waitFor(ready, { timeout: 60_000, interval: 50 })
    const { data } = await service.client(secret).payees.list()
    expect(data).toHaveLength(30)
    const companyId = data[0]?.companyId ?? ''
    await service.client(secret).payees.create({ companyId, name: 'Somebody', iban: iban() })
  })

  it('the service still stops in order, and its log has no secret', async () => {
    await server.kill()
    const { code, stderr } = await service.program.stop()
    expect(code).toBe(0)
    expect(stderr).not.toContain(secret)
    for (const line of stderr.trimEnd().split('\n')) expect(() => JSON.parse(line), line).not.toThrow()
  })

  it('a start waits for it, says so once, and serves when it is back', async () => {
    const starting = sandbox.start(['serve', '--json'], { DATABASE_URL: server.url('books') })
    await starting.until(({ stderr }) => stderr.includes('Waiting for the database at ') || null)
    await server.startAgain()
    const line = await starting.until(({ stdout }) => (stdout.endsWith('\n') ? stdout : null))
    const { api } = JSON.parse(line)
    expect((await checkedFetch(`${new URL(api).origin}/readyz`)).status).toBe(200)
    const { code, stderr } = await starting.stop()
    expect(code).toBe(0)
    expect(stderr.split('Waiting for').length - 1).toBe(1)
  })

  it('a start does not wait for what waiting cannot fix', async () => {
    const { code, stdout, stderr } = await sandbox.run(['serve'], { DATABASE_URL: server.url('nothing') })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^florin: PostgreSQL at \S+\/nothing refuses the connection \(.+does not exist\)\. Correct .+\n$/,
    )
  })
})

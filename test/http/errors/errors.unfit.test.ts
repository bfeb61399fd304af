/** A PostgreSQL server that responds but cannot be used: read-only after a failover, without our tables, or too old. */
import { Writable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loggedError } from '../../../src/main/loggedError.ts'
import { StoreUnfit } from '../../../src/store/engine/fitness.ts'
import { iban, smallWorkspace } from '../../support/builders.ts'
import { TestService } from '../../support/service.ts'
import { describeOnBothStores, describeOnServers, freshStore } from '../../support/stores.ts'

describeOnServers('A server that cannot be used', name => {
  let service: TestService
  let secret: string
  let admin: pg.Client
  let database: string
  let lines: string[] = []
  /** A distributed store is also recognised by its functions. */
  const noSchema = name === 'citus' ? /no (table|function) .*search_path/ : /no table .*search_path/

  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    })
    service = await TestService.start(name, {
      log: pino({ level: 'error', serializers: { err: loggedError } }, sink),
    })
    const own = smallWorkspace()
    await service.load(own)
    secret = await service.key(own)
    const url = service.store.databaseUrl ?? ''
    database = new URL(url).pathname.slice(1)
    admin = new pg.Client(url)
    await admin.connect()
  })

  afterEach(() => {
    lines = []
  })

  afterAll(async () => {
    await admin?.end()
    await service?.stop()
  })

  const newPayee = () =>
    service.request('/v1/payees', {
      secret,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Somebody', iban: iban() }),
    })

  /** A read, a write and /readyz are 503 in the common error shape, and the log says why. */
  async function expectUnfit(reason: RegExp): Promise<void> {
    lines = []
    const asked = [service.request('/v1/payees', { secret }), newPayee(), service.request('/readyz')]
    for (const reply of await Promise.all(asked)) {
      expect(reply.status).toBe(503)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(await reply.json()).toMatchObject({ code: 'UNAVAILABLE' })
    }
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) expect(line).toMatch(reason)
  }

  /** Without a restart. */
  async function expectWell(): Promise<void> {
    const well = async () => expect((await service.request('/readyz')).status).toBe(200)
    await vi.waitFor(well, { timeout: 60_000, interval: 50 })
    expect((await newPayee()).status).toBe(201)
  }

  /** Makes the service open new connections, which see changed settings of the database. */
  const endOtherBackends = () =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    )

  describe('a database that is read-only', () => {
    it('is 503 with Retry-After, also from /readyz, and logged; new connections find a writable one', async () => {
      await admin.query(`alter database ${database} set default_transaction_read_only = on`)
      await endOtherBackends()
      await vi.waitFor(() => expectUnfit(/read-only/), { timeout: 60_000 })
      // Only new connections see the change, so the old ones must be gone.
      await admin.query(`alter database ${database} reset default_transaction_read_only`)
      await expectWell()
    })

    it('is also detected by /readyz, so that a service without traffic recovers', async () => {
      await admin.query(`alter database ${database} set default_transaction_read_only = on`)
      await endOtherBackends()
      const readyz = async () => (await service.request('/readyz')).status
      await vi.waitFor(async () => expect(await readyz()).toBe(503), { timeout: 60_000 })
      await admin.query(`alter database ${database} reset default_transaction_read_only`)
      await vi.waitFor(async () => expect(await readyz()).toBe(200), { timeout: 60_000, interval: 50 })
    })
  })

  describe('a database without the schema', () => {
    it('is 503 with Retry-After, also from /readyz, and the log names what is missing', async () => {
      await admin.query('alter schema public rename to elsewhere')
      await expectUnfit(noSchema)
      await admin.query('alter schema elsewhere rename to public')
      await expectWell()
    })

    it('is the same as one with another search_path', async () => {
      await admin.query(`alter database ${database} set search_path = nowhere`)
      await endOtherBackends()
      await vi.waitFor(() => expectUnfit(noSchema), { timeout: 60_000 })
      await admin.query(`alter database ${database} reset search_path`)
      // Connections opened in between keep the old path.
      await endOtherBackends()
      await vi.waitFor(expectWell, { timeout: 60_000 })
    })

    it.each(['payees', 'rate_buckets'])(
      'without one table is 503 when that table is needed, and not ready: %s',
      async table => {
        lines = []
        await admin.query(`alter table ${table} rename to one_that_is_away`)
        const replies = await Promise.all([newPayee(), service.request('/readyz')])
        expect(replies.map(({ status }) => status)).toEqual([503, 503])
        for (const line of lines) expect(line).toContain(`no table ${table}.`)
        await admin.query(`alter table one_that_is_away rename to ${table}`)
        await expectWell()
      },
    )

    it('is not ready if its schema is older', async () => {
      const { rows } = await admin.query(
        'delete from migrations where number = (select max(number) from migrations) returning *',
      )
      const { number, name, checksum } = rows[0]
      await expect(service.store.db.check()).rejects.toThrow(
        `has migration ${number - 1}, but this version needs ${number}`,
      )
      await admin.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
        number,
        name,
        checksum,
      ])
      await expectWell()
    })
  })

  describe('a mistake in a query of our own', () => {
    it.each(['select * from nowhere', 'select nothing from payees', 'select nofunction()'])(
      'is not treated as a fault of the database: %s',
      async sql => {
        const error = await service.store.db.query(sql).catch((reason: unknown) => reason)
        expect(error).not.toBeInstanceOf(StoreUnfit)
        expect(error).toMatchObject({ code: expect.stringMatching(/^42/) })
      },
    )
  })

  describe('/readyz', () => {
    it('uses one connection for any number of concurrent requests', async () => {
      let looks = 0
      const { db } = service.store
      const check = vi.spyOn(db, 'check').mockImplementation(async () => {
        looks += 1
        await db.query('select 1 as one')
      })
      const replies = await Promise.all(Array.from({ length: 30 }, () => service.request('/readyz')))
      check.mockRestore()
      expect(replies.every(({ status }) => status === 200)).toBe(true)
      expect(looks).toBeLessThan(replies.length)
    })
  })
})

describeOnBothStores('a store as the migrations leave it', name => {
  it('is fit to serve', async () => {
    const { db, remove } = await freshStore(name)
    await expect(db.check()).resolves.toBeUndefined()
    await remove()
  })
})

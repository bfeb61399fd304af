/** Our settings, read back from the server over every way to connect. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConnectionString } from '../../../src/postgres/connect/connectionString.ts'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { canMakeCertificates, newCertificate } from '../../support/certificate.ts'
import {
  keepsPrepared,
  type Pooler,
  pgbouncerVersion,
  startPgbouncer,
} from '../../support/servers/pgbouncer.ts'
import { type Front, openFront } from '../front.ts'

/** Written out, so that a setting removed by mistake is noticed here. */
const expected = {
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  statement_timeout: '30s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '1min',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
}

const asked = `select name, current_setting(name) as value from unnest($1::text[]) as name`

async function settingsSeen(url: string) {
  const db = await openPostgres({ url, connections: 2 })
  const seen = async (connection: Pick<Database, 'query'>) => {
    const rows = await connection.query<{ name: string; value: string }>(asked, [Object.keys(expected)])
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  const [queries, transactions] = [Array.from({ length: 4 }, () => seen(db)), Array.from({ length: 3 })]
  try {
    return {
      queries: await Promise.all(queries),
      transactions: await Promise.all([
        ...transactions.map(() => db.transaction(seen)),
        db.transaction(seen, { snapshot: true }),
      ]),
    }
  } finally {
    await db.close()
  }
}

const sleepsAtCommit = `
  create function pg_temp.nap() returns trigger language plpgsql as 'begin perform pg_sleep(20); return null; end';
  create temp table beds (id integer);
  create constraint trigger late after insert on beds deferrable initially deferred
    for each row execute function pg_temp.nap();
  insert into beds values (1)`

async function expectSettings(url: string): Promise<void> {
  const { queries, transactions } = await settingsSeen(url)
  for (const settings of queries) expect(settings).toEqual({ ...expected, statement_timeout: '4s' })
  for (const settings of transactions) expect(settings).toEqual(expected)
}

const withParameter = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

describe('our settings are in effect on the server (postgres)', () => {
  const admin = () => inject('postgresAdminUrl')
  let front: Front
  beforeAll(async () => {
    front = await openFront(admin())
  })
  afterAll(async () => await front?.close())

  it('with a plain URL over TCP', async () => await expectSettings(front.urlOf(admin()).href))

  it('with a Unix socket, as a parameter and as the host', async () => {
    await expectSettings(admin())
    const folder = new URL(admin()).searchParams.get('host') ?? ''
    await expectSettings(`postgres://postgres@${encodeURIComponent(folder)}/postgres`)
  })

  it('whatever options the URL contains', async () => {
    const options = '-c jit=on -c enable_sort=on -c statement_timeout=1h -c timezone=Asia/Tokyo'
    await expectSettings(withParameter(admin(), 'options', options))
  })

  it('with several hosts, the first of which is down', async () => {
    const { host } = front.urlOf(admin())
    await expectSettings(`postgres://postgres@127.0.0.1:1,${host}/postgres?target_session_attrs=read-write`)
  })

  it.runIf(canMakeCertificates)('with TLS', async () => {
    const encrypted = await openFront(admin(), newCertificate())
    try {
      await expectSettings(withParameter(encrypted.urlOf(admin()).href, 'sslmode', 'require'))
    } finally {
      await encrypted.close()
    }
  })
})

const name = 'PgBouncer (postgres; skipped where pgbouncer is not installed)'
describe.runIf(pgbouncerVersion !== null)(name, () => {
  const poolers: Pooler[] = []
  const start = async (settings: Record<string, string>): Promise<string> => {
    const pooler = await startPgbouncer(inject('postgresAdminUrl'), settings)
    poolers.push(pooler)
    return pooler.url('postgres')
  }
  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop()
  })

  /** The settings that another client of the pooler finds on its server connections. */
  async function foundByOthers(url: string): Promise<string[]> {
    const { places, user, database } = readConnectionString(url)
    const clients = Array.from(
      { length: 4 },
      () =>
        new pg.Client({
          host: places[0]?.host ?? '',
          port: places[0]?.port ?? 0,
          user: user ?? '',
          database: database ?? '',
        }),
    )
    const found: string[] = []
    for (const client of clients) {
      await client.connect()
      await client.query('begin')
      for (const setting of ['enable_sort', 'plan_cache_mode', 'statement_timeout', 'lock_timeout']) {
        const { rows } = await client.query(`show ${setting}`)
        found.push(String(rows[0]?.[setting]))
      }
    }
    await Promise.all(clients.map(client => client.end()))
    return [...new Set(found)]
  }
  const untouched = ['on', 'auto', '0']

  it('in session mode with its default configuration has all our settings', async () => {
    const url = await start({})
    await expectSettings(url)
    expect(await foundByOthers(url)).toEqual(untouched)
  })

  it('that silently drops startup parameters has them too', async () => {
    const ignored = 'extra_float_digits,options,statement_timeout,lock_timeout'
    await expectSettings(await start({ ignore_startup_parameters: ignored }))
  })

  it.runIf(keepsPrepared)('in transaction mode has our settings, and leaves none behind', async () => {
    const url = await start({
      pool_mode: 'transaction',
      max_prepared_statements: '200',
      default_pool_size: '5',
    })
    for (let time = 0; time < 3; time += 1) await expectSettings(url)
    expect(await foundByOthers(url)).toEqual(untouched)
  })

  it('in transaction mode without prepared queries is rejected with the setting to change', async () => {
    const settings = { pool_mode: 'transaction', ...(keepsPrepared && { max_prepared_statements: '0' }) }
    const url = await start(settings)
    for (let time = 0; time < 2; time += 1) {
      const reason = await settingsSeen(url).catch((error: unknown) => error)
      expect(reason).toBeInstanceOf(StoreUnavailable)
      expect((reason as Error).message).toContain('max_prepared_statements = 200')
    }
    expect(await foundByOthers(url)).toEqual(untouched)
  })

  it('in statement mode is rejected with the setting to change', async () => {
    const url = await start({ pool_mode: 'statement' })
    await expect(settingsSeen(url)).rejects.toThrow(/pool_mode = session/)
  })

  it('makes the store unavailable when it closes a connection, whatever its message says', async () => {
    const db = await openPostgres({ url: await start({ query_timeout: '1' }), connections: 2 })
    const asked = await Promise.allSettled([
      db.query('select pg_sleep(20)'),
      db.transaction(connection => connection.query('select pg_sleep(20)')),
      db.transaction(connection => connection.script(sleepsAtCommit)),
    ])
    const reasons = asked.map(each => (each as PromiseRejectedResult).reason?.name)
    expect(reasons).toEqual(['StoreUnavailable', 'StoreUnavailable', 'OutcomeUnknown'])
    await db.close()
  })

  it('without a free connection does not count as gone, so long work continues', async () => {
    const url = await start({ default_pool_size: '2' })
    const limits = { tickMs: 20, probeAfterMs: 100, silentMsMax: 400 }
    const db = await openPostgres({ url, connections: 1, limits })
    const other = new pg.Client(url)
    await db.transaction(async connection => {
      await withoutTimeouts(connection)
      // The pooler has two connections: one is in use here, and this takes the other.
      await other.connect()
      await other.query('select 1')
      expect(await connection.query('select 1 as one from pg_sleep(3)')).toEqual([{ one: 1 }])
    })
    await other.end()
    await db.close()
  })

  it('keeps the time limit: the server cancels a query that takes too long', async () => {
    const url = await start(keepsPrepared ? { pool_mode: 'transaction', max_prepared_statements: '200' } : {})
    const db = await openPostgres({ url, connections: 1 })
    const waiting = db.transaction(async connection => {
      await connection.query('set local statement_timeout = 50')
      await connection.query('select pg_sleep(20)')
    })
    await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable)
    await db.close()
  })
})

/** The service through PgBouncer: it works as on a direct connection, or refuses to start in one line. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../../src/main/config.ts'
import { Failure, PassingFailure } from '../../../src/main/failure.ts'
import { type RunningService, startService } from '../../../src/main/serve/serve.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { iban } from '../../support/builders.ts'
import {
  expectNoneIfOneAheadIsRejected,
  expectNoneIfOneIsRejected,
  expectRowsInOrder,
  expectRowsOfAll,
} from '../../support/copyAll.ts'
import { clientFor } from '../../support/program.ts'
import {
  keepsPrepared,
  type Pooler,
  pgbouncerVersion,
  startPgbouncer,
} from '../../support/servers/pgbouncer.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'

const name = 'the service behind PgBouncer (postgres; skipped where pgbouncer is not installed)'
describe.runIf(pgbouncerVersion !== null)(name, () => {
  let store: TestStore
  let pooler: Pooler | null = null
  let service: RunningService | null = null

  beforeAll(async () => {
    store = await freshDatabase('florin_template')
  })
  afterEach(async () => {
    await service?.close()
    await pooler?.stop()
    service = null
    pooler = null
  })
  afterAll(async () => await store?.remove())

  async function start(settings: Record<string, string>, adminUrl = inject('postgresAdminUrl')) {
    pooler = await startPgbouncer(adminUrl, settings)
    const DATABASE_URL = pooler.url(new URL(store.databaseUrl ?? '').pathname.slice(1))
    const config = { DATABASE_URL, PORT: '0', LOG_LEVEL: 'silent', FLORIN_DATABASE_WAIT_SECONDS: '0' }
    return await startService(readConfig({ ...config, FLORIN_RATE_BURST: '10000' }))
  }

  const refusal = async (...words: Parameters<typeof start>): Promise<Failure> => {
    const reason = await start(...words).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(Failure)
    expect((reason as Failure).message).not.toContain('\n')
    return reason as Failure
  }

  async function readsAndWrites({ url, demoSecret }: RunningService): Promise<void> {
    const client = clientFor(url, demoSecret ?? '')
    const { data } = await client.payees.list()
    const companyId = data[0]?.companyId ?? ''
    const create = () => client.payees.create({ companyId, name: 'Through a pooler', iban: iban() })
    const [created] = await Promise.all([create(), ...Array.from({ length: 8 }, create)])
    expect((await client.payees.list()).data.map(({ id }) => id)).toContain(created.id)
    const pages = await Promise.all(Array.from({ length: 20 }, () => client.transactions.list({ limit: 50 })))
    for (const page of pages) expect(page.data).toHaveLength(50)
  }

  it('in session mode reads and writes, many at once', async () => {
    service = await start({})
    await readsAndWrites(service)
  })

  it('in session mode copies into several tables at once, and survives a rejected row', async () => {
    pooler = await startPgbouncer(inject('postgresAdminUrl'), {})
    const url = pooler.url(new URL(store.databaseUrl ?? '').pathname.slice(1))
    const db = await openPostgres({ url, connections: 1 })
    try {
      await expectRowsOfAll(db)
      await expectNoneIfOneIsRejected(db)
      await expectRowsInOrder(db)
      await expectNoneIfOneAheadIsRejected(db)
    } finally {
      await db.close()
    }
  })

  it.runIf(keepsPrepared)(
    'in transaction mode reads and writes, many at once over few connections',
    async () => {
      await store.remove()
      store = await freshDatabase('florin_template')
      service = await start({
        pool_mode: 'transaction',
        max_prepared_statements: '50',
        default_pool_size: '3',
      })
      await readsAndWrites(service)
    },
  )

  it('in transaction mode without prepared statements does not start', async () => {
    const { message } = await refusal({
      pool_mode: 'transaction',
      ...(keepsPrepared && { max_prepared_statements: '0' }),
    })
    expect(message).toMatch(
      /^PostgreSQL at \S+ cannot be used\. .*Set max_prepared_statements = 200 in pgbouncer\.ini/,
    )
  })

  it('that cannot reach its server counts as temporarily unavailable', async () => {
    const failure = await refusal({}, 'postgres://postgres@localhost:1/postgres?host=/nowhere')
    expect(failure).toBeInstanceOf(PassingFailure)
    expect(failure.message).toMatch(/does not respond \(.+\)/)
  })
})

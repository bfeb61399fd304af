/**
 * Reads from streaming replicas. Replay is paused to make a lag of any length: whatever the lag, every reply has the last
 * acknowledged write, and a revoked key is refused.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomStream } from '../../src/demo/random.ts'
import { readConfig } from '../../src/main/config.ts'
import { startService } from '../../src/main/serve/serve.ts'
import { openPostgres, type PostgresDatabase } from '../../src/store/engine/postgres.ts'
import { openReplica } from '../../src/store/engine/replica.ts'
import { type Replicas, replicasOf } from '../../src/store/engine/replicas.ts'
import { revokeKey } from '../../src/store/keys/apiKeys.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { scrape } from '../main/metrics/metricsText.ts'
import { smallWorkspace } from '../support/builders.ts'
import { freeze } from '../support/servers/frozen.ts'
import { type PostgresServer, startPostgres } from '../support/servers/postgresServer.ts'
import { TestService } from '../support/service.ts'

const limits = { tickMs: 20, probeAfterMs: 100, silentMsMax: 1_000, readMsMax: 1_500 }

let primary: PostgresServer
let standby: PostgresServer
let db: PostgresDatabase
/** Read directly, to control the replay. */
let onStandby: PostgresDatabase
let replicas: Replicas
let service: TestService
let thaw: () => void = () => undefined

beforeAll(async () => {
  primary = await startPostgres()
  db = await openPostgres({ url: primary.adminUrl })
  await migrate(db)
})

afterAll(async () => {
  await db?.close()
  await primary?.stop()
})

beforeEach(async () => {
  standby = await startPostgres({ replicaOf: primary })
  onStandby = await openPostgres({ url: standby.adminUrl, connections: 1 })
  const replica = openReplica({ url: standby.adminUrl, connections: 2, limits })
  // A replica that was away is tried again at once, so that no test has to wait.
  replicas = replicasOf(db, [replica], { awayMs: 0, answerMsMax: 3_000 })
  const store = { db, databaseUrl: primary.adminUrl, remove: async () => undefined }
  service = await TestService.on(store, { replicas })
  await service.load(service.foreign)
})

afterEach(async () => {
  thaw()
  thaw = () => undefined
  await service?.stop()
  await replicas?.close()
  await onStandby?.close()
  await standby?.stop()
})

const pause = () => onStandby.query('select pg_wal_replay_pause()')
const resume = () => onStandby.query('select pg_wal_replay_resume()')

/** Resolves once the replica has replayed everything that the primary has written. */
async function replayed(): Promise<void> {
  const [row] = await db.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  await expect
    .poll(async () => {
      const [found] = await onStandby.query<{ isThere: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"',
        [row?.at ?? ''],
      )
      return found?.isThere
    })
    .toBe(true)
}

async function workspace() {
  const file = smallWorkspace()
  const client = await service.workspace(file)
  const payeeId = file.payees[0]?.id ?? ''
  return { file, client, payeeId, transactionId: file.transactions[0]?.id ?? '' }
}

/** What the counts gained. */
async function counted(work: () => Promise<unknown>) {
  const before = { ...replicas.counts }
  await work()
  const { served, behind, failed } = replicas.counts
  return { served: served - before.served, behind: behind - before.behind, failed: failed - before.failed }
}

/** A page takes one or two queries. */
const servedOnly = { served: expect.toSatisfy((count: number) => count > 0), behind: 0, failed: 0 }

describe('a replica that has replayed everything', () => {
  it('serves pages and single rows, with the same replies as the primary', async () => {
    const { client, file, payeeId, transactionId } = await workspace()
    await replayed()
    const alone = await TestService.on({ db, databaseUrl: null, remove: async () => undefined })
    const same = alone.client(await service.key(file))
    const reads = [
      (each: typeof client) => each.transactions.list(),
      (each: typeof client) => each.transactions.get(transactionId),
      (each: typeof client) => each.bills.list(),
      (each: typeof client) => each.companies.list(),
      (each: typeof client) => each.accounts.list(),
      (each: typeof client) => each.categories.list(),
      (each: typeof client) => each.payees.get(payeeId),
    ]
    for (const read of reads) {
      const counts = await counted(async () => expect(await read(client)).toEqual(await read(same)))
      expect(counts).toEqual(servedOnly)
    }
    await alone.stop()
  })

  it('does not show rows of another workspace', async () => {
    const { client } = await workspace()
    await replayed()
    const foreign = service.foreign.transactions[0]?.id ?? ''
    await expect(client.transactions.get(foreign)).rejects.toMatchObject({ status: 404 })
  })
})

it('the service reads from DATABASE_REPLICA_URLS, and its metrics count that', async () => {
  const { file } = await workspace()
  await replayed()
  const secret = await service.key(file)
  const started = await startService(
    readConfig({
      ...{ PORT: '0', LOG_LEVEL: 'silent', FLORIN_DEMO: 'off', FLORIN_METRICS_PORT: '0' },
      ...{ DATABASE_URL: primary.adminUrl, DATABASE_REPLICA_URLS: standby.adminUrl },
    }),
  )
  try {
    const headers = { Authorization: `Bearer ${secret}` }
    expect((await fetch(`${started.url}/v1/transactions`, { headers })).status).toBe(200)
    const { series } = await scrape(started.metricsUrl ?? '')
    expect(series.get('florin_replica_reads_total{outcome="served"}')).toBeGreaterThan(0)
    expect(series.get('florin_replica_reads_total{outcome="failed"}')).toBe(0)
  } finally {
    await started.close()
  }
})

describe('a replica that lags', () => {
  it('is not read from until it has replayed the last write', async () => {
    const { client, payeeId } = await workspace()
    await replayed()
    expect((await client.payees.get(payeeId)).id).toBe(payeeId)
    await pause()
    await client.payees.update(payeeId, { name: 'Renamed' })
    const lagging = await counted(async () =>
      expect(await client.payees.get(payeeId)).toMatchObject({ name: 'Renamed' }),
    )
    expect(lagging).toMatchObject({ served: 0, behind: 1 })
    await resume()
    await replayed()
    // Another URL, because the reply to the first one is cached.
    const caughtUp = await counted(async () => void (await client.transactions.list({ limit: 7 })))
    expect(caughtUp).toEqual(servedOnly)
  })

  it('still serves workspaces that were not written to', async () => {
    const [one, other] = [await workspace(), await workspace()]
    await replayed()
    await pause()
    await one.client.payees.update(one.payeeId, { name: 'Renamed' })
    const counts = await counted(async () => void (await other.client.transactions.list()))
    expect(counts).toEqual(servedOnly)
    await resume()
  })

  it('does not let a revoked key in', async () => {
    const { client, file } = await workspace()
    const { key, secret } = await service.createKey(file, {})
    const revoked = service.client(secret)
    await replayed()
    await revoked.transactions.list()
    await pause()
    await db.transaction(connection =>
      revokeKey(connection, file.workspace.id, key.id, '2026-06-01T12:00:00.000Z'),
    )
    await expect(revoked.transactions.list()).rejects.toMatchObject({ status: 401 })
    await client.transactions.list()
    await resume()
  })

  it('is not read from after a restore, even if the restored clock is earlier', async () => {
    const { client, file, payeeId } = await workspace()
    await client.payees.update(payeeId, { name: 'Before the restore' })
    await replayed()
    expect(await client.payees.get(payeeId)).toMatchObject({ name: 'Before the restore' })
    await pause()
    // What a restore does to the row of a workspace, and to a row in it.
    await db.script(`
      update workspaces set clock = clock - interval '1 hour', epoch = 'another' where workspace_id = '${file.workspace.id}';
      update payees set name = 'Restored' where workspace_id = '${file.workspace.id}' and id = '${payeeId}'`)
    expect(await client.payees.get(payeeId)).toMatchObject({ name: 'Restored' })
    await resume()
  })

  it('never shows an earlier state, however writes, pauses and reads follow each other', async () => {
    const { client, payeeId } = await workspace()
    await replayed()
    const random = randomStream('replicas')
    const counts = await counted(async () => {
      for (let step = 1; step <= 120; step += 1) {
        if (random.percent(25)) await (random.percent(50) ? pause() : resume())
        const name = `Step ${step}`
        if (random.percent(50)) await client.payees.update(payeeId, { name })
        const [listed, one] = await Promise.all([client.payees.list(), client.payees.get(payeeId)])
        expect(one).toEqual(listed.data.find(({ id }) => id === payeeId))
      }
      await resume()
      await replayed()
      await client.transactions.list()
    })
    expect(counts.behind).toBeGreaterThan(0)
    expect(counts.served).toBeGreaterThan(0)
  })
})

describe('a replica that is lost', () => {
  it('is replaced by the primary, and used again when it is back', async () => {
    const { client } = await workspace()
    await replayed()
    await client.transactions.list()
    await standby.kill()
    const away = await counted(async () => void (await client.transactions.list({ limit: 5 })))
    expect(away).toEqual({ served: 0, behind: 0, failed: 1 })
    await standby.startAgain()
    await expect
      .poll(async () => {
        const limit = 10 + replicas.counts.failed + replicas.counts.served
        return (await counted(async () => void (await client.transactions.list({ limit })))).served
      })
      .toBeGreaterThan(0)
  })

  it('does not hold a request that it never answers', async () => {
    const { client } = await workspace()
    await replayed()
    await client.transactions.list()
    thaw = freeze(standby.pid)
    const counts = await counted(async () => void (await client.transactions.list({ limit: 5 })))
    expect(counts).toEqual({ served: 0, behind: 0, failed: 1 })
  })

  it('is no longer read from once it was promoted: its rows may part from the primary’s', async () => {
    const { client, file, payeeId } = await workspace()
    await replayed()
    await onStandby.query('select pg_promote()')
    const ahead = await openPostgres({ url: standby.adminUrl, connections: 1 })
    await ahead.script(`
      update workspaces set clock = clock + interval '1 hour' where workspace_id = '${file.workspace.id}';
      update payees set name = 'Elsewhere' where workspace_id = '${file.workspace.id}'`)
    await ahead.close()
    await client.payees.update(payeeId, { name: 'Here' })
    expect(await client.payees.get(payeeId)).toMatchObject({ name: 'Here' })
  })
})

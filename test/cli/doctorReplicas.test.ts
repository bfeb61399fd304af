/** florin doctor on a store with replicas: real servers with streaming replication, and others that are none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import type { Check } from '../../src/main/doctor/checks.ts'
import { diagnose } from '../../src/main/doctor/diagnose.ts'
import { replicaCheck } from '../../src/main/doctor/replicas.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { useSandbox } from '../support/program.ts'
import { type PostgresServer, startPostgres } from '../support/servers/postgresServer.ts'

describe('florin doctor on PostgreSQL with replicas', () => {
  const sandbox = useSandbox()
  let primary: PostgresServer
  let standby: PostgresServer

  async function on(server: PostgresServer, sql: string): Promise<void> {
    const db = await openPostgres({ url: server.adminUrl, connections: 1 })
    await db.query(sql).finally(() => db.close())
  }

  beforeAll(async () => {
    primary = await startPostgres()
    const db = await openPostgres({ url: primary.adminUrl })
    await migrate(db).finally(() => db.close())
    standby = await startPostgres({ replicaOf: primary })
  })
  afterAll(async () => {
    await standby?.stop()
    await primary?.stop()
  })

  const env = (...urls: string[]) => ({
    DATABASE_URL: primary.adminUrl,
    DATABASE_REPLICA_URLS: urls.join(' '),
  })

  async function replicaChecks(...urls: string[]): Promise<Check[]> {
    const found = await diagnose(readConfig(env(...urls)), Date.now)
    expect(found?.healthy).toBe(true)
    return found?.checks.filter(({ name }) => name === 'replica') ?? []
  }

  it('prints a line for each replica, and how far it is', async () => {
    const { code, stdout } = await sandbox.run(['doctor'], env(standby.adminUrl))
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(
      /^ok +replica +\S+.*, (up to date|\d.* behind) → Set hot_standby_feedback = on there/m,
    )
  })

  it('finds a replica that is paused and falls behind, and one that does not answer, and remains healthy', async () => {
    await on(standby, 'select pg_wal_replay_pause()')
    await on(primary, 'create table later as select repeat(n::text, 100) from generate_series(1, 40000) as n')
    const away = 'postgres://postgres@localhost:1/postgres?host=/nowhere'
    const checks = await replicaChecks(standby.adminUrl, away)
    await on(standby, 'select pg_wal_replay_resume()')
    expect(checks).toEqual([
      {
        name: 'replica',
        state: 'warning',
        finding: expect.stringMatching(/, \d+(\.\d)? MB behind, replay is paused$/),
        advice: expect.stringContaining('pg_wal_replay_resume()'),
      },
      {
        name: 'replica',
        state: 'warning',
        finding: expect.stringContaining('/nowhere'),
        advice: expect.stringContaining('does not respond'),
      },
    ])
  })

  it('finds that a server is no replica, also if it is the primary itself', async () => {
    const [check] = await replicaChecks(primary.adminUrl)
    expect(check).toMatchObject({ state: 'warning', finding: expect.stringMatching(/, not a replica$/) })
  })

  it('finds the replica of another server', async () => {
    const other = await startPostgres()
    const foreign = await startPostgres({ replicaOf: other })
    try {
      const [check] = await replicaChecks(foreign.adminUrl)
      expect(check).toMatchObject({
        state: 'warning',
        finding: expect.stringMatching(/, a replica of another server$/),
      })
    } finally {
      await foreign.stop()
      await other.stop()
    }
  })

  it.each([
    ['is far behind', { behindBytes: 17 * 1024 ** 2 }, '17.0 MB behind'],
    ['has too few connections', { connectionsMax: 7 }, 'up to date, 7 connections of up to 8'],
  ])('finds one that %s', (_, facts, finding) => {
    const good = {
      systemId: '1',
      isStandby: true,
      isPaused: false,
      behindBytes: 0,
      hasFeedback: true,
      connectionsMax: 100,
    }
    const wanted = { systemId: '1', connectionsNeeded: 8 }
    expect(replicaCheck('db', good, wanted)).toEqual({
      name: 'replica',
      state: 'ok',
      finding: 'db, up to date',
      advice: null,
    })
    expect(replicaCheck('db', { ...good, ...facts }, wanted)).toMatchObject({
      state: 'warning',
      finding: `db, ${finding}`,
    })
  })
})

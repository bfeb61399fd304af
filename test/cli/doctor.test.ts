/** florin doctor says what is wrong with a store and what to do. It changes nothing. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exitCodeOf } from '../../src/cli/exitCode.ts'
import { readConfig } from '../../src/main/config.ts'
import type { Check } from '../../src/main/doctor/checks.ts'
import { type Diagnosis, diagnose } from '../../src/main/doctor/diagnose.ts'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { type Environment, useSandbox } from '../support/program.ts'
import { citusUrl } from '../support/servers/citus.ts'
import { pgbouncerVersion, startPgbouncer } from '../support/servers/pgbouncer.ts'
import { freshDatabase, freshStore, type TestStore } from '../support/stores.ts'

const sandbox = useSandbox()

interface Seen {
  code: number | null
  byName: Record<string, Check>
}

const byName = ({ checks }: Diagnosis) => Object.fromEntries(checks.map(check => [check.name, check]))

/** Runs the program, as a user would. */
async function diagnosis(env: Environment): Promise<Seen> {
  const { code, stdout, stderr } = await sandbox.run(['doctor', '--json'], env)
  expect(stderr).toBe('')
  return { code, byName: byName(JSON.parse(stdout)) }
}

/** Runs in this process, which is faster. `code` is what the program would exit with. */
async function quickDiagnosis(env: Environment): Promise<Seen> {
  const found = await diagnose(readConfig(env), Date.now)
  if (found === null) throw new Error('another process has the store')
  return { code: exitCodeOf('doctor', found), byName: byName(found) }
}

const newerMigration = `insert into migrations (number, name, checksum) values (9999, '9999_later.sql', 'x')`

describe('florin doctor on PostgreSQL', () => {
  let store: TestStore
  let env: Environment
  const clerk = `clerk_${randomUUID().slice(0, 8)}`

  beforeAll(async () => {
    store = await freshDatabase('florin_template')
    env = { DATABASE_URL: store.databaseUrl ?? '' }
    await asAdmin(`create role ${clerk} login`)
  })
  afterAll(async () => {
    await store?.remove()
    await asAdmin(`drop role ${clerk}`)
  })

  async function asAdmin(sql: string): Promise<void> {
    const admin = new pg.Client(inject('postgresAdminUrl'))
    await admin.connect()
    await admin.query(sql).finally(() => admin.end())
  }

  it('finds nothing wrong with a good store, and prints a line for each check', async () => {
    const { code, stdout } = await sandbox.run(['doctor'], env)
    expect(code, stdout).toBe(0)
    const names = ['host', 'version', 'encoding', 'settings', 'pooler', 'time zone', 'clock', 'writes']
    for (const name of [...names, 'privileges', 'schema', 'disk', 'indexes', 'connections']) {
      expect(stdout).toMatch(new RegExp(`^(ok|warning) +${name} +\\S`, 'm'))
    }
    expect(stdout).toMatch(/^ok +settings .*\bjit=off\b.*\bstatement_timeout=30s\b/m)
    expect(stdout).toContain('Florin can work with this store.\n')
  })

  it('finds a read-only database', async () => {
    const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
    await asAdmin(`alter database ${name} set default_transaction_read_only = on`)
    const { code, byName } = await quickDiagnosis(env)
    await asAdmin(`alter database ${name} reset default_transaction_read_only`)
    expect(code).toBe(1)
    expect(byName.writes).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('default_transaction'),
    })
  })

  it('finds a role without the privileges to create tables or write', async () => {
    const url = (env.DATABASE_URL ?? '').replace('postgres@', `${clerk}@`)
    const { code, byName } = await quickDiagnosis({ DATABASE_URL: url })
    expect(code).toBe(1)
    expect(byName.privileges).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('grant create on schema public'),
    })
  })

  it('finds too few connections for the workers', async () => {
    const { code, byName } = await quickDiagnosis({ ...env, FLORIN_WORKERS: '64' })
    expect(code).toBe(1)
    expect(byName.connections).toMatchObject({
      state: 'problem',
      finding: expect.stringMatching(/^up to 512 /),
    })
  })

  it('finds a server that is down, and one that refuses the connection', async () => {
    const away = await quickDiagnosis({ DATABASE_URL: 'postgres://florin:hunter2@127.0.0.1:1/books' })
    expect(away.byName).toEqual({
      host: {
        name: 'host',
        state: 'problem',
        finding: '127.0.0.1:1',
        advice: expect.stringContaining('Start it'),
      },
    })
    const refused = await quickDiagnosis({
      DATABASE_URL: `${env.DATABASE_URL?.replace(/\/test_\w+/, '/nothing')}`,
    })
    expect(refused.byName.host?.advice).toContain('does not exist')
  })

  it.runIf(pgbouncerVersion !== null)(
    'detects a pooler, and warns if each of our connections would need its own server connection',
    async () => {
      const pooler = await startPgbouncer(inject('postgresAdminUrl'), {})
      try {
        const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
        const { byName } = await quickDiagnosis({ DATABASE_URL: pooler.url(name) })
        expect(byName.pooler?.finding).toMatch(/^session pooling/)
        expect(byName.connections?.state).toBe('ok')
        const several = await quickDiagnosis({ DATABASE_URL: pooler.url(name), FLORIN_WORKERS: '3' })
        expect(several.byName.connections).toMatchObject({
          state: 'warning',
          advice: expect.stringContaining('default_pool_size above 24'),
        })
      } finally {
        await pooler.stop()
      }
    },
  )

  it('finds a schema of a newer version', async () => {
    await store.db.query(newerMigration)
    const { code, byName } = await quickDiagnosis(env)
    expect(code).toBe(1)
    expect(byName.schema).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('newer version'),
    })
  })
})

describe.runIf(citusUrl !== null)('florin doctor on a cluster (citus)', () => {
  it('finds nothing wrong with a good store, and says which sizes are of the coordinator', async () => {
    const store = await freshStore('citus')
    const { code, byName } = await diagnosis({ DATABASE_URL: store.databaseUrl ?? '' })
    await store.remove()
    expect(code, JSON.stringify(byName)).toBe(0)
    expect(byName.settings).toMatchObject({
      state: 'ok',
      finding: expect.stringContaining('plan_cache_mode=force_custom_plan'),
    })
    // Two more than on one server, for imports.
    expect(byName.connections?.finding).toContain('up to 10 for 1 worker')
    for (const name of ['disk', 'indexes']) expect(byName[name]?.finding).toContain('on the coordinator')
  })
})

describe('florin doctor on the embedded store', () => {
  it('says that there is no store yet, and creates none', async () => {
    const FLORIN_DATA_DIR = join(sandbox.folder, 'nothing')
    const { code, byName } = await quickDiagnosis({ FLORIN_DATA_DIR })
    expect(code).toBe(0)
    expect(byName.store).toMatchObject({ state: 'warning', advice: 'The first start creates it.' })
  })

  it('finds nothing wrong with a good store, even while a service has it open', async () => {
    const env = { FLORIN_DATA_DIR: sandbox.dataFolder('good'), FLORIN_DEMO: 'off' }
    const alone = await diagnosis(env)
    const service = await sandbox.serve(env)
    const beside = await diagnosis(env)
    await service.program.stop()
    for (const { code, byName } of [alone, beside]) {
      expect(code).toBe(0)
      expect(Object.keys(byName)).toEqual(expect.arrayContaining(['version', 'settings', 'schema', 'disk']))
      expect(byName.disk?.finding).toMatch(/ free$/)
      expect(byName.schema).toMatchObject({ state: 'ok', finding: expect.stringContaining('up to date') })
    }
  })

  it('finds a schema of a newer version', async () => {
    const env = { FLORIN_DATA_DIR: sandbox.dataFolder('newer') }
    const db = await openEmbedded({ folder: join(env.FLORIN_DATA_DIR, 'store') })
    await db.query(newerMigration)
    await db.close()
    const { code, byName } = await diagnosis(env)
    expect(code).toBe(1)
    expect(byName.schema).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('newer version'),
    })
  })
})

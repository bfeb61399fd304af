/** Replicas of a cluster's coordinator, which have only the workspaces that the coordinator holds itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/main/config.ts'
import { diagnose } from '../../../src/main/doctor/diagnose.ts'
import { startService } from '../../../src/main/serve/serve.ts'
import { distribute } from '../../../src/store/distributed/distribute.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { useSandbox } from '../../support/program.ts'
import { citusUrl, emptyCluster } from '../../support/servers/citus.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'

const quiet = { PORT: '0', LOG_LEVEL: 'silent', FLORIN_DEMO: 'off' }
/** Nothing listens there. A start does not wait for replicas. */
const replica = { DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:1/away' }
const reason = 'all workspaces are on workers of the Citus cluster'

describe.runIf(citusUrl !== null)('a cluster whose workspaces are all on workers (citus)', () => {
  const sandbox = useSandbox()
  let store: TestStore
  let env: Record<string, string>

  beforeAll(async () => {
    store = await freshStore('citus')
    env = { ...quiet, DATABASE_URL: store.databaseUrl ?? '' }
  })
  afterAll(() => store?.remove())

  it('starts with replicas, and logs that they are not used', async () => {
    const service = await sandbox.serve({ ...env, ...replica, LOG_LEVEL: 'warn' })
    const { stderr } = await service.program.stop()
    expect(stderr).toContain(`the replicas are not used: ${reason}`)
  })

  it('is a warning of the doctor only with them', async () => {
    const found = await diagnose(readConfig({ ...env, ...replica }), Date.now)
    expect(found?.healthy).toBe(true)
    expect(found?.checks.filter(({ name }) => name === 'replica')).toEqual([
      { name: 'replica', state: 'warning', finding: reason, advice: expect.stringContaining('Unset') },
    ])
    const without = await diagnose(readConfig(env), Date.now)
    expect(without?.checks.filter(({ name }) => name === 'replica')).toEqual([])
  })
})

describe.runIf(citusUrl !== null)('a cluster whose coordinator holds the workspaces (citus)', () => {
  it('starts with replicas, and the doctor has no objection', async () => {
    const { url, remove } = await emptyCluster({ onlyCoordinator: true })
    const db = await openPostgres({ url })
    await migrate(db)
    await db.transaction(connection => distribute(connection, { shards: 4 }))
    await db.close()
    const config = readConfig({ ...quiet, ...replica, DATABASE_URL: url })
    const service = await startService(config)
    expect((await diagnose(config, Date.now))?.healthy).toBe(true)
    await service.close()
    await remove()
  })
})

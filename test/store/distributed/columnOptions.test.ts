/** The planner of each node has to know that a workspace may be large, and Citus does not tell it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { distributeCommands } from '../../../src/main/commands/distributeCommands.ts'
import { warmUp } from '../../../src/main/serve/warmUp.ts'
import { distribute } from '../../../src/store/distributed/distribute.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { citusUrl, emptyCluster, noCluster } from '../../support/servers/citus.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

const actor = { kind: 'command', id: 'test' } as const
const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
/** The newest migration before the one that says how large workspaces may be. */
const before = 18

describe.runIf(citusUrl === null)('a Citus cluster', () => {
  it.skip(noCluster)
})

describe.runIf(citusUrl !== null)('what the planner is told about columns (citus)', () => {
  let url = ''
  let remove: () => Promise<void> = async () => undefined
  let db: Database

  beforeAll(async () => {
    ;({ url, remove } = await emptyCluster())
    db = await openPostgres({ url })
    const older = readMigrations().filter(({ number }) => number <= before)
    await migrate(db, older)
    await db.transaction(connection => distribute(connection, {}, older))
    await db.close()
    db = await openPostgres({ url })
    for (const seed of ['one', 'two'])
      await loadWorkspace(db, randomTransactions(200, seed), { nowMs, actor })
  })
  afterAll(async () => {
    await db?.close()
    await remove()
  })

  it('comes to every shard when a new store is distributed, so that its first start has nothing to do', async () => {
    const { url: other, remove: removeOther } = await emptyCluster()
    const fresh = await openPostgres({ url: other })
    await migrate(fresh)
    await distributeCommands.distribute({ db: fresh, onProgress: () => undefined }, {})
    const found = await optionsOf('workspace_id', fresh).finally(() => fresh.close())
    await removeOther()
    expect(found).toEqual(new Set(['n_distinct=1']))
  })

  const serviceStarts = () => warmUp(db, 1, () => false)

  const optionsOf = async (column: string, store = db): Promise<Set<string>> => {
    const rows = await store.query<{ result: string }>(
      `select result from run_command_on_shards('transactions', format($$
         select coalesce(string_agg(o.text, ' '), 'none') from pg_attribute a left join unnest(a.attoptions) o (text)
           on o.text like 'n\\_distinct%%%%' where a.attrelid = '%%s'::regclass and a.attname = %L$$, $1::text))`,
      [column],
    )
    expect(rows.length).toBeGreaterThan(1)
    return new Set(rows.map(({ result }) => result))
  }

  it('comes to every shard when a service starts, also if the store was distributed before that migration', async () => {
    expect(await optionsOf('workspace_id')).toEqual(new Set(['none']))
    await migrate(db)
    expect(await optionsOf('workspace_id')).toEqual(new Set(['none']))
    await serviceStarts()
    expect(await optionsOf('workspace_id')).toEqual(new Set(['n_distinct=1']))
    expect(await optionsOf('account_id')).toEqual(new Set(['n_distinct=1']))
    expect(await optionsOf('id')).toEqual(new Set(['none']))
  })

  it('comes back with the next start to shards that lost it in a move', async () => {
    await db.query(
      `select success from run_command_on_shards('transactions', 'alter table %s alter column account_id reset (n_distinct)')`,
    )
    expect(await optionsOf('account_id')).toEqual(new Set(['none']))
    await serviceStarts()
    expect(await optionsOf('account_id')).toEqual(new Set(['n_distinct=1']))
  })
})

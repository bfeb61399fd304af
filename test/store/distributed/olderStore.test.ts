/** A store that an older version distributed gets the migrations since then, and ends up like one distributed today. */
import { afterAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { distribute } from '../../../src/store/distributed/distribute.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { citusUrl, emptyCluster, noCluster } from '../../support/servers/citus.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

const actor = { kind: 'command', id: 'test' } as const
const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const file = randomTransactions(200, 'older')

/** The last migration of 1.7.0, the first version that could distribute a store. */
const firstDistributed = 13

/** Indexes, triggers and functions of a node. Names and numbers of shards differ from store to store. */
const schemaOfNode = `select string_agg(line, E'\\n' order by line collate "C") from (
  select regexp_replace(substring(indexdef from ' ON .*'), '_\\d{6,}', '', 'g') as line from pg_indexes
  where schemaname = 'public'
  union all
  select regexp_replace(pg_get_triggerdef(oid), '_\\d{6,}', '', 'g') from pg_trigger
  where not tgisinternal and tgname not like 'truncate_trigger_%'
  union all
  select proname || ': ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
) lines`

describe.runIf(citusUrl === null)('a store of an older version on a Citus cluster', () => {
  it.skip(noCluster)
})

describe.runIf(citusUrl !== null)('a store that an older version distributed (citus)', () => {
  const undo: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const each of undo.reverse()) await each()
  })

  const migrations = readMigrations()

  async function distributedAt(number: number): Promise<Database> {
    const { url, remove } = await emptyCluster()
    undo.push(remove)
    const first = await openPostgres({ url })
    const older = migrations.filter(each => each.number <= number)
    await migrate(first, older)
    await first.transaction(connection => distribute(connection, { shards: 4 }, older))
    await first.close()
    const db = await openPostgres({ url })
    undo.push(() => db.close())
    await loadWorkspace(db, file, { nowMs, actor })
    return db
  }

  const schemas = async (db: Database) =>
    (
      await db.query<{ result: string }>('select result from run_command_on_all_nodes($1) order by nodeid', [
        schemaOfNode,
      ])
    ).map(({ result }) => result.split('\n'))

  it('has the same indexes, triggers and functions on every node after its migrations', async () => {
    const today = await schemas(await distributedAt(migrations.at(-1)?.number ?? 0))
    expect(today).toHaveLength(3)
    const olderNumbers = migrations.map(({ number }) => number).filter(number => number >= firstDistributed)
    for (const number of olderNumbers.slice(0, -1)) {
      const db = await distributedAt(number)
      const { applied } = await migrate(db)
      expect(applied).toEqual(migrations.filter(each => each.number > number).map(({ name }) => name))
      expect(await schemas(db)).toEqual(today)
    }
  })
})

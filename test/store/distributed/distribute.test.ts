import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportWorkspace } from '../../../src/import/workspace/exportWorkspace.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { NoCluster } from '../../../src/store/distributed/checkCluster.ts'
import { distribute, planDistribution } from '../../../src/store/distributed/distribute.ts'
import type { Connection, Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { referenceTables, workspaceTables } from '../../../src/store/nodes/tables.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { citusUrl, emptyCluster, noCluster } from '../../support/servers/citus.ts'
import { freshStore } from '../../support/stores.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

const actor = { kind: 'command', id: 'test' } as const
const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const tables = [...workspaceTables, ...referenceTables]

/** The rows of all tables, in any order. */
async function everything(connection: Connection): Promise<Map<string, unknown[]>> {
  const rows = new Map<string, unknown[]>()
  for (const name of tables) {
    const found = await connection.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    rows.set(name, found.map(({ row }) => row).sort())
  }
  return rows
}

async function exportedText(db: Database, workspaceId: string): Promise<string> {
  const pieces: string[] = []
  await exportWorkspace(db, workspaceId, async piece => void pieces.push(piece))
  return pieces.join('')
}

describe('a database without the extension (postgres)', () => {
  it('is refused with a sentence that says what to do', async () => {
    const store = await freshStore('postgres')
    try {
      const available = await store.db.query("select 1 from pg_available_extensions where name = 'citus'")
      const refusal = await planDistribution(store.db, 32).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(NoCluster)
      // The server of FLORIN_TEST_POSTGRES may have it installed.
      expect((refusal as Error).message).toMatch(
        available.length === 0
          ? /^The server has no extension citus\. Install Citus 13 or newer/
          : /^The extension citus is not in this database\. Run "create extension citus"/,
      )
    } finally {
      await store.remove()
    }
  })
})

describe.runIf(citusUrl === null)('a Citus cluster', () => {
  it.skip(noCluster)
})

describe.runIf(citusUrl !== null)('a store with data that is distributed (citus)', () => {
  let url = ''
  let remove: () => Promise<void> = async () => undefined
  let db: Database
  const files = ['one', 'two', 'three'].map(seed => randomTransactions(400, seed))

  beforeAll(async () => {
    ;({ url, remove } = await emptyCluster())
    db = await openPostgres({ url })
    await migrate(db)
    for (const file of files) await loadWorkspace(db, file, { nowMs, actor })
  })
  afterAll(async () => {
    await db?.close()
    await remove()
  })

  const foreignKeysOf = () =>
    db.query<{ name: string; text: string }>(
      `select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
       where contype = 'f' and conrelid = any($1::text[]::regclass[]) order by 1`,
      [tables],
    )
  const triggersOf = () =>
    db.query(
      `select tgname::text as name, tgrelid::regclass::text as table from pg_trigger
       where not tgisinternal and tgrelid = any($1::text[]::regclass[]) and tgname not like 'truncate_trigger_%'
       order by 2, 1`,
      [tables],
    )

  it('stays as it was if it is interrupted, and then has all its rows, keys and triggers', async () => {
    const before = await everything(db)
    const exports = await Promise.all(files.map(file => exportedText(db, file.workspace.id)))
    const [foreignKeys, triggers] = [await foreignKeysOf(), await triggersOf()]

    const planned = await planDistribution(db, 4)
    const interrupted = db.transaction(connection =>
      distribute(connection, {
        shards: 4,
        onStep: done => {
          if (done === 30) throw new Error('interrupted')
        },
      }),
    )
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(await everything(db)).toEqual(before)
    expect(await planDistribution(db, 4)).toEqual(planned)

    expect(await db.transaction(connection => distribute(connection, { shards: 4 }))).toEqual(planned)
    expect(planned).toMatchObject({ byWorkspace: workspaceTables, onEveryNode: referenceTables, shards: 4 })
    // New connections notice what the store has become.
    await db.close()
    db = await openPostgres({ url })
    expect(await everything(db)).toEqual(before)
    expect(await Promise.all(files.map(file => exportedText(db, file.workspace.id)))).toEqual(exports)
    expect(await foreignKeysOf()).toEqual(
      foreignKeys.filter(({ name }) => name !== 'links_workspace_id_fkey'),
    )
    expect(triggers).toHaveLength(13)
    expect(await triggersOf()).toEqual(triggers)
  })

  it('can be distributed again, which changes nothing', async () => {
    const before = await everything(db)
    const again = await db.transaction(connection => distribute(connection, { shards: 32 }))
    expect(again).toMatchObject({ byWorkspace: [], onEveryNode: [], foreignKeys: 0, triggers: 0, shards: 4 })
    expect(await everything(db)).toEqual(before)
  })

  it('has a workspace in shards of one node only', async () => {
    const [first] = files
    const placed = await db.query<{ nodes: number; found: number }>(
      `select count(distinct p.groupid)::int as nodes, count(*)::int as found
       from unnest($2::text[]) as t(name)
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(t.name::regclass, $1::text)`,
      [first?.workspace.id ?? '', workspaceTables],
    )
    expect(placed).toEqual([{ nodes: 1, found: workspaceTables.length }])
  })
})

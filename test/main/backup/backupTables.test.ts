/** The content of a backup, compared with the database's catalogue, so that no new table is forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { backedUpTables } from '../../../src/store/backup/catalogue.ts'
import { leftOut } from '../../../src/store/backup/leftOut.ts'
import { checksumOf, readMigrations } from '../../../src/store/engine/migrations.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { backupOf, restored } from '../../support/backups.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'

let store: TestStore
let other: TestStore

beforeAll(async () => {
  ;[store, other] = await Promise.all([freshStore('postgres'), freshStore('postgres')])
})

afterAll(async () => {
  await store?.remove()
  await other?.remove()
})

const listed = async (sql: string): Promise<string[]> =>
  (await store.db.query<{ name: string }>(sql)).map(({ name }) => name)

describe('A backup', () => {
  it('contains every table, except those left out for a stated reason', async () => {
    const held = (await backedUpTables(store.db, readMigrations())).map(({ name }) => name)
    const all = await listed(
      `select table_name::text as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const missing = all.filter(name => !held.includes(name)).sort()
    expect(missing).toEqual([...Object.keys(leftOut), 'upload_pieces'].sort())
  })

  it('contains every column of them, except generated ones', async () => {
    const held = (await backedUpTables(store.db, readMigrations())).flatMap(({ name, columns }) =>
      columns.map(column => `${name}.${column.name}`),
    )
    const all = await listed(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and is_generated = 'NEVER'`,
    )
    const skipped = [...Object.keys(leftOut), 'upload_pieces']
    const wanted = all.filter(name => !skipped.includes(name.split('.')[0] ?? ''))
    expect(held.sort()).toEqual(wanted.sort())
  })

  it('needs only rows: the schema has no sequence, view or partition, and nothing refers to a table left out', async () => {
    const others = `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 't')`
    expect(await listed(others)).toEqual([])
    const held = (await backedUpTables(store.db, readMigrations())).map(({ name }) => name)
    const references = await listed(
      `select conrelid::regclass::text || ' ' || confrelid::regclass::text as name
       from pg_constraint where contype = 'f'`,
    )
    const broken = references.filter(reference => {
      const [from = '', to = ''] = reference.split(' ')
      return held.includes(from) && !held.includes(to)
    })
    expect(broken).toEqual([])
  })

  it('contains tables and columns of later migrations, and generated values are computed again', async () => {
    const sql = `
      create table later (
        workspace_id text references workspaces, at timestamptz, value bytea, twice integer
        generated always as (length(workspace_id) * 2) stored
      );
      alter table companies add column later interval;`
    const later = { number: 9000, name: '9000_later.sql', sql, checksum: checksumOf(sql) }
    const known = [...readMigrations(), later]
    for (const { db } of [store, other]) await migrate(db, known)
    const file = smallWorkspace()
    const { id } = file.workspace
    await loadWorkspace(store.db, file, { nowMs: Date.parse('2026-06-01T12:00:00Z'), actor })
    await store.db.query(`insert into later values ($1, '2026-01-01 02:00+02', '\\x00ff')`, [id])
    await store.db.script(`update companies set later = '1 mon -2 days 03:04:05.678'`)
    await restored(other.db, await backupOf(store.db, known), known)
    const read = 'select at, encode(value, $1) as value, twice from later'
    expect(await other.db.query(read, ['hex'])).toEqual([
      { at: '2026-01-01T00:00:00.000Z', value: '00ff', twice: id.length * 2 },
    ])
    expect(await other.db.query('select later::text as later from companies')).toEqual([
      { later: '1 mon -2 days +03:04:05.678' },
    ])
  })
})

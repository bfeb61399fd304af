/** Tables of other programs in the same schema: a backup leaves them out, and a restore does not change them. */
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { tablesMadeBy } from '../../../src/store/engine/ownTables.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { backupOf, contentOf, restored } from '../../support/backups.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const opened: TestStore[] = []

async function opening(store: Promise<TestStore>): Promise<TestStore['db']> {
  opened.push(await store)
  return (await store).db
}

let backup: Buffer

beforeAll(async () => {
  const source = await freshStore('postgres')
  await loadWorkspace(source.db, smallWorkspace(), { nowMs, actor })
  backup = await backupOf(source.db)
  await source.remove()
})

afterEach(async () => {
  for (const store of opened.splice(0)) await store.remove()
})

/** Two tables that refer to each other, so that they have no order, and a trigger that a restore must not disable. */
const shop = `
  create table customers (id integer primary key, newest_order integer);
  create table orders (id integer primary key, customer integer references customers on delete cascade);
  alter table customers add foreign key (newest_order) references orders;
  create function keep_orders() returns trigger language plpgsql as 'begin raise exception ''kept''; end';
  create trigger keep_orders before delete on orders for each row execute function keep_orders();
  insert into customers values (1, null);
  insert into orders values (7, 1);
  update customers set newest_order = 7;`

const shopRows = `
  select (select json_agg(c) from customers c)::text as customers, (select json_agg(o) from orders o)::text as orders,
    (select tgenabled from pg_trigger where tgname = 'keep_orders')::text as trigger`

describe('Tables of another program', () => {
  it.each([
    ['that Florin has not used yet', () => freshDatabase('template1')],
    ['that Florin was started on', () => freshStore('postgres')],
  ])('survive a restore into a database %s', async (_, target) => {
    const db = await opening(target())
    await db.script(shop)
    const before = await db.query(shopRows)
    const { tables } = await restored(db, backup)
    expect(tables).toBeGreaterThan(10)
    expect(await db.query(shopRows)).toEqual(before)
    expect(await db.query('select from workspaces')).toHaveLength(1)
  })

  it('are not in a backup, which restores into an empty database', async () => {
    const [source, target] = [
      await opening(freshStore('postgres')),
      await opening(freshDatabase('template1')),
    ]
    await loadWorkspace(source, smallWorkspace(), { nowMs, actor })
    await source.script(shop)
    const backup = await backupOf(source)
    expect(gunzipSync(backup).toString('utf8')).not.toMatch(/"table":"(customers|orders)"/)
    await restored(target, backup)
    expect(await target.query(`select to_regclass('orders')::text as orders`)).toEqual([{ orders: null }])
    await source.script('drop table customers, orders cascade')
    expect(await contentOf(target)).toEqual(await contentOf(source))
  })

  it('with a name that Florin needs stop a restore in one line, and keep their rows', async () => {
    const db = await opening(freshDatabase('template1'))
    await db.script('create table users (id integer); insert into users values (1)')
    await expect(restored(db, backup)).rejects.toThrow(
      /^The database already has objects with names that Florin needs \(users\)\. Restore into an empty database\.$/,
    )
    expect(await db.query('select id from users')).toEqual([{ id: 1 }])
  })
})

describe('A restore', () => {
  it('refuses a store without workspaces that has a row anywhere, and keeps the row', async () => {
    const db = await opening(freshStore('postgres'))
    await db.script(`
      alter table categories drop constraint categories_workspace_id_fkey;
      insert into categories (workspace_id, id, name, slug, is_system, created_at, changed_at)
      values ('wsp', 'cat', 'Kept', 'kept', false, '2026-01-01', '2026-01-01')`)
    await expect(restored(db, backup)).rejects.toThrow(/^The store is not empty \(categories has rows\)/)
    expect(await db.query('select name from categories')).toEqual([{ name: 'Kept' }])
  })
})

describe("Florin's own tables", () => {
  it('are known by name after each migration', async () => {
    const db = await opening(freshDatabase('template1'))
    const migrations = readMigrations()
    for (const index of migrations.keys()) {
      const applied = migrations.slice(0, index + 1)
      await migrate(db, applied)
      const tables = await db.query<{ name: string }>(
        `select table_name::text as name from information_schema.tables where table_schema = 'public'`,
      )
      expect(tablesMadeBy(applied).sort()).toEqual(tables.map(({ name }) => name).sort())
    }
  })
})

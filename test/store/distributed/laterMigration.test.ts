/**
 * A migration that comes after the store was distributed. It is made up, has one of each kind of statement, and must
 * give the same rows on a cluster as on one PostgreSQL.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { distribute } from '../../../src/store/distributed/distribute.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { checksumOf, type Migration, readMigrations } from '../../../src/store/engine/migrations.ts'
import { allTables, type TableLists } from '../../../src/store/nodes/tables.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { citusUrl, noCluster } from '../../support/servers/citus.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

const actor = { kind: 'command', id: 'test' } as const
const startMs = Date.parse('2026-06-01T12:00:00.000Z')
const files = ['north', 'south', 'east'].map(seed => randomTransactions(60, seed))
const later = ['west', 'center'].map(seed => randomTransactions(40, seed))

const made = (number: number, sql: string): Migration => ({
  number,
  name: `${number}_made_up.sql`,
  sql,
  checksum: checksumOf(sql),
})

const lists: TableLists = {
  byWorkspace: [...allTables.byWorkspace, 'colour_counts', 'late_notes'],
  onEveryNode: [...allTables.onEveryNode, 'colours'],
  onCoordinator: [...allTables.onCoordinator, 'colour_marks'],
}

const migrations = [
  ...readMigrations(),
  made(
    9001,
    `-- A column; what is in it for old rows; an index.
     alter table transactions add column colour text collate "C";
     alter table transactions add constraint transactions_colour check (colour <> '; --');
     update transactions t set colour = case when exists (
       select from accounts a where a.workspace_id = t.workspace_id and a.id = t.account_id
     ) and t.side = 'debit' then 'red' else 'blue' end;
     create index transactions_by_colour on transactions (workspace_id, colour, id) where colour is not null;

     /* Tables of each kind, with foreign keys. */
     create table colours (name text collate "C" primary key, shown text not null);
     insert into colours values ('red', 'Red; or so'), ('blue', 'Blue');
     create table colour_marks (at timestamptz primary key);
     create table colour_counts (
       workspace_id text collate "C" not null references workspaces,
       account_id text collate "C" not null,
       colour text collate "C" not null references colours,
       rows bigint not null,
       primary key (workspace_id, account_id, colour),
       foreign key (workspace_id, account_id) references accounts on delete cascade
     );
     with counted as (
       select workspace_id, account_id, colour, count(*) as rows from transactions group by 1, 2, 3
     )
     insert into colour_counts select * from counted;

     create function note_colours() returns trigger language plpgsql as $$
     begin
       with counted as (
         select workspace_id, account_id, coalesce(colour, 'blue') as colour, count(*) as rows
         from written group by 1, 2, 3
       )
       insert into colour_counts as noted (workspace_id, account_id, colour, rows)
       select workspace_id, account_id, colour, rows from counted
       on conflict (workspace_id, account_id, colour) do update set rows = noted.rows + excluded.rows;
       return null;
     end
     $$;
     create trigger colours_of_inserted after insert on transactions
       referencing new table as written for each statement execute function note_colours();`,
  ),
  // On rows and tables of the first one.
  made(
    9002,
    `update transactions set colour = 'blue' where colour = 'red' and right(id, 1) < '4';
     alter table colours add column rank integer not null default 7`,
  ),
]

describe.runIf(citusUrl === null)('a later migration on a Citus cluster', () => {
  it.skip(noCluster)
})

describe.runIf(citusUrl !== null)('a later migration on a distributed store (citus)', () => {
  const stores: TestStore[] = []
  let plain: Database
  let spread: Database

  beforeAll(async () => {
    for (const name of ['postgres', 'citus'] as const) stores.push(await freshStore(name))
    ;[plain, spread] = stores.map(({ db }) => db) as [Database, Database]
    for (const db of [plain, spread]) {
      for (const file of files) await loadWorkspace(db, file, { nowMs: startMs, actor })
    }
  })
  afterAll(async () => {
    for (const store of stores) await store.remove()
  })

  const rowsOf = async (db: Database) => ({
    transactions: await db.query('select workspace_id, id, colour from transactions order by 1, 2'),
    counts: await db.query('select * from colour_counts order by 1, 2, 3'),
    colours: await db.query('select * from colours order by 1'),
  })

  it('which cannot run is refused with a sentence that says what to do, and changes nothing', async () => {
    const wrong = made(
      9000,
      'alter table bills add column colour text;\nalter table bills alter column workspace_id type varchar;',
    )
    const refused = await migrate(spread, [...readMigrations(), wrong]).catch((error: unknown) => error)
    expect(String(refused)).toMatch(
      /^SchemaMismatch: The migration 9000_made_up\.sql cannot run on a distributed store \(.+\)\. Nothing was changed\. Back/,
    )
    const unlisted = migrate(spread, [...readMigrations(), made(9000, 'create table unlisted (id text)')])
    await expect(unlisted).rejects.toThrow(/unlisted is in none of the lists/)
    const columns = `select from information_schema.columns where table_name in ('bills', 'unlisted') and column_name = 'colour'`
    expect(await spread.query(columns)).toEqual([])
    expect(await spread.query('select from migrations where number > 8000')).toEqual([])
  })

  it('gives the same rows, keys, index and trigger as on one PostgreSQL', async () => {
    for (const db of [plain, spread]) {
      const { applied } = await migrate(db, migrations, lists)
      expect(applied).toEqual(['9001_made_up.sql', '9002_made_up.sql'])
      for (const file of later) await loadWorkspace(db, file, { nowMs: startMs + 60_000, actor })
    }
    const [onOne, onNodes] = [await rowsOf(plain), await rowsOf(spread)]
    expect(onOne.counts.length).toBeGreaterThan(10)
    expect(onNodes).toEqual(onOne)
    const keys = `select conname::text, pg_get_constraintdef(oid) as text from pg_constraint
      where contype <> 'n' and conrelid = any($1::text[]::regclass[]) order by 1`
    const tables = [['colours', 'colour_counts', 'colour_marks']]
    expect(await spread.query(keys, tables)).toEqual(await plain.query(keys, tables))
    const unknown = spread.query(`update colour_counts set colour = colour || rows where workspace_id = $1`, [
      files[0]?.workspace.id ?? null,
    ])
    await expect(unknown).rejects.toThrow(/colour_counts_colour_fkey/)
  })

  it('leaves tables where their lists say, and a second run has nothing to do', async () => {
    const kinds = await spread.query<{ name: string; kind: string }>(
      `select table_name::text as name, citus_table_type as kind from citus_tables where table_name::text like 'colour%' order by 1`,
    )
    expect(kinds).toEqual([
      { name: 'colour_counts', kind: 'distributed' },
      { name: 'colours', kind: 'reference' },
    ])
    expect((await migrate(spread, migrations, lists)).applied).toEqual([])
  })

  it('that left a table on the coordinator is completed by distributing again', async () => {
    await spread.script(`
      create table late_notes (workspace_id text collate "C" not null, id text not null, primary key (workspace_id, id));
      insert into late_notes select workspace_id, 'n' from workspaces;`)
    const done = await spread.transaction(connection => distribute(connection, {}, migrations, lists))
    expect(done).toMatchObject({ byWorkspace: ['late_notes'], onEveryNode: [], shards: 4 })
    expect(await spread.query('select from late_notes')).toHaveLength(files.length + later.length)
    const before = await rowsOf(spread)
    const again = randomTransactions(10, 'again')
    for (const db of [plain, spread]) await loadWorkspace(db, again, { nowMs: startMs + 120_000, actor })
    expect(await rowsOf(spread)).toEqual(await rowsOf(plain))
    expect(await rowsOf(spread)).not.toEqual(before)
  })
})

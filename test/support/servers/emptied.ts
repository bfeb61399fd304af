/**
 * Reuses embedded stores: creating one takes a second of CPU time, emptying one a few hundredths. A reused store looks
 * like a new one, or it is not reused: its tables are empty, and its schema, its settings and what migrations wrote
 * are unchanged.
 */
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../../src/store/engine/embedded.ts'

/** As many as most files have open at once. */
const idleMax = 2
/** An engine keeps a limited number of prepared statements, and a store near that limit is not like a new one. */
const preparedMax = 250

interface Kept {
  store: EmbeddedDatabase
  /** What it was like when it was new. */
  shape: string
}

const idle: Kept[] = []

/** A store that is like a new one; closing it returns it for reuse. */
export async function emptyEmbedded(): Promise<Database> {
  const kept = idle.pop() ?? (await newlyOpened())
  let open = true
  const whileOpen = <Arguments extends unknown[], Result>(
    work: (...given: Arguments) => Promise<Result>,
  ): ((...given: Arguments) => Promise<Result>) => {
    return async (...given) => {
      // Work that the last user left running must not reach the next one.
      if (!open) throw new StoreUnavailable('The embedded store is closed.')
      return await work(...given)
    }
  }
  return {
    engine: 'embedded',
    query: whileOpen(kept.store.query) as Database['query'],
    read: whileOpen(kept.store.read) as Database['read'],
    script: whileOpen(kept.store.script),
    transaction: whileOpen(kept.store.transaction) as Database['transaction'],
    check: whileOpen(kept.store.check),
    stats: () => kept.store.stats(),
    async close() {
      if (!open) return
      open = false
      if (idle.length < idleMax && (await emptied(kept))) idle.push(kept)
      else await kept.store.close()
    },
  }
}

async function newlyOpened(): Promise<Kept> {
  const store = await openEmbedded({ from: new Blob([readFileSync(inject('embeddedArchive'))]) })
  return { store, shape: await shapeOf(store) }
}

/** Whether the store is now like a new one. */
async function emptied({ store, shape }: Kept): Promise<boolean> {
  const [prepared] = await store.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  )
  if (prepared === undefined || prepared.count > preparedMax) return false
  // In a transaction that was left open, all of this would be rolled back.
  await store.script('rollback')
  // It would analyse the tables of the next user.
  await store.upkept()
  await store.script(emptyEveryTable)
  await store.script(forgetStatistics)
  return (await shapeOf(store)) === shape
}

/** One truncate for all written tables, because their keys refer to each other. */
const emptyEveryTable = `
  do $$
  declare tables text := (
    select string_agg(oid::regclass::text, ', ') from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and (pg_relation_size(oid) > 0 or reltuples >= 0)
  );
  begin
    if tables is not null then
      execute 'truncate ' || tables || ' restart identity cascade';
    end if;
  end $$
`

/** The store analyses tables that have grown, and counts their changes for that. Own tables have numbers from 16384. */
const forgetStatistics = 'delete from pg_statistic where starelid >= 16384; select pg_stat_reset()'

/** Everything that a test could change and that emptying the tables does not undo. */
async function shapeOf(store: EmbeddedDatabase): Promise<string> {
  const [row] = await store.query<{ shape: string }>(shapeQuery)
  return row?.shape ?? ''
}

const shapeQuery = `
  select md5(concat_ws('|',
    (select string_agg(concat_ws(' ', oid, relname, relkind, relnatts, relchecks, relhasrules, relpersistence,
       case relkind when 'r' then reltuples end,
       array_to_string(reloptions, ',')), ';' order by oid)
     from pg_class where relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)),
    (select string_agg(concat_ws(' ', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attisdropped,
       atthasdef), ';' order by attrelid, attnum)
     from pg_attribute where attrelid >= 16384 and attnum > 0),
    (select string_agg(concat_ws(' ', oid, conname, convalidated), ';' order by oid) from pg_constraint where oid >= 16384),
    (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ';' order by oid) from pg_trigger),
    (select string_agg(concat_ws(' ', oid, md5(prosrc)), ';' order by oid) from pg_proc where oid >= 16384),
    (select string_agg(indexrelid || ' ' || indisvalid, ';' order by indexrelid) from pg_index where indexrelid >= 16384),
    (select string_agg(concat_ws(' ', starelid, staattnum), ';' order by starelid, staattnum) from pg_statistic),
    (select string_agg(name || '=' || setting, ';' order by name) from pg_settings where source <> 'default'),
    (select string_agg(migrations::text, ';' order by number) from migrations)
  )) as shape
`

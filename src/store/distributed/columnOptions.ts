/**
 * Migrations say of some columns how many different values the planner is to expect (`n_distinct`). Citus keeps that on the
 * coordinator, where no rows are, and does not tell it to the nodes, which plan the queries. So `florin distribute` tells them.
 * A shard that moves loses it, and a migration may bring more, so each service tells them again when it starts.
 */
import type { Connection } from '../engine/door.ts'
import { allTables, type TableLists } from '../nodes/tables.ts'
import { onEachShardGroup } from './shardGroups.ts'

/** Citus refuses such a statement for a distributed table. */
export const setsColumnOptions = (statement: string): boolean =>
  /^alter table \w+\s+alter column \w+ set \(n_distinct/i.test(statement)

/** For the coordinator's own copy, from which the shards get it. */
export async function setOnCoordinator(connection: Connection, statement: string): Promise<void> {
  await connection.script(`
    set local citus.enable_ddl_propagation = off;
    ${statement};
    set local citus.enable_ddl_propagation = on;
    ${optionsOnShard}`)
}

/** They take effect with the next ANALYZE. Empty shards are left alone, as by the migration that brought the first of these. */
export const optionsOnShard = `
create or replace function expect_distinct(shard text, names text[], numbers text[]) returns void language plpgsql as $$
declare
  missing text;
begin
  select string_agg(format('alter column %I set (n_distinct = %s)', o.name, o.number), ', ') into missing
  from unnest(names, numbers) as o (name, number)
  join pg_attribute a on a.attrelid = shard::regclass and a.attname = o.name
  where (('n_distinct=' || o.number) = any(a.attoptions)) is not true;
  if missing is null then return; end if;
  execute format('alter table %I %s', shard, missing);
  if (select c.reltuples > 0 from pg_class c where c.oid = shard::regclass) then
    execute format('analyze %I', shard);
  end if;
end
$$;`

/** Gives the coordinator's options to all shards that do not have them. */
export async function copyColumnOptions(
  connection: Connection,
  lists: TableLists = allTables,
): Promise<void> {
  const tables = await connection.query<{ name: string; columns: string[]; numbers: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
       array_agg(split_part(o.text, '=', 2) order by a.attnum) as numbers
     from pg_class c join pg_attribute a on a.attrelid = c.oid, unnest(a.attoptions) as o (text)
     where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace and o.text like 'n\\_distinct=%'
     group by 1 order by 1`,
    [lists.byWorkspace],
  )
  if (tables.length === 0) return
  const calls = tables.map(
    ({ name, columns, numbers }) =>
      `expect_distinct('{{${name}}}', '{${columns.join()}}', '{${numbers.join()}}')`,
  )
  await onEachShardGroup(connection, `select ${calls.join(', ')}`, lists)
}

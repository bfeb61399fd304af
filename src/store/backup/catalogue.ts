/**
 * Finds Florin's tables and their columns. Table names come from the migrations, the rest from the database's catalogue,
 * so later migrations need no change here. Other programs' tables in the same schema are never read or changed.
 */
import type { Connection } from '../engine/door.ts'
import type { Migration } from '../engine/migrations.ts'
import { tablesMadeBy } from '../engine/ownTables.ts'
import { leftOut } from './leftOut.ts'

export interface CatalogueTable {
  name: string
  /** Without generated columns, which the database computes again. */
  columns: readonly CatalogueColumn[]
  hasTriggers: boolean
}

export interface CatalogueColumn {
  name: string
  /** In SQL notation. */
  type: string
}

interface CatalogueRow extends CatalogueTable {
  /** Tables it references. */
  refersTo: string[]
  /** Tables it references with ON DELETE CASCADE. */
  partOf: string[]
}

/** All tables to back up, each after those it references. `migrations` are the ones applied to this store. */
export async function backedUpTables(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<CatalogueTable[]> {
  const tables = await connection.query<CatalogueRow>(catalogueSql, [tablesMadeBy(migrations)])
  const skipped = skippedTables(tables)
  return sorted(tables.filter(({ name }) => !skipped.has(name))).map(({ name, columns, hasTriggers }) => ({
    name,
    columns,
    hasTriggers,
  }))
}

const catalogueSql = `
  select c.relname as name,
    (
      select json_agg(
        json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum
      )
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
    array(
      select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.relname = any ($1::text[])
    ) as "refersTo",
    array(
      select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c'
    ) as "partOf"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind = 'r' and c.relname = any ($1::text[])
  order by c.relname`

function skippedTables(tables: readonly CatalogueRow[]): Set<string> {
  const skipped = new Set(Object.keys(leftOut))
  for (let before = -1; before !== skipped.size; ) {
    before = skipped.size
    for (const { name, partOf } of tables) if (partOf.some(each => skipped.has(each))) skipped.add(name)
  }
  return skipped
}

/** Sorts each table after those it references; throws if they reference each other. */
function sorted(tables: readonly CatalogueRow[]): CatalogueRow[] {
  const done = new Set<string>()
  const order: CatalogueRow[] = []
  while (order.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every(each => done.has(each)),
    )
    if (next.length === 0) {
      const stuck = tables.filter(({ name }) => !done.has(name)).map(({ name }) => name)
      throw new Error(`The foreign keys of these tables form a cycle: ${stuck.join(', ')}.`)
    }
    for (const table of next) done.add(table.name)
    order.push(...next)
  }
  return order
}

/** Which of these names are already used by a table, view or index in the schema. */
export async function takenNames(connection: Connection, names: readonly string[]): Promise<string[]> {
  const taken = await connection.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relname = any ($1::text[]) order by c.relname`,
    [names],
  )
  return taken.map(({ name }) => name)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Which tables and columns of Florin there are. The migrations name the tables and the database's own catalogue has the
 * rest, so a table or column of a later migration is backed up without a change here. Tables of other programs in the
 * same schema are neither read nor touched.
 */
import type { Connection } from '../engine/door.ts'
import type { Migration } from '../engine/migrate.ts'
import { tablesMadeBy } from '../engine/ownTables.ts'
import { leftOut } from './leftOut.ts'

export interface CatalogueTable {
  name: string
  /** Without generated columns: the database computes those again. */
  columns: readonly CatalogueColumn[]
  hasTriggers: boolean
}

export interface CatalogueColumn {
  name: string
  /** As SQL writes it. */
  type: string
}

interface CatalogueRow extends CatalogueTable {
  /** Tables that its foreign keys point to. */
  refersTo: string[]
  /** Tables it references with ON DELETE CASCADE. */
  partOf: string[]
}

/** Every table that is backed up, each after those that it refers to. `migrations` are those that made the store. */
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

/** Fails where there is no order, as with two tables that refer to each other. */
function sorted(tables: readonly CatalogueRow[]): CatalogueRow[] {
  const done = new Set<string>()
  const order: CatalogueRow[] = []
  while (order.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every(each => done.has(each)),
    )
    if (next.length === 0) {
      const stuck = tables.filter(({ name }) => !done.has(name)).map(({ name }) => name)
      throw new Error(`These tables cannot be put into an order by their foreign keys: ${stuck.join(', ')}.`)
    }
    for (const table of next) done.add(table.name)
    order.push(...next)
  }
  return order
}

/** Those of the given names that the schema has a table, view or index of. */
export async function takenNames(connection: Connection, names: readonly string[]): Promise<string[]> {
  const taken = await connection.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relname = any ($1::text[]) order by c.relname`,
    [names],
  )
  return taken.map(({ name }) => name)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

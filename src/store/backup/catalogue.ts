/**
 * Which tables and columns there are, from the database's own catalogue, so that a table or column of a later migration
 * is backed up without a change here.
 */
import type { Session } from '../door.ts'
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
  /** Those of them whose rows take its rows along when they are deleted. */
  partOf: string[]
}

/** Every table that is backed up, each after those that it refers to. */
export async function backedUpTables(session: Session): Promise<CatalogueTable[]> {
  const tables = await session.query<CatalogueRow>(catalogueSql)
  const skipped = skippedTables(tables)
  return sorted(tables.filter(({ name }) => !skipped.has(name))).map(({ name, columns, hasTriggers }) => ({
    name,
    columns,
    hasTriggers,
  }))
}

/** Tables of extensions belong to whoever installed those. */
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
      where k.conrelid = c.oid and k.contype = 'f'
    ) as "refersTo",
    array(
      select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c'
    ) as "partOf"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind = 'r' and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
  )
  order by c.relname`

function skippedTables(tables: readonly CatalogueRow[]): Set<string> {
  const skipped = new Set(Object.keys(leftOut))
  for (let before = -1; before !== skipped.size; ) {
    before = skipped.size
    for (const { name, partOf } of tables) if (partOf.some(each => skipped.has(each))) skipped.add(name)
  }
  return skipped
}

/** Fails where there is no order, as with two tables that refer to each other: then restoring needs another way. */
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

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Fills a table before its indexes are created, which takes a fraction of the time. Indexes and foreign keys
 * are then restored as the schema defines them, so the real schema is measured.
 */
import type { Database } from '../../src/store/engine/door.ts'

interface Definition {
  name: string
  drop: string
  create: string
}

export async function withoutIndexes(db: Database, table: string, work: () => Promise<void>): Promise<void> {
  const foreignKeys = await db.query<Definition>(
    `select conname as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where conrelid = $1::text::regclass and contype = 'f'`,
    [table],
  )
  // An index that backs a constraint, such as the primary key, stays: others may refer to it.
  const indexes = await db.query<Definition>(
    `select c.relname as name, format('drop index %I', c.relname) as drop, pg_get_indexdef(c.oid) as create
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::text::regclass
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  const definitions = [...foreignKeys, ...indexes]
  for (const { drop } of definitions) await db.script(drop)
  await work()
  for (const { create } of definitions.reverse()) await db.script(create)
}

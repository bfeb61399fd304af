/**
 * The migrations of this version and those that a store has. They are plain SQL files, forward only. Each is recorded
 * with a checksum, to detect edited migrations and stores from a newer version.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { isDistributedSql } from '../../postgres/settings.ts'
import type { Connection } from './door.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/** The store's schema does not fit this version. Retrying will not help. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

export interface RecordedMigration {
  number: number
  name: string
  checksum: string
}

/** The migrations applied to the store; empty for a new database. Throws if this version does not know one of them. */
export async function schemaOf(
  connection: Connection,
  known: readonly Migration[] = readMigrations(),
): Promise<RecordedMigration[]> {
  const [found] = await connection.query("select from pg_class where oid = to_regclass('migrations')")
  if (found === undefined) return []
  const done = await listMigrations(connection)
  pendingMigrations(done, known)
  return done
}

export function readMigrations(): Migration[] {
  const folder = new URL('../migrations/', import.meta.url)
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number: Number.parseInt(name, 10), name, sql, checksum: checksumOf(sql) }
    })
}

export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

/** The migrations applied to the store. Makes the table for them in a new database. */
export async function recordedMigrations(connection: Connection): Promise<RecordedMigration[]> {
  await requireNoWorker(connection)
  await connection.query(
    `create table if not exists migrations (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz(3) not null default now()
     )`,
  )
  return await listMigrations(connection)
}

/** A worker of a distributed store has its tables, but not the list of migrations. */
async function requireNoWorker(connection: Connection): Promise<void> {
  const [found] = await connection.query(
    `select 1 as one where to_regclass('migrations') is null and ${isDistributedSql}`,
  )
  if (found === undefined) return
  throw new SchemaMismatch('DATABASE_URL names a worker of a Citus cluster. Name the coordinator.')
}

export const listMigrations = (connection: Connection): Promise<RecordedMigration[]> =>
  connection.query<RecordedMigration>('select number, name, checksum from migrations order by number')

/** The migrations that still have to be applied. Throws if the store has one that is not in `known`. */
export function pendingMigrations(
  done: readonly RecordedMigration[],
  known: readonly Migration[],
): Migration[] {
  const newest = known.at(-1)?.number ?? 0
  for (const recorded of done) {
    const migration = known.find(({ number }) => number === recorded.number)
    if (migration?.checksum === recorded.checksum) continue
    throw new SchemaMismatch(
      recorded.number > newest
        ? `The store was made by a newer version of Florin (it has ${recorded.name}). Start that version, or a newer one.`
        : `The migration ${recorded.name} has changed since it was applied to this store. Restore the released file.`,
    )
  }
  return known.filter(({ number }) => !done.some(recorded => recorded.number === number))
}

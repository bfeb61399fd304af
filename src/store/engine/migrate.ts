/**
 * Brings a store's schema up to date. Migrations are plain SQL files, forward only, in the order of their numbers;
 * each is recorded with a checksum, so that an edited one and a store from a newer version are noticed.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Connection, Database } from './door.ts'
import { lockAlone, withoutTimeouts } from './locks.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

export interface MigrationResult {
  applied: string[]
  version: number
}

export interface RecordedMigration {
  number: number
  name: string
  checksum: string
}

/** The store cannot be used as it is, and waiting will not help. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

export async function migrate(db: Database, migrations = readMigrations()): Promise<MigrationResult> {
  return await db.transaction(connection => migrateIn(connection, migrations))
}

/** The same, for a caller that has something else to do in the transaction. */
export async function migrateIn(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<MigrationResult> {
  // Waiting for another process, or building an index over years of data, may take as long as it takes.
  await withoutTimeouts(connection)
  await lockAlone(connection, 'migration')
  const done = await recordedMigrations(connection)
  const pending = pendingMigrations(done, migrations)
  for (const migration of pending) {
    await connection.script(migration.sql)
    await connection.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
  }
  return { applied: pending.map(({ name }) => name), version: migrations.at(-1)?.number ?? 0 }
}

/** What made the store as it is; empty where nothing has yet. Fails where this version does not know it. */
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

async function recordedMigrations(connection: Connection): Promise<RecordedMigration[]> {
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

export const listMigrations = (connection: Connection): Promise<RecordedMigration[]> =>
  connection.query<RecordedMigration>('select number, name, checksum from migrations order by number')

/** Those that are still to be applied. Throws where the store has one that is not known here. */
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
        : `The migration ${recorded.name} is not the one that made this store. Restore the file as it was released.`,
    )
  }
  return known.filter(({ number }) => !done.some(recorded => recorded.number === number))
}

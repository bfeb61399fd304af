/** Brings a store's schema up to date: applies the migrations that it does not have, in the order of their numbers. */
import { migrateNodes } from '../distributed/migrateNodes.ts'
import { prepareWholeTables } from '../distributed/wholeTables.ts'
import type { Connection, Database } from '../engine/door.ts'
import { lockExclusively, withoutTimeouts } from '../engine/locks.ts'
import {
  type Migration,
  pendingMigrations,
  readMigrations,
  recordedMigrations,
} from '../engine/migrations.ts'
import type { TableLists } from '../nodes/tables.ts'

export interface MigrationResult {
  applied: string[]
  version: number
}

/** Tests pass other migrations, and where a distributed store keeps their tables. */
export async function migrate(
  db: Database,
  migrations: readonly Migration[] = readMigrations(),
  lists?: TableLists,
): Promise<MigrationResult> {
  return await db.transaction(connection => migrateIn(connection, migrations, lists))
}

/** The same within the caller's transaction. */
export async function migrateIn(
  connection: Connection,
  migrations: readonly Migration[],
  lists?: TableLists,
): Promise<MigrationResult> {
  // Waiting for another process or building an index over years of data can take long.
  await withoutTimeouts(connection)
  await lockExclusively(connection, 'migration')
  const done = await recordedMigrations(connection)
  const pending = pendingMigrations(done, migrations)
  if (pending.length > 0) await prepareWholeTables(connection)
  for (const migration of pending) {
    if (connection.nodeOf === undefined) await connection.script(migration.sql)
    else await migrateNodes(connection, migration, migrations.slice(0, migrations.indexOf(migration)), lists)
    await connection.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
  }
  return { applied: pending.map(({ name }) => name), version: migrations.at(-1)?.number ?? 0 }
}

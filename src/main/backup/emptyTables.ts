/**
 * Creates the tables for a restore, or checks that they exist and are empty. Tables of other programs in the same
 * database are not touched.
 */
import { backedUpTables, type CatalogueTable, takenNames } from '../../store/backup/catalogue.ts'
import { clearTables, filledTables, isUnused, keepUnused } from '../../store/backup/writeRows.ts'
import type { Connection } from '../../store/engine/door.ts'
import { type Migration, schemaOf } from '../../store/engine/migrations.ts'
import { tablesMadeBy } from '../../store/engine/ownTables.ts'
import { migrateIn } from '../../store/schema/migrate.ts'
import { Failure } from '../failure.ts'
import type { BackupReader } from './reader.ts'

/**
 * The migrations that created the backup's tables. This version must have the same ones. If it has not, the backup is read
 * to its end first: a damaged one is reported as damaged.
 */
export async function migrationsOf(reader: BackupReader, known: readonly Migration[]): Promise<Migration[]> {
  const { florin, migrations } = await reader.header()
  const same: Migration[] = []
  for (const { number, name, checksum } of migrations) {
    const migration = known.find(each => each.number === number)
    if (migration?.checksum === checksum) {
      same.push(migration)
      continue
    }
    for await (const _ of reader.parts());
    throw new Failure(
      migration === undefined
        ? `The backup was made by Florin ${florin}, which is newer than this version (it has ${name}). Restore it with that version or a newer one.`
        : `Migration ${name} differs from the one that the backup was made with. Restore it with Florin ${florin}.`,
    )
  }
  return same
}

/** Returns the tables to fill, all empty. Never deletes existing rows. */
export async function makeTables(
  connection: Connection,
  migrations: readonly Migration[],
  known: readonly Migration[],
): Promise<CatalogueTable[]> {
  const present = await schemaOf(connection, known)
  if (present.length === 0) {
    await requireFreeNames(connection, migrations)
    await migrateIn(connection, migrations)
    const tables = await backedUpTables(connection, migrations)
    await clearTables(connection, tables)
    return tables
  }
  await keepUnused(connection)
  await requireUnused(connection)
  if (present.length !== migrations.length) {
    throw new Failure(
      `The backup has schema ${migrations.at(-1)?.number}, but the store has schema ${present.at(-1)?.number}. Restore into a database that Florin has not used yet; the schema is migrated there.`,
    )
  }
  const tables = await backedUpTables(connection, migrations)
  const filled = await filledTables(connection, tables)
  if (filled.length === 0) return tables
  throw new Failure(
    `The store is not empty (${filled.join(', ')} has rows), but restore needs an empty one. Nothing was restored.`,
    'refused',
  )
}

async function requireFreeNames(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  const taken = await takenNames(connection, tablesMadeBy(migrations))
  if (taken.length === 0) return
  throw new Failure(
    `The database already has objects with names that Florin needs (${taken.join(', ')}). Restore into an empty database.`,
    'refused',
  )
}

export async function requireUnused(connection: Connection): Promise<void> {
  if (await isUnused(connection)) return
  throw new Failure(
    'The store is not empty, but restore needs an empty one. Set DATABASE_URL or FLORIN_DATA_DIR to an empty store.',
    'refused',
  )
}

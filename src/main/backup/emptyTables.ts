/**
 * Makes the tables that a backup is restored into, or finds that they are there and empty. The database may be in use
 * by other programs: their tables stay as they are.
 */
import { backedUpTables, type CatalogueTable, takenNames } from '../../store/backup/catalogue.ts'
import { clearTables, filledTables, isUnused, keepUnused } from '../../store/backup/writeRows.ts'
import type { Session } from '../../store/engine/door.ts'
import { type Migration, migrateIn, schemaOf } from '../../store/engine/migrate.ts'
import { tablesMadeBy } from '../../store/engine/ownTables.ts'
import { Failure } from '../failure.ts'
import type { Header } from './format.ts'

/** The migrations that made the tables of the backup. This version must have the same ones. */
export function migrationsOf({ florin, migrations }: Header, known: readonly Migration[]): Migration[] {
  return migrations.map(({ number, name, checksum }) => {
    const migration = known.find(each => each.number === number)
    if (migration?.checksum === checksum) return migration
    throw new Failure(
      migration === undefined
        ? `The backup was made by Florin ${florin}, which is newer than this one (it has ${name}). Restore it with that version, or a newer one.`
        : `The migration ${name} is not the one by which the backup was made. Restore it with Florin ${florin}.`,
    )
  })
}

/** Gives the tables to fill, all of them empty. A row that was there before is never deleted. */
export async function makeTables(
  session: Session,
  migrations: readonly Migration[],
  known: readonly Migration[],
): Promise<CatalogueTable[]> {
  const present = await schemaOf(session, known)
  if (present.length === 0) {
    await requireFreeNames(session, migrations)
    await migrateIn(session, migrations)
    const tables = await backedUpTables(session, migrations)
    await clearTables(session, tables)
    return tables
  }
  await keepUnused(session)
  await requireUnused(session)
  if (present.length !== migrations.length) {
    throw new Failure(
      `The backup has schema ${migrations.at(-1)?.number}, and the store has schema ${present.at(-1)?.number}. Restore into a database that Florin has not used yet; the schema is brought up to date there.`,
    )
  }
  const tables = await backedUpTables(session, migrations)
  const filled = await filledTables(session, tables)
  if (filled.length === 0) return tables
  throw new Failure(
    `The store is not empty (${filled.join(', ')} has rows), and restore needs an empty one. Nothing was restored.`,
  )
}

async function requireFreeNames(session: Session, migrations: readonly Migration[]): Promise<void> {
  const taken = await takenNames(session, tablesMadeBy(migrations))
  if (taken.length === 0) return
  throw new Failure(
    `The database has something else by a name that Florin needs (${taken.join(', ')}). Restore into an empty database.`,
  )
}

export async function requireUnused(session: Session): Promise<void> {
  if (await isUnused(session)) return
  throw new Failure(
    'The store is not empty, and restore needs an empty one. Set DATABASE_URL or FLORIN_DATA_DIR to an empty store.',
  )
}

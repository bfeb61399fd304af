/** Opens the configured store, with its schema up to date; says in one line why it cannot. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { Database } from '../store/engine/door.ts'
import { openEmbedded } from '../store/engine/embedded.ts'
import { ping } from '../store/engine/locks.ts'
import { type MigrationResult, migrate, SchemaMismatch } from '../store/engine/migrate.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { closeFolder } from './closeFolder.ts'
import type { Config } from './config.ts'
import { databaseFailure } from './databaseFailure.ts'
import { type DataFolder, takeDataFolder } from './dataFolder.ts'
import { Failure } from './failure.ts'
import { inPatience, type Waiting } from './waitForDatabase.ts'

export interface OpenStore {
  db: Database
  migration: MigrationResult
  /** Null for PostgreSQL. */
  dataFolder: DataFolder | null
  close(): Promise<void>
}

/**
 * Null where the embedded store is open in another process. A PostgreSQL that is away is waited for. `prepare` sees to
 * the schema.
 */
export async function openStore(
  config: Config,
  waiting?: Waiting,
  prepare = migrated,
): Promise<OpenStore | null> {
  const url = config.databaseUrl
  if (url !== null) return await inPatience(() => openServer(url, prepare), url, waiting)
  const dataFolder = await takeDataFolder(config.dataDir)
  if (dataFolder === null) return null
  try {
    await ensureCluster(dataFolder.storePath)
    const db = await openEmbedded({ folder: dataFolder.storePath })
    const close = async () => {
      await db.close()
      await dataFolder.release()
    }
    const migration = await prepare(db).catch(async (error: unknown) => {
      await db.close()
      throw error
    })
    // As it opens, the engine writes files of its own that all can read.
    closeFolder(dataFolder.storePath)
    return { db, migration, dataFolder, close }
  } catch (error) {
    await dataFolder.release()
    throw error
  }
}

/** A first start that is cut off must not leave half a store: it is made beside its place, and moved there whole. */
async function ensureCluster(path: string): Promise<void> {
  if (existsSync(path)) return
  const partial = `${path}.partial`
  await (await newCluster(partial)).close()
  closeFolder(partial)
  renameSync(partial, path)
}

/** The engine makes files that all can read, so the folder is made before them, for its owner only. */
export async function newCluster(path: string): Promise<Database> {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  return await openEmbedded({ folder: path })
}

async function openServer(url: string, prepare: typeof migrated): Promise<OpenStore> {
  const db = await openPostgres({ url })
  try {
    return { db, migration: await prepare(db), dataFolder: null, close: () => db.close() }
  } catch (error) {
    await db.close()
    throw databaseFailure(url, error)
  }
}

/** Leaves the schema alone, for a backup or a restore; notices a server that is out of reach or refuses us. */
export async function asItIs(db: Database): Promise<MigrationResult> {
  await ping(db)
  return { applied: [], version: 0 }
}

async function migrated(db: Database): Promise<MigrationResult> {
  try {
    return await migrate(db)
  } catch (error) {
    throw error instanceof SchemaMismatch ? new Failure(error.message) : error
  }
}

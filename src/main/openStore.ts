/** Opens the configured store and migrates its schema. A failure explains in one line why it cannot. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { Database } from '../store/engine/door.ts'
import { openEmbedded } from '../store/engine/embedded.ts'
import { ping } from '../store/engine/locks.ts'
import { makeCluster } from '../store/engine/makeCluster.ts'
import { SchemaMismatch } from '../store/engine/migrations.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { type MigrationResult, migrate } from '../store/schema/migrate.ts'
import type { Config } from './config.ts'
import { databaseFailure } from './databaseFailure.ts'
import { type DataFolder, takeDataFolder } from './dataFolder.ts'
import { Failure } from './failure.ts'
import { makePrivate } from './privateFolder.ts'
import { type Waiting, waitingForDatabase } from './waitForDatabase.ts'

export interface OpenStore {
  db: Database
  migration: MigrationResult
  /** Null for PostgreSQL. */
  dataFolder: DataFolder | null
  close(): Promise<void>
}

/**
 * Null if another process has the embedded store open. Waits for PostgreSQL to become available. `prepare` migrates the
 * schema, or leaves it unchanged.
 */
export async function openStore(
  config: Config,
  waiting?: Waiting,
  prepare = migrated,
): Promise<OpenStore | null> {
  const url = config.databaseUrl
  if (url !== null) return await waitingForDatabase(() => openServer(url, prepare), url, waiting)
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
    // While opening, the engine creates files that everyone can read.
    makePrivate(dataFolder.storePath)
    return { db, migration, dataFolder, close }
  } catch (error) {
    await dataFolder.release()
    throw error
  }
}

/** Creates the store under another name and renames it, so that an interrupted first start leaves no half-made store. */
async function ensureCluster(path: string): Promise<void> {
  if (existsSync(path)) return
  const partial = `${path}.partial`
  await newCluster(partial)
  renameSync(partial, path)
}

/** The engine creates files that everyone can read, so the folder is created first, for its owner only. */
export async function newCluster(path: string): Promise<void> {
  // Retried, because a process that a killed start left behind may still be writing there for a moment.
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  mkdirSync(path, { mode: 0o700 })
  await makeCluster(path)
  makePrivate(path)
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

/** Leaves the schema unchanged, for a backup or restore, but checks that the server can be reached. */
export async function withoutMigrating(db: Database): Promise<MigrationResult> {
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

/** Restores a backup into the configured store, which must be empty. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { openEmbedded } from '../../store/engine/embedded.ts'
import { schemaOf } from '../../store/engine/migrations.ts'
import type { Config } from '../config.ts'
import { takeDataFolder } from '../dataFolder.ts'
import { Failure } from '../failure.ts'
import { newCluster, openStore, withoutMigrating } from '../openStore.ts'
import { makePrivate } from '../privateFolder.ts'
import { commandWaiting } from '../waitForDatabase.ts'
import { requireUnused } from './emptyTables.ts'
import { type RestoreFacts, readBackup } from './readBackup.ts'
import type { BackupReader } from './reader.ts'

export async function restoreStore(config: Config, reader: BackupReader): Promise<RestoreFacts> {
  // Rejects a file that is not a backup before creating a store for it.
  await reader.header()
  if (config.databaseUrl === null) return await restoreEmbedded(config.dataDir, reader)
  const store = await openStore(config, commandWaiting(config), withoutMigrating)
  if (store === null) throw new Error('A server cannot be open in another process.')
  try {
    return await readBackup(store.db, reader)
  } finally {
    await store.close()
  }
}

async function restoreEmbedded(dataDir: string, reader: BackupReader): Promise<RestoreFacts> {
  const dataFolder = await takeDataFolder(dataDir)
  if (dataFolder === null) {
    throw new Failure(
      `The data folder ${dataDir} is in use by another Florin process. Stop it, restore, and start it again.`,
    )
  }
  try {
    const { storePath } = dataFolder
    if (existsSync(storePath)) await requireUnusedFolder(storePath)
    return await restoreBeside(storePath, reader)
  } finally {
    await dataFolder.release()
  }
}

async function requireUnusedFolder(storePath: string): Promise<void> {
  const db = await openEmbedded({ folder: storePath })
  try {
    if ((await schemaOf(db)).length > 0) await requireUnused(db)
  } finally {
    await db.close()
  }
}

/** Restores under another name and renames it, so that an interrupted restore leaves no half-made store. */
async function restoreBeside(storePath: string, reader: BackupReader): Promise<RestoreFacts> {
  const partial = `${storePath}.restoring`
  const replaced = `${storePath}.replaced`
  try {
    await newCluster(partial)
    const db = await openEmbedded({ folder: partial })
    const facts = await readBackup(db, reader).finally(() => db.close())
    makePrivate(partial)
    rmSync(replaced, { recursive: true, force: true })
    if (existsSync(storePath)) renameSync(storePath, replaced)
    renameSync(partial, storePath)
    rmSync(replaced, { recursive: true, force: true })
    return facts
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

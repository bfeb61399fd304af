/**
 * Opens the store for a backup, without migrating it. If a running service has the embedded store open, it is asked for
 * a copy of the files, and the backup reads from that, so that the service is blocked only while copying.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../store/engine/door.ts'
import { openEmbedded } from '../../store/engine/embedded.ts'
import { askService } from '../commands/controlSocket.ts'
import type { Config } from '../config.ts'
import { controlSocketPath, removeDeadCopies } from '../dataFolder.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { openStore, withoutMigrating } from '../openStore.ts'
import { commandWaiting } from '../waitForDatabase.ts'

export interface BackupSource {
  db: Database
  close(): Promise<void>
}

/** How long to wait while a starting service or another command has the embedded store. */
const waitMsMax = 6_000
const retryMs = 200

/** `copy` is where a running service copies the store to. */
export async function openForBackup(config: Config, copy: string): Promise<BackupSource> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'store'))) {
    throw new Failure(
      `There is no store in ${resolve(config.dataDir)}. Set FLORIN_DATA_DIR or DATABASE_URL.`,
      'notFound',
    )
  }
  const deadlineMs = performance.now() + waitMsMax
  while (performance.now() < deadlineMs) {
    const store = await openStore(config, commandWaiting(config), withoutMigrating)
    if (store !== null) return store
    const source = await copyOfService(resolve(config.dataDir), copy)
    if (source !== null) return source
    await sleep(retryMs)
  }
  throw new PassingFailure(
    `The data folder ${config.dataDir} is in use by a process that does not accept commands. Stop it and try again.`,
  )
}

/** Null if no service accepts commands. */
async function copyOfService(dataDir: string, folder: string): Promise<BackupSource | null> {
  removeDeadCopies(dataDir)
  const remove = () => rm(folder, { recursive: true, force: true })
  const listener = { onProgress: () => undefined, write: async () => undefined }
  try {
    const asked = await askService(controlSocketPath(dataDir), 'store copy', { folder }, listener)
    if (asked === null) return null
    const db = await openEmbedded({ folder })
    return {
      db,
      async close() {
        await db.close()
        await remove()
        // Once more: at the first check, the service may still have been copying for a backup that was killed.
        removeDeadCopies(dataDir)
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

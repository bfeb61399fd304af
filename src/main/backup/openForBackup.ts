/**
 * Opens the store that is to be backed up, with its schema as it is. A running service keeps the embedded store to
 * itself: it is asked for a copy of the files, and the rows are read from that, so that its requests wait only for the
 * copying.
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
import { withoutMigrating, openStore } from '../openStore.ts'
import { commandWaiting } from '../waitForDatabase.ts'

export interface BackupSource {
  db: Database
  close(): Promise<void>
}

/** How long to wait for a service that is starting, or for another command, to let go of the embedded store. */
const patienceMs = 6_000
const retryMs = 200

/** `copy` is where a running service copies the store to. */
export async function openForBackup(config: Config, copy: string): Promise<BackupSource> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'store'))) {
    throw new Failure(`There is no store in ${resolve(config.dataDir)}. Set FLORIN_DATA_DIR or DATABASE_URL.`)
  }
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs) {
    const store = await openStore(config, commandWaiting(config), withoutMigrating)
    if (store !== null) return store
    const source = await copyOfService(resolve(config.dataDir), copy)
    if (source !== null) return source
    await sleep(retryMs)
  }
  throw new PassingFailure(
    `The data folder ${config.dataDir} is in use by a process that takes no commands. Stop it, and try again.`,
  )
}

/** Null where no service takes commands. */
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
        // Again: the service may have been copying for one that was killed when we looked before.
        removeDeadCopies(dataDir)
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

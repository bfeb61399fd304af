/**
 * Where the race takes place. On PostgreSQL: the real program with two workers, and each writer a process. The embedded
 * store has one process, so service and writers are in this one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { undoLater } from '../../bench/support/cleanup.ts'
import { createKey } from '../../src/actions/keys.ts'
import { createApp } from '../../src/api/app.ts'
import { scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { serverFor } from '../../src/main/serve/listen.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { withoutTimeouts } from '../../src/store/engine/locks.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { Florin } from '../support/florin.ts'
import { openFaultStore, type StoreName } from '../support/store.ts'
import { type WriterTask, writeUntil } from './writers.ts'

/** A writer that was started. `failed` rejects if it ends before it is stopped. */
export interface Writer {
  failed: Promise<never>
  stop(): Promise<void>
}

export interface Place {
  db: Database
  folder: string
  /** Ends with /v1. */
  url: string
  secret: string
  write(task: WriterTask): Writer
  /** Keeps all writers from writing until `meanwhile` has ended. */
  freeze(workspaceId: string, meanwhile: () => Promise<void>): Promise<void>
}

const actor = { kind: 'command', id: 'faults' } as const
const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }

export const openPlace = (
  store: StoreName,
  files: readonly [WorkspaceFile, WorkspaceFile],
): Promise<Place> => (store === 'postgres' ? onPostgres(files) : onEmbedded(files))

async function onPostgres(files: readonly [WorkspaceFile, WorkspaceFile]): Promise<Place> {
  const store = await openFaultStore('postgres', { durable: false })
  const { folder } = store
  const databaseUrl = store.env.DATABASE_URL ?? ''
  const florin = new Florin(store, ['--workers', '2'])
  await florin.start()
  for (const file of files) {
    const path = join(folder, `${file.workspace.id}.json`)
    writeFileSync(path, JSON.stringify(file))
    await florin.run(['load', path])
  }
  const words = ['keys', 'create', '--workspace', files[0].workspace.id, '--name', 'feed', '--scopes', 'all']
  const { secret } = await florin.run<{ secret: string }>(words)
  const db = await openPostgres({ url: databaseUrl, connections: 2 })
  undoLater(() => db.close())
  return {
    ...{ db, folder, url: `${florin.url}/v1`, secret },
    write: task => startWriter({ ...task, databaseUrl }),
    // Writers wait for the lock; readers do not.
    freeze: (workspaceId, meanwhile) =>
      db.transaction(async connection => {
        await withoutTimeouts(connection)
        await connection.query('select 1 from workspaces where workspace_id = $1 for no key update', [
          workspaceId,
        ])
        await meanwhile()
      }),
  }
}

const program = fileURLToPath(new URL('./writerProcess.ts', import.meta.url))

function startWriter(input: WriterTask & { databaseUrl: string }): Writer {
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(input)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  undoLater(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`A writer ended with ${code}.`)
  })
  return writer(ended, () => child.kill('SIGTERM'))
}

function writer(ended: Promise<void>, end: () => void): Writer {
  const failed = ended.then(() => new Promise<never>(() => undefined))
  failed.catch(() => undefined)
  return {
    failed,
    async stop() {
      end()
      await ended
    },
  }
}

async function onEmbedded(files: readonly [WorkspaceFile, WorkspaceFile]): Promise<Place> {
  const { folder } = await openFaultStore('embedded', { durable: false })
  const db = await openEmbedded({})
  await migrate(db)
  undoLater(() => db.close())
  for (const file of files) await loadWorkspace(db, file, { nowMs: Date.now(), actor })
  const key = { workspaceId: files[0].workspace.id, name: 'feed', scopes: [...scopes], expiresInDays: null }
  const { secret } = await createKey(db, key, actor, Date.now())
  const app = createApp({
    db,
    config: {
      rate: unlimited,
      authFailuresPerMinute: 1_000_000,
      ...{
        trustedProxies: [],
        proxyHopsMax: 1,
        allowedHosts: [],
        secure: false,
        publicUrl: null,
        corsOrigins: [],
      },
      signIn: { perAccountAndAddress: unlimited, perAccount: unlimited, perAddress: unlimited },
    },
    clock: Date.now,
    log: pino({ level: 'silent' }),
  })
  const server = serverFor(app, null)
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  undoLater(() => {
    app.endWaiting()
    server.close()
    server.closeAllConnections()
  })
  let frozen: Promise<void> = Promise.resolve()
  return {
    ...{ db, folder, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, secret },
    write(task) {
      let isOver = false
      const writing = writeUntil(db, task, async () => {
        await frozen
        return isOver
      })
      return writer(writing, () => {
        isOver = true
      })
    },
    async freeze(_, meanwhile) {
      frozen = meanwhile()
      await frozen
    },
  }
}

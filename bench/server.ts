/** The bench's PostgreSQL server, and databases in it that are migrated and filled. */
import pg from 'pg'
import { catchUp } from '../src/main/serve/laterWork.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { migrate } from '../src/store/schema/migrate.ts'
import { type PostgresServer, startPostgres } from '../test/support/servers/postgresServer.ts'
import { type FilledData, fill } from './dataset/fill.ts'
import type { DataSize } from './dataset/shape.ts'
import { undoLater } from './support/cleanup.ts'
import { step } from './support/progress.ts'
import { describeServer, noteServerFacts } from './support/serverFacts.ts'

/**
 * The settings a server of this size would have. It does not wait for the disk, since that would measure the
 * temporary folder. The service's connections set what they need themselves.
 */
const postgresSettings = {
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  fsync: 'off',
  synchronous_commit: 'off',
}

export async function startDatabaseServer(): Promise<PostgresServer> {
  return await step('Starting PostgreSQL', async () => {
    const server = await startPostgres({ settings: postgresSettings })
    undoLater(() => server.stop())
    process.stdout.write(describeServer(await noteServerFacts(server.adminUrl)))
    return server
  })
}

export interface FilledDatabase extends FilledData {
  name: string
  url: string
  /** The size of the database on disk. */
  megabytes: number
}

export async function filledDatabase(
  server: PostgresServer,
  name: string,
  size: DataSize,
): Promise<FilledDatabase> {
  const rows = size.transactions.toLocaleString('en-US')
  return await step(`Filling ${rows} transactions in ${size.workspaces} workspaces`, async say => {
    await asAdmin(server, `create database ${name}`)
    const url = server.url(name)
    const db = await openPostgres({ url })
    try {
      await migrate(db)
      const filled = await fill(db, size, done => {
        if (done % 250_000 === 0) say(`${done.toLocaleString('en-US')} rows`)
      })
      const [row] = await db.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
      await db.script('checkpoint')
      return { ...filled, name, url, megabytes: Number(row?.bytes ?? 0) / 1024 ** 2 }
    } finally {
      await db.close()
    }
  })
}

/** As a service does in the background. Otherwise it would do so while it is measured. */
export async function indexWords(url: string): Promise<void> {
  const db = await openPostgres({ url })
  await step('Indexing the words', () => catchUp(db)).finally(() => db.close())
}

/** Migrated, but empty. */
export async function emptyDatabase(server: PostgresServer, name: string): Promise<string> {
  await asAdmin(server, `create database ${name}`)
  const url = server.url(name)
  const db = await openPostgres({ url })
  await migrate(db).finally(() => db.close())
  return url
}

export async function dropDatabase(server: PostgresServer, name: string): Promise<void> {
  await asAdmin(server, `drop database ${name} with (force)`)
}

async function asAdmin(server: PostgresServer, sql: string): Promise<void> {
  const admin = new pg.Client(server.adminUrl)
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}

/** A store to test: the folder of an embedded one, or our own PostgreSQL server. */
import { join } from 'node:path'
import pg from 'pg'
import { temporaryFolder, undoLater } from '../../bench/support/cleanup.ts'
import { type PostgresServer, startPostgres } from '../../test/support/servers/postgresServer.ts'

export type StoreName = 'embedded' | 'postgres'

export interface FaultStore {
  name: StoreName
  folder: string
  /** Null for the embedded store. */
  server: PostgresServer | null
  env: Record<string, string>
}

const database = 'florin'

export async function openFaultStore(
  name: StoreName,
  { durable }: { durable: boolean },
): Promise<FaultStore> {
  const folder = temporaryFolder()
  if (name === 'embedded') {
    return { name, folder, server: null, env: { FLORIN_DATA_DIR: join(folder, 'data') } }
  }
  // If the server is killed, an acknowledged commit must survive.
  const server = await startPostgres({ settings: { synchronous_commit: durable ? 'on' : 'off' } })
  undoLater(() => server.stop())
  await asAdmin(server, `create database ${database}`)
  return { name, folder, server, env: { DATABASE_URL: server.url(database) } }
}

export async function asAdmin<Row extends pg.QueryResultRow>(
  server: PostgresServer,
  sql: string,
): Promise<Row[]> {
  const admin = new pg.Client(server.adminUrl)
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return (await admin.query<Row>(sql)).rows
  } finally {
    await admin.end()
  }
}

/** Process ids of the server's connections to Florin, or only of the busy ones. */
export async function backends(server: PostgresServer, busyOnly = false): Promise<number[]> {
  const rows = await asAdmin<{ pid: number }>(
    server,
    `select pid from pg_stat_activity where datname = '${database}' ${busyOnly ? "and state <> 'idle'" : ''}`,
  )
  return rows.map(({ pid }) => pid)
}

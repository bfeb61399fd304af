/** Which PostgreSQL was measured, and with which settings: figures from another server are not comparable. */

import { serverSettings } from '../../src/postgres/settings.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'

export interface ServerFacts {
  version: string
  /** Whether it can compile plans: JIT is on by default wherever it is available. */
  hasJit: boolean
  /** The settings of the service's connections. */
  session: Record<string, string>
  server: Record<string, string>
}

const ofServer = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'max_wal_size',
  'fsync',
  'synchronous_commit',
  'max_connections',
]

let known: ServerFacts | null = null

/** Queries the server in the same way as the service, and keeps the result for the report. */
export async function noteServerFacts(url: string): Promise<ServerFacts> {
  const db = await openPostgres({ url, connections: 1 })
  try {
    const [server] = await db.query<{ version: string; hasJit: boolean }>(
      `select current_setting('server_version') as version, pg_jit_available() as "hasJit"
       from (select set_config('jit', 'on', true)) as asked`,
    )
    const settings = async (names: readonly string[]) => {
      const rows = await db.query<{ name: string; value: string }>(
        'select name, current_setting(name) as value from unnest($1::text[]) as name',
        [names],
      )
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    }
    known = {
      version: server?.version ?? 'unknown',
      hasJit: server?.hasJit ?? false,
      session: await settings(Object.keys(serverSettings.queries)),
      server: await settings(ofServer),
    }
    return known
  } finally {
    await db.close()
  }
}

/** Null before a server was started. */
export const serverFacts = (): ServerFacts | null => known

export function describeServer({ version, hasJit, session, server }: ServerFacts): string {
  const listed = (settings: Record<string, string>) =>
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ')
  return (
    `PostgreSQL ${version}, ${hasJit ? 'with LLVM' : 'without LLVM'}\n` +
    `  our connections: ${listed(session)}\n  server: ${listed(server)}\n`
  )
}

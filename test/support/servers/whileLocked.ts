/** Keeps others from writing to a table of a workspace while `work` runs: on a cluster, to the shard on its node. */
import type { Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import type { TestStore } from '../stores.ts'

interface Locked {
  table: string
  workspaceId: string
}

export async function whileLocked(
  { db, databaseUrl }: TestStore,
  { table, workspaceId }: Locked,
  work: () => Promise<void>,
): Promise<void> {
  if (db.nodeOf === undefined || databaseUrl === null) return await holding(db, table, work)
  const [shard] = await db.query<{ id: string; host: string; port: number }>(
    `select shardid as id, nodename as host, nodeport as port from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column($1::text::regclass, $2::text)`,
    [table, workspaceId],
  )
  const url = new URL(databaseUrl)
  url.host = `${shard?.host}:${shard?.port}`
  const node = await openPostgres({ url: url.href, connections: 1 })
  await node.script('set citus.enable_manual_changes_to_shards = on')
  await holding(node, `${table}_${shard?.id}`, work).finally(() => node.close())
}

const holding = (db: Database, table: string, work: () => Promise<void>): Promise<void> =>
  db.transaction(async connection => {
    await connection.script('set local idle_in_transaction_session_timeout = 0')
    await connection.script(`lock table ${table} in share mode`)
    await work()
  })

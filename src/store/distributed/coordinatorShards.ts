/** What a replica of a cluster's coordinator has: only the workspaces that the coordinator holds itself. */
import type { Connection } from '../engine/door.ts'

/** False on a distributed store whose workspaces are all on other nodes. Call it after the first query. */
export async function isAnyWorkspaceOnPrimary(connection: Connection): Promise<boolean> {
  if (connection.nodeOf === undefined) return true
  const [row] = await connection.query<{ isAny: boolean }>(
    `select exists (
       select from pg_dist_placement p join pg_dist_shard s on s.shardid = p.shardid
       where s.logicalrelid = 'workspaces'::regclass and p.groupid = 0
     ) as "isAny"`,
  )
  return row?.isAny === true
}

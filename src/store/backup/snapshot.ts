/** Opens the snapshot that a backup reads. */
import { prepareWholeTables } from '../distributed/wholeTables.ts'
import type { Connection, Database } from '../engine/door.ts'

/** Tables that rows of workspaces refer to, and that are written together with them, on all nodes at once. */
const shared = ['users', 'api_key_directory']

/**
 * On a cluster, each node has a snapshot of its own. A workspace is on one node, so its rows are of one instant. What
 * several nodes write together (a person joins, a key is made) must be in all snapshots or in none, so it waits until
 * all are open. One connection to each node: a second one would have another snapshot.
 */
export async function inSnapshot<Result>(
  db: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const openSnapshots = async (connection: Connection) => {
    await prepareWholeTables(connection)
    await connection.script('set local citus.max_adaptive_executor_pool_size = 1')
    await db.transaction(async other => {
      await other.script(`lock table ${shared.join(', ')} in share mode`)
      for (const name of ['workspaces', ...shared]) {
        await connection.query(`select count(*) as count from ${name}`)
      }
    })
  }
  return await db.transaction(
    async connection => {
      if (connection.nodeOf !== undefined) await openSnapshots(connection)
      return await work(connection)
    },
    { snapshot: true },
  )
}

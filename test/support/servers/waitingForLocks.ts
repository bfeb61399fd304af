/** How many connections to a store's database wait for a lock, on any of its nodes. */
import type { Database } from '../../../src/store/engine/door.ts'

export async function waitingForLocks(db: Database): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from ${db.nodeOf === undefined ? 'pg' : 'citus'}_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}

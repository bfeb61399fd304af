/**
 * The workspace clock, which makes incremental sync exact. Every write to data that the API shows goes through here: it
 * locks the clock's row, takes a stamp later than all earlier ones, and advances the clock in the same transaction. So
 * stamps are unique per commit, strictly increasing, and become visible in order. A write that changes nothing does not
 * advance the clock.
 */
import type { Connection, Database } from './engine/door.ts'

export interface WorkspaceWrite<Result> {
  result: Result
  /** False if no row's JSON changed. */
  changed: boolean
}

export class UnknownWorkspace extends Error {
  override name = 'UnknownWorkspace'
}

export async function writeWorkspace<Result>(
  db: Database,
  workspaceId: string,
  nowMs: number,
  work: (connection: Connection, stamp: string) => Promise<WorkspaceWrite<Result>>,
): Promise<Result> {
  return await db.transaction(
    async connection => await writeInTransaction(connection, workspaceId, nowMs, work),
    { workspaceId },
  )
}

/** The same within the caller's transaction. */
export async function writeInTransaction<Result>(
  connection: Connection,
  workspaceId: string,
  nowMs: number,
  work: (connection: Connection, stamp: string) => Promise<WorkspaceWrite<Result>>,
): Promise<Result> {
  // The lock is held until the commit, so stamps commit in order and no reader sees a stamp before an earlier one.
  // `for no key update` is enough to keep writers apart. `for update` would also conflict with the key share lock that
  // every insert of a row that references the workspace takes.
  const [row] = await connection.query<{ clock: string }>(
    'select clock from workspaces where workspace_id = $1 for no key update',
    [workspaceId],
  )
  if (row === undefined) throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  const stamp = nextStamp(row.clock, nowMs)
  await setWriteStamp(connection, stamp)
  const { result, changed } = await work(connection, stamp)
  if (changed) {
    await connection.query(moveClockSql, [workspaceId, stamp])
  }
  return result
}

/**
 * For the columns whose default is `write_stamp()`: deletions, and the stamps of rows without an updatedAt. Lasts until
 * the end of the transaction.
 */
export async function setWriteStamp(connection: Connection, stamp: string): Promise<void> {
  await connection.query("select set_config('florin.stamp', $1, true)", [stamp])
}

/** The clocks of the given workspaces. Those that do not exist are left out, and those on a node that is away. */
export async function clocksOf(
  connection: Connection,
  workspaceIds: readonly string[],
): Promise<Map<string, string>> {
  const query = connection.onEveryNode ?? connection.query
  const rows = await query<{ id: string; clock: string }>(
    'select workspace_id as id, clock from workspaces where workspace_id = any($1)',
    [workspaceIds],
  )
  return new Map(rows.map(({ id, clock }) => [id, clock]))
}

/** The only query that advances a workspace clock. The metrics recognize an advance by it. */
export const moveClockSql = 'update workspaces set clock = $2 where workspace_id = $1'

/** The wall clock may stop or go backwards; the workspace clock always advances. */
function nextStamp(clock: string, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(clock) + 1)).toISOString()
}

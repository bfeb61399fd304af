/**
 * The workspace clock, on which exact incremental sync rests. Every write to a workspace goes through here: it locks
 * the clock's row, takes a stamp that is later than any before it, and moves the clock on in the same transaction.
 * So stamps are unique per commit, strictly increasing, and become visible in their order. A write that turns out to
 * change nothing leaves the clock alone.
 */
import type { Connection, Database } from './engine/door.ts'

export interface WorkspaceWrite<Result> {
  result: Result
  /** False where nothing in any row's JSON changed. */
  changed: boolean
}

/** The workspace is not there. */
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
  )
}

/** The same, for a caller that has something else to do in the transaction. */
export async function writeInTransaction<Result>(
  connection: Connection,
  workspaceId: string,
  nowMs: number,
  work: (connection: Connection, stamp: string) => Promise<WorkspaceWrite<Result>>,
): Promise<Result> {
  // The lock is held until the commit: whoever stamps later commits later, and no reader can see a stamp while an
  // earlier one is still on its way. It is the weaker of the two locks that writers exclude each other with: the
  // stronger one would wait for every transaction that has added a row which refers to the workspace, and they for it.
  const [row] = await connection.query<{ clock: string }>(
    'select clock from workspaces where workspace_id = $1 for no key update',
    [workspaceId],
  )
  if (row === undefined) throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  const stamp = nextStamp(row.clock, nowMs)
  const { result, changed } = await work(connection, stamp)
  if (changed) {
    await connection.query(moveClockSql, [workspaceId, stamp])
  }
  return result
}

/** Every move of a workspace clock is this statement, by which moves are counted. */
export const moveClockSql = 'update workspaces set clock = $2 where workspace_id = $1'

/** The wall clock may stand still or go back; the workspace clock never does. */
function nextStamp(clock: string, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(clock) + 1)).toISOString()
}

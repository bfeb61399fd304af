import type { Connection, Database } from '../../engine/door.ts'

/** Runs the work in a snapshot, or in the caller's transaction. */
export async function inSnapshot<Result>(
  connection: Connection,
  workspaceId: string,
  work: (inside: Connection) => Promise<Result>,
): Promise<Result> {
  return 'transaction' in connection
    ? await (connection as Database).transaction(work, { snapshot: true, workspaceId })
    : await work(connection)
}

/** Splits work on rows of several workspaces, so that each part runs on the node that has its rows. */
import type { Connection } from '../engine/door.ts'

/** On one server, all rows are one part. Parts are in the order of their workspaces, so that locks are too. */
export function byNode<Row extends { workspaceId: string }>(
  connection: Connection,
  rows: readonly Row[],
): [Pick<Connection, 'query'>, readonly Row[]][] {
  const { nodeOf } = connection
  if (nodeOf === undefined) return [[connection, rows]]
  const parts = new Map<string, Row[]>()
  for (const row of rows) parts.set(row.workspaceId, [...(parts.get(row.workspaceId) ?? []), row])
  return [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([id, part]) => [nodeOf(id), part])
}

/** Workspaces of a distributed store on different nodes, or on the same one. */
import pg from 'pg'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { smallWorkspace } from '../../support/builders.ts'
import type { TestService } from '../../support/service.ts'

export interface WorkspaceOnNode {
  id: string
  file: WorkspaceFile
  secret: string
  /** Of the node. */
  port: number
}

const workspacesMax = 40

export async function twoApart({
  current,
}: {
  current: TestService
}): Promise<[WorkspaceOnNode, WorkspaceOnNode]> {
  const found = new Map<number, WorkspaceOnNode>()
  for (let made = 0; found.size < 2; made += 1) {
    if (made === workspacesMax) throw new Error('The cluster needs two nodes with shards.')
    const file = smallWorkspace()
    await current.load(file)
    const { id } = file.workspace
    const port = await portOf(current.store.databaseUrl ?? '', id)
    if (!found.has(port)) found.set(port, { id, file, port, secret: await current.key(file) })
  }
  return [...found.values()] as [WorkspaceOnNode, WorkspaceOnNode]
}

/** More workspaces on the node that has this one. */
export async function besides(
  { current }: { current: TestService },
  { port }: WorkspaceOnNode,
  count: number,
): Promise<WorkspaceOnNode[]> {
  const found: WorkspaceOnNode[] = []
  while (found.length < count) {
    const file = smallWorkspace()
    await current.load(file)
    const { id } = file.workspace
    if ((await portOf(current.store.databaseUrl ?? '', id)) !== port) continue
    found.push({ id, file, port, secret: await current.key(file) })
  }
  return found
}

async function portOf(databaseUrl: string, workspaceId: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ port: number }>(
      `select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
       where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::text)`,
      [workspaceId],
    )
    return rows[0]?.port ?? 0
  } finally {
    await client.end()
  }
}

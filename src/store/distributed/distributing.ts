import type { TableLists } from '../nodes/tables.ts'

/** The query that distributes a table. */
export function distributing(name: string, { onEveryNode }: TableLists): string {
  if (onEveryNode.includes(name)) return `select create_reference_table('${name}')`
  const beside = name === 'workspaces' ? 'none' : 'workspaces'
  return `select create_distributed_table('${name}', 'workspace_id', colocate_with => '${beside}')`
}

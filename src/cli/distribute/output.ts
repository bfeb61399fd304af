/** The output of `florin distribute`. */
import type { CommandResult } from '../../main/commands/commands.ts'

export function distributeOutput(result: CommandResult<'distribute'>): string[] {
  const { byWorkspace, onEveryNode, onCoordinator, shards, nodes, citus, dryRun } = result
  const cluster = `Citus ${citus}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'} with shards.`
  if (byWorkspace.length + onEveryNode.length === 0) {
    return [
      cluster,
      dryRun
        ? 'All tables are distributed already. Only the functions on the nodes would be made again.'
        : 'All tables were distributed already. The functions on the nodes were made again.',
    ]
  }
  const does = dryRun ? 'Would distribute' : 'Distributed'
  return [
    cluster,
    `${does} ${byWorkspace.length} tables by workspace, in ${shards} shards: ${byWorkspace.join(', ')}.`,
    `${dryRun ? 'Would copy' : 'Copied'} ${onEveryNode.length} tables to every node: ${onEveryNode.join(', ')}.`,
    `On the coordinator only: ${onCoordinator.join(', ')}.`,
    `${dryRun ? 'Would make' : 'Made'} ${result.foreignKeys} foreign keys and ${result.triggers} triggers again` +
      `${result.droppedForeignKeys.length === 0 ? '.' : `; not possible there: ${result.droppedForeignKeys.join(', ')}.`}`,
  ]
}

/** What florin export says when its file is written. */
import type { CommandResult } from '../../main/commands/commands.ts'

export function exportOutput(result: CommandResult<'export'>): string[] {
  const { workspaceId } = result
  if ('elements' in result) return [`Exported workspace ${workspaceId}: ${result.elements} elements.`]
  const lines = [`Exported workspace ${workspaceId}: ${result.transactions} transactions.`]
  const { assertions, adjustments = 0, leftOut = 0 } = result
  if (assertions === undefined) return lines
  return [
    ...lines,
    `${assertions} balances are asserted.`,
    ...(adjustments === 0
      ? []
      : [`${adjustments} adjustments make up for entries that are missing between statements.`]),
    ...(leftOut === 0 ? [] : [`${leftOut} transactions are left out: they are not booked.`]),
  ]
}

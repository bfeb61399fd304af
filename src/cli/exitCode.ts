/** Exit codes: of failures by their kind, and of commands that ran but did not do everything that was asked. */
import type { CommandName, CommandResult } from '../main/commands/commands.ts'
import type { FailureKind } from '../main/failure.ts'

export const exitCodes = {
  other: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  unavailable: 5,
} as const satisfies Record<FailureKind, number>

const codes: { [Name in CommandName]?: (result: CommandResult<Name>) => number } = {
  doctor: ({ healthy }) => (healthy ? 0 : 1),
  import: ({ reports }) => (reports.some(({ outcome }) => outcome === 'refused') ? exitCodes.refused : 0),
  'webhooks test': ({ delivered }) => (delivered ? 0 : 1),
  'imports undo': ({ undone }) => (undone ? 0 : exitCodes.refused),
}

export const exitCodeOf = (command: CommandName, result: object): number =>
  (codes[command] as ((result: object) => number) | undefined)?.(result) ?? 0

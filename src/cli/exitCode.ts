/** Exit codes of commands that ran without an error but did not do everything that was asked. */
import type { CommandName, CommandResult } from '../main/commands/commands.ts'

const codes: { [Name in CommandName]?: (result: CommandResult<Name>) => number } = {
  doctor: ({ healthy }) => (healthy ? 0 : 1),
  import: ({ reports }) => (reports.some(({ outcome }) => outcome === 'refused') ? 1 : 0),
  'webhooks test': ({ delivered }) => (delivered ? 0 : 1),
  'imports undo': ({ undone }) => (undone ? 0 : 1),
}

export const exitCodeOf = (command: CommandName, result: object): number =>
  (codes[command] as ((result: object) => number) | undefined)?.(result) ?? 0

/** The entry point of the command line: loads what a command needs, runs it, and sets the exit code. */
import { isWorker } from '../main/workers/workerCommand.ts'
import { isAccessCommand } from './access/shapes.ts'
import {
  helpWords,
  isVersion,
  packageVersion,
  parseCommandLine,
  shapes,
  unknownCommand,
  wantsJson,
} from './arguments.ts'
import { completionScript } from './completion/completion.ts'
import { errorOutput, exitCodeOfError } from './errorOutput.ts'
import { helpFor } from './help/helpText.ts'
import { isListCommand, isPayeeCommand } from './read/shapes.ts'
import { withoutControls } from './terminalText.ts'

/**
 * Returns the exit code. Each kind of command is loaded only where it runs: loading all of them takes longer than most of
 * them run.
 */
async function main(words: readonly string[]): Promise<number> {
  if (isWorker(words)) {
    const { runWorker } = await import('../main/workers/process.ts')
    await runWorker(words)
    return 0
  }
  if (isVersion(words)) {
    process.stdout.write(`florin ${packageVersion()}\n`)
    return 0
  }
  const asked = helpWords(words)
  if (asked !== null) {
    const text = helpFor(shapes, asked)
    if (text === null) throw unknownCommand(asked)
    process.stdout.write(text)
    return 0
  }
  const parsed = parseCommandLine(words)
  const { command, input, json } = parsed
  if (command === 'completion') {
    process.stdout.write(completionScript(input.shell ?? '', shapes))
    return 0
  }
  if (command === 'drill' || command === 'drill verdict') {
    const { drillCommand, verdictCommand } = await import('./drill/command.ts')
    return await (command === 'drill' ? drillCommand : verdictCommand)(input, json)
  }
  // These usually run on another machine than the service.
  if (command === 'follow') {
    const { followCommand } = await import('./follow/followCommand.ts')
    return await followCommand(input, process.env)
  }
  if (command === 'mcp') {
    const { mcpCommand } = await import('./mcp/mcpCommand.ts')
    return await mcpCommand(input, process.env)
  }
  if (isListCommand(command)) {
    const { listCommand } = await import('./read/listCommand.ts')
    return await listCommand(command, input, json, process.env)
  }
  if (isPayeeCommand(command)) {
    const { payeeCommand } = await import('./read/payeeCommand.ts')
    return print(json, await payeeCommand(command, input, process.env))
  }
  if (isAccessCommand(command)) {
    const { accessCommands } = await import('./access/loginCommand.ts')
    return print(json, await accessCommands[command](input, process.env))
  }
  const { commandOnStore } = await import('./store/storeCommand.ts')
  return await commandOnStore(command, parsed, process.env)
}

/** The output of a command that has the same result as JSON and as lines. */
function print(json: boolean, { result, lines }: { result: object; lines: readonly string[] }): number {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${lines.map(withoutControls).join('\n')}\n`)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(errorOutput(error, wantsJson(process.argv.slice(2))))
  process.exitCode = exitCodeOfError(error)
}

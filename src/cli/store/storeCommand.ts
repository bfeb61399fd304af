/** Commands that use the store: run here, or in the service that has the embedded store open. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandContext } from '../../main/commandContext.ts'
import { type CommandName, runCommand } from '../../main/commands/commands.ts'
import { askService } from '../../main/commands/controlSocket.ts'
import { type Config, homeOf, readConfig } from '../../main/config.ts'
import { controlSocketPath } from '../../main/dataFolder.ts'
import { diagnose } from '../../main/doctor/diagnose.ts'
import { Failure, PassingFailure } from '../../main/failure.ts'
import { type OpenStore, openStore } from '../../main/openStore.ts'
import { commandWaiting } from '../../main/waitForDatabase.ts'
import { webhookTools } from '../../main/webhooks/webhooks.ts'
import type { Parsed } from '../arguments.ts'
import { exitCodeOf } from '../exitCode.ts'
import { describeResult } from '../output.ts'
import { readPassword } from '../password.ts'
import { terminalProgress } from '../progress.ts'
import { backupCommand, restoreCommand } from './backupCommand.ts'
import { watchCommand } from './watchCommand.ts'

type StoreCommand = CommandName | 'serve' | 'watch' | 'backup' | 'restore'

/** Returns the exit code. */
export async function commandOnStore(
  command: StoreCommand,
  parsed: Parsed,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { input, json } = parsed
  const config = readConfig(env, input)
  if (command === 'watch') {
    return await watchCommand(input, json, (name, given, listener) =>
      runHereOrInService(name, config, given, listener),
    )
  }
  if (command === 'backup') return await backupCommand(config, input, json)
  if (command === 'restore') return await restoreCommand(config, input, json)
  if (command !== 'serve') return await storeCommand(command, config, parsed)
  const { serveCommand } = await import('./serveCommand.ts')
  await serveCommand(config, json)
  return 0
}

async function storeCommand(
  command: CommandName,
  config: Config,
  { input, several, json }: Pick<Parsed, 'input' | 'several' | 'json'>,
): Promise<number> {
  // The command may run inside the service, which may have another working directory.
  if (input.file !== undefined) input.file = resolve(input.file)
  if (input.mapping !== undefined) input.mapping = resolve(input.mapping)
  if (command === 'doctor') input.dataDir = resolve(config.dataDir)
  const given = several === undefined ? input : { ...input, files: several.map(path => resolve(path)) }
  if (command === 'users create') input.password = await readPassword()
  if (isBinary(command, input) && input.output === undefined && process.stdout.isTTY) {
    throw new Failure(
      'This file cannot be printed to a terminal. Name a file with --output FILE, or use a pipe.',
      'usage',
    )
  }
  const output = outputOf(input.output)
  const progress = terminalProgress(command, { inBytes: command === 'import' })
  const listener = { onProgress: progress.show, write: output.write }
  try {
    const result = await runHereOrInService(command, config, given, listener).finally(progress.end)
    await output.finish()
    // The file itself went to standard output, so nothing else may be printed there.
    if (writesFile(command) && input.output === undefined) return 0
    process.stdout.write(
      json ? `${JSON.stringify(result)}\n` : `${describeResult(command, result).join('\n')}\n`,
    )
    return exitCodeOf(command, result)
  } catch (error) {
    await output.discard()
    throw error
  }
}

/** Commands whose output is a file rather than text. */
const writesFile = (command: CommandName): boolean => command === 'export' || command === 'bills document'

const isBinary = (command: CommandName, { format = '' }: Parsed['input']): boolean =>
  command === 'bills document' || (command === 'export' && ['xlsx', 'parquet'].includes(format))

/** How long to wait while a starting service or another command has the embedded store. */
const waitMsMax = 6_000
const retryMs = 200

type Listener = Pick<CommandContext, 'onProgress' | 'write'>

async function runHereOrInService(
  command: CommandName,
  config: Config,
  input: object,
  listener: Listener,
): Promise<object> {
  const deadlineMs = performance.now() + waitMsMax
  while (performance.now() < deadlineMs) {
    // Doctor must also work if the store cannot be opened, and must not migrate the schema.
    const diagnosis = command === 'doctor' ? await diagnose(config, Date.now) : null
    if (diagnosis !== null) return diagnosis
    const store = command === 'doctor' ? null : await openStore(config, commandWaiting(config))
    if (store !== null) return await runHere(store, config, command, input, listener)
    const result = await askService(controlSocketPath(config.dataDir), command, input, listener)
    if (result !== null) return result
    await sleep(retryMs)
  }
  throw new PassingFailure(
    `The data folder ${config.dataDir} is in use by a process that does not accept commands. Stop it and try again.`,
  )
}

async function runHere(
  store: OpenStore,
  config: Config,
  command: CommandName,
  input: object,
  listener: Listener,
): Promise<object> {
  try {
    const { db, migration, dataFolder } = store
    const webhooks = () => webhookTools(config, dataFolder)
    const context = { db, migration, webhooks, home: homeOf(config), nowMs: Date.now(), ...listener }
    return await runCommand(command, context, input)
  } finally {
    await store.close()
  }
}

const cannotWrite = (error: NodeJS.ErrnoException): Failure =>
  new Failure(`The output cannot be written (${error.code}).`)

/** Standard output, or a file that appears only once it is complete. */
function outputOf(path: string | undefined) {
  const partial = path && `${path}.partial`
  const stream = partial ? createWriteStream(partial, { mode: 0o600 }) : process.stdout
  const failed = new Promise<never>((_, fail) => {
    stream.on('error', (error: NodeJS.ErrnoException) => fail(cannotWrite(error)))
  })
  failed.catch(() => undefined)
  const written = (piece: string | Uint8Array) =>
    new Promise<void>((settle, fail) => {
      stream.write(piece, error => (error ? fail(cannotWrite(error)) : settle()))
    })
  return {
    write: (piece: string | Uint8Array) => Promise.race([written(piece), failed]),
    async finish() {
      if (!path || !partial) return
      await Promise.race([new Promise<void>(settle => stream.end(() => settle())), failed])
      await rename(partial, path).catch((error: NodeJS.ErrnoException) => {
        throw new Failure(`${path} cannot be written (${error.code}).`)
      })
    },
    async discard() {
      if (partial) await rm(partial, { force: true })
    },
  }
}

/**
 * The commands that work on a store. Each takes and returns plain JSON, so that it can run in its own process or, if a
 * service has the embedded store open, inside that service.
 */
import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { createKey, revoke } from '../../actions/keys.ts'
import { AlreadyMember, TooManyInvites } from '../../actions/people.ts'
import { BadWebhookUrl } from '../../actions/webhookTools.ts'
import { requireWorkspace } from '../../actions/workspaces.ts'
import { type ExpiryDays, expiryDayOptions, keyName } from '../../contract/console/keys.ts'
import { isScope, type Scope, scopes } from '../../contract/scopes.ts'
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import { Conflict } from '../../domain/conflict.ts'
import { AlreadyUndone, UnknownAccount, UnknownCompany, UnknownImport } from '../../import/importErrors.ts'
import { loadWorkspace } from '../../import/workspace/loadWorkspace.ts'
import { BadWorkspaceFile, parseWorkspaceFile } from '../../import/workspace/workspaceFile.ts'
import { CopyFailed } from '../../store/engine/copyCluster.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../store/engine/door.ts'
import { SchemaMismatch } from '../../store/engine/migrations.ts'
import { listKeys, type StoredKey } from '../../store/keys/apiKeys.ts'
import { DuplicateUser } from '../../store/people/users.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { doctorCommands } from '../doctor/diagnose.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { serverReason } from '../loggedError.ts'
import { billCommands } from './billCommands.ts'
import { distributeCommands } from './distributeCommands.ts'
import { exportCommands } from './exportCommands.ts'
import { ImportInterrupted, importCommands } from './importCommands.ts'
import { keyNetworkCommands, parseNetworkList } from './keyNetworkCommands.ts'
import { matchCommands } from './matchCommands.ts'
import { ruleCommands } from './ruleCommands.ts'
import { userCommands } from './userCommands.ts'
import { webhookCommands } from './webhookCommands.ts'

type Command = (context: CommandContext, input: never) => Promise<object>

/** A JavaScript string holds about 500 million characters. Half of that leaves room for processing. */
export const workspaceFileBytesMax = 256 * 1024 * 1024

export const commands = {
  load: async ({ db, nowMs, onProgress }: CommandContext, { file }: { file: string }) => {
    const content = parseWorkspaceFile(readWorkspaceFile(file))
    return await loadWorkspace(db, content, { nowMs, actor: commandLineActor(), onProgress })
  },

  ...exportCommands,

  'workspaces list': async ({ db }: CommandContext) => ({ workspaces: await listWorkspaces(db) }),

  'keys create': async ({ db, nowMs }: CommandContext, input: KeyInput) => {
    const request = {
      workspaceId: input.workspace,
      name: parseKeyName(input.name),
      scopes: parseScopes(input.scopes),
      expiresInDays: parseExpiry(input.expires),
      networks: input.networks === undefined ? null : parseNetworkList('--networks', input.networks),
    }
    const { key, secret } = await createKey(db, request, commandLineActor(), nowMs)
    return { ...key, secret }
  },

  'keys list': async ({ db, nowMs }: CommandContext, { workspace }: { workspace?: string }) => {
    if (workspace !== undefined) await requireWorkspace(db, workspace)
    const ids = workspace === undefined ? (await listWorkspaces(db)).map(({ id }) => id) : [workspace]
    const keys: StoredKey[] = []
    for (const id of ids) keys.push(...(await listKeys(db, id)))
    return { keys: keys.map(key => ({ ...key, state: lifeStateOf(key, nowMs) })) }
  },

  'keys revoke': async ({ db, nowMs }: CommandContext, { id }: { id: string }) => {
    const revocation = await revoke(db, id, commandLineActor(), nowMs)
    if (!revocation.found)
      throw new Failure(`There is no key ${id}. florin keys list shows all keys.`, 'notFound')
    return { ...revocation.key, alreadyRevoked: revocation.alreadyRevoked }
  },

  ...keyNetworkCommands,
  ...webhookCommands,
  ...userCommands,
  ...ruleCommands,
  ...billCommands,
  ...matchCommands,
  ...importCommands,
  ...doctorCommands,
  ...distributeCommands,

  /** Internal: used by florin backup, which reads from the copy. */
  'store copy': async ({ db }: CommandContext, { folder }: { folder: string }) => {
    await db.copyFiles?.(folder)
    return { folder }
  },

  migrate: async ({ migration }: CommandContext) => migration,
} satisfies Record<string, Command>

export type CommandName = keyof typeof commands
export type CommandResult<Name extends CommandName> = Awaited<ReturnType<(typeof commands)[Name]>>

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

export async function runCommand(
  name: CommandName,
  context: CommandContext,
  input: unknown,
): Promise<object> {
  try {
    return await (commands[name] as (context: CommandContext, input: unknown) => Promise<object>)(
      context,
      input,
    )
  } catch (error) {
    throw asFailure(error)
  }
}

/** Turns errors that the operator can fix into failures. Anything else is a bug and is returned unchanged. */
export function asFailure(error: unknown): unknown {
  if (error instanceof UnknownWorkspace) {
    return new Failure(`${error.message} florin workspaces list shows all workspaces.`, 'notFound')
  }
  if (error instanceof OutcomeUnknown) {
    return new PassingFailure(
      `${error.message} The change was saved completely or not at all: check before you run the command again.`,
    )
  }
  if (error instanceof StoreUnavailable)
    return new PassingFailure(`${withReason(error)} Nothing was changed; try again.`)
  if (error instanceof CopyFailed) return new Failure(error.message)
  if (error instanceof ImportInterrupted) return interrupted(error)
  if (error instanceof UnknownImport) {
    return new Failure(`${error.message} florin imports list shows all imports.`, 'notFound')
  }
  if (error instanceof UnknownCompany || error instanceof UnknownAccount) {
    return new Failure(error.message, 'notFound')
  }
  if (error instanceof AlreadyUndone || error instanceof Conflict)
    return new Failure(error.message, 'refused')
  if (error instanceof BadWebhookUrl) return new Failure(`--url ${error.message}.`, 'usage')
  if (error instanceof SchemaMismatch) return new Failure(error.message)
  if (error instanceof TooManyInvites || error instanceof AlreadyMember)
    return new Failure(error.message, 'refused')
  if (error instanceof DuplicateUser)
    return new Failure(`${error.message} florin users list shows everyone.`, 'refused')
  return error instanceof BadWorkspaceFile ? new Failure(error.message, 'refused') : error
}

/** Adds PostgreSQL's own reason, as in "The database is out of reach (53100: could not extend file)." */
function withReason(error: StoreUnavailable): string {
  const reason = serverReason(error)
  return reason === null ? error.message : `${error.message.replace(/\.$/, '')} (${reason}).`
}

function interrupted({ file, done, cause }: ImportInterrupted): unknown {
  const failure = asFailure(cause)
  if (!(failure instanceof Failure)) return failure
  const before =
    done === 1 ? 'The file before it was processed' : `The ${done} files before it were processed`
  const message = `${file}: ${failure.message} ${before}. Run the same command again to import the rest; nothing is imported twice.`
  return failure instanceof PassingFailure ? new PassingFailure(message) : new Failure(message, failure.kind)
}

function readWorkspaceFile(path: string): string {
  try {
    const stats = statSync(path)
    // The command may run inside the service, which cannot open a pipe of this process.
    if (!stats.isFile()) throw new Failure(`${path} is not a regular file. Save it as one and load that.`)
    if (stats.size > workspaceFileBytesMax) {
      throw new Failure(`${path} is larger than the limit of ${workspaceFileBytesMax} bytes.`)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof TypeError)
      throw new Failure(`${path} is not UTF-8 text. Save it as UTF-8 and load it again.`)
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface KeyInput {
  workspace: string
  name: string
  scopes: string
  expires?: string
  networks?: string
}

function parseKeyName(name: string): string {
  const parsed = keyName.safeParse(name)
  if (parsed.success) return parsed.data
  throw new Failure(`--name ${z.treeifyError(parsed.error).errors[0]}.`, 'usage')
}

function parseScopes(words: string): Scope[] {
  if (words === 'all') return scopes
  const given = [...new Set(words.split(',').map(word => word.trim()))].filter(word => word !== '')
  const unknown = given.filter(word => !isScope(word))
  if (unknown.length > 0) {
    throw new Failure(
      `--scopes has unknown scopes: ${unknown.join(', ')}. Use ${scopes.join(', ')}, or all.`,
      'usage',
    )
  }
  return given.filter(isScope)
}

function parseExpiry(days: string | undefined): ExpiryDays | null {
  if (days === undefined) return null
  const option = expiryDayOptions.find(each => String(each) === days)
  if (option === undefined)
    throw new Failure(`--expires must be ${expiryDayOptions.join(', ')} days, or left out.`, 'usage')
  return option
}

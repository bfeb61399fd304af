/**
 * What the command line can do to a store, apart from serving it. Each command takes plain JSON and gives plain JSON,
 * so that it runs alike in its own process and, when a service has the embedded store open, inside that service.
 */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { createKey, revoke } from '../../actions/keys.ts'
import { TooManyInvites } from '../../actions/people.ts'
import { type ExpiryDays, expiryDayOptions, keyName } from '../../contract/console/keys.ts'
import { isScope, type Scope, scopes } from '../../contract/scopes.ts'
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import { AlreadyUndone, UnknownAccount, UnknownCompany, UnknownImport } from '../../import/importErrors.ts'
import { exportWorkspace } from '../../import/workspace/exportWorkspace.ts'
import { loadWorkspace } from '../../import/workspace/loadWorkspace.ts'
import { BadWorkspaceFile, parseWorkspaceFile } from '../../import/workspace/workspaceFile.ts'
import { CopyFailed } from '../../store/engine/copyCluster.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../store/engine/door.ts'
import { SchemaMismatch } from '../../store/engine/migrate.ts'
import { listKeys, type StoredKey } from '../../store/keys/apiKeys.ts'
import { DuplicateUser } from '../../store/people/users.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { findWorkspace, listWorkspaces } from '../../store/workspaces.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { doctorCommands } from '../doctor/diagnose.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { serverReason } from '../loggedError.ts'
import { spooled } from '../spool.ts'
import { billCommands } from './billCommands.ts'
import { BrokenOff, importCommands } from './importCommands.ts'
import { keyNetworkCommands, parseNetworkList } from './keyNetworkCommands.ts'
import { matchCommands } from './matchCommands.ts'
import { ruleCommands } from './ruleCommands.ts'
import { userCommands } from './userCommands.ts'

type Command = (context: CommandContext, input: never) => Promise<object>

/** A JavaScript string holds about 500 million characters; half of that leaves room for what is made of it. */
export const workspaceFileBytesMax = 256 * 1024 * 1024

export const commands = {
  load: async ({ db, nowMs, onProgress }: CommandContext, { file }: { file: string }) => {
    const content = parseWorkspaceFile(readWorkspaceFile(file))
    return await loadWorkspace(db, content, { nowMs, actor: commandLineActor(), onProgress })
  },

  export: async ({ db, write, onProgress }: CommandContext, { workspace }: { workspace: string }) => {
    const elements = await spooled(spool => exportWorkspace(db, workspace, spool, onProgress), write)
    return { workspaceId: workspace, elements }
  },

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
    if (workspace !== undefined && (await findWorkspace(db, workspace)) === null) {
      throw new UnknownWorkspace(`There is no workspace ${workspace}.`)
    }
    const ids = workspace === undefined ? (await listWorkspaces(db)).map(({ id }) => id) : [workspace]
    const keys: StoredKey[] = []
    for (const id of ids) keys.push(...(await listKeys(db, id)))
    return { keys: keys.map(key => ({ ...key, state: lifeStateOf(key, nowMs) })) }
  },

  'keys revoke': async ({ db, nowMs }: CommandContext, { id }: { id: string }) => {
    const revocation = await revoke(db, id, commandLineActor(), nowMs)
    if (!revocation.found)
      throw new Failure(`There is no key ${id}. florin keys list shows those that there are.`)
    return { ...revocation.key, alreadyRevoked: revocation.alreadyRevoked }
  },

  ...keyNetworkCommands,
  ...userCommands,
  ...ruleCommands,

  ...billCommands,

  ...matchCommands,

  ...importCommands,

  ...doctorCommands,
  /** For florin backup, which reads from the copy. Not on the command line. */
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

/** What the operator can mend is said in its own words; anything else is a fault of ours. */
export function asFailure(error: unknown): unknown {
  if (error instanceof UnknownWorkspace) {
    return new Failure(`${error.message} florin workspaces list shows those that there are.`)
  }
  if (error instanceof OutcomeUnknown) {
    return new PassingFailure(
      `${error.message} It was done whole or not at all: look before you do it again.`,
    )
  }
  if (error instanceof StoreUnavailable)
    return new PassingFailure(`${withReason(error)} Nothing was changed; try again.`)
  if (error instanceof CopyFailed) return new Failure(error.message)
  if (error instanceof BrokenOff) return brokenOff(error)
  if (error instanceof UnknownImport) {
    return new Failure(`${error.message} florin imports list shows those that there are.`)
  }
  if (error instanceof UnknownCompany || error instanceof UnknownAccount || error instanceof AlreadyUndone) {
    return new Failure(error.message)
  }
  if (error instanceof SchemaMismatch) return new Failure(error.message)
  if (error instanceof TooManyInvites) return new Failure(error.message)
  if (error instanceof DuplicateUser) return new Failure(`${error.message} florin users list shows everyone.`)
  return error instanceof BadWorkspaceFile ? new Failure(error.message) : error
}

/** As in "The database is out of reach (53100: could not extend file)." An operator needs PostgreSQL's own reason. */
function withReason(error: StoreUnavailable): string {
  const reason = serverReason(error)
  return reason === null ? error.message : `${error.message.replace(/\.$/, '')} (${reason}).`
}

function brokenOff({ file, done, cause }: BrokenOff): unknown {
  const failure = asFailure(cause)
  if (!(failure instanceof Failure)) return failure
  const before =
    done === 1 ? 'The file before it has been dealt with' : `The ${done} files before it have been dealt with`
  const message = `${file}: ${failure.message} ${before}; the same command again takes the rest, and nothing twice.`
  return failure instanceof PassingFailure ? new PassingFailure(message) : new Failure(message)
}

function readWorkspaceFile(path: string): string {
  try {
    const facts = statSync(path)
    // A pipe would be opened by the service that takes the command, which does not have it.
    if (!facts.isFile()) throw new Failure(`${path} is not a plain file. Save it as one, and load that.`)
    if (facts.size > workspaceFileBytesMax) {
      throw new Failure(
        `${path} is larger than ${workspaceFileBytesMax} bytes, which is the most that is loaded.`,
      )
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof TypeError)
      throw new Failure(`${path} is not text in UTF-8. Save it as that, and load it again.`)
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
  throw new Failure(`--name ${z.treeifyError(parsed.error).errors[0]}.`)
}

function parseScopes(words: string): Scope[] {
  if (words === 'all') return scopes
  const given = [...new Set(words.split(',').map(word => word.trim()))].filter(word => word !== '')
  const unknown = given.filter(word => !isScope(word))
  if (unknown.length > 0) {
    throw new Failure(`--scopes has ${unknown.join(', ')}; the scopes are ${scopes.join(', ')}, or all.`)
  }
  return given.filter(isScope)
}

function parseExpiry(days: string | undefined): ExpiryDays | null {
  if (days === undefined) return null
  const option = expiryDayOptions.find(each => String(each) === days)
  if (option === undefined)
    throw new Failure(`--expires must be ${expiryDayOptions.join(', ')} days, or left out.`)
  return option
}

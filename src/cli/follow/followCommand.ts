/** florin follow: every row and change as a line of JSON, until a signal. */
import { resolve } from 'node:path'
import { createClient, FlorinError, type FollowOptions, type Trouble } from '../../client/index.ts'
import { accessFor, withAccess } from '../access/access.ts'
import { ApiFailure, apiFailure } from '../access/apiFailure.ts'
import type { Environment } from '../access/profiles.ts'
import { terminalCount } from '../progress.ts'
import { stopOnSignal } from '../stopOnSignal.ts'
import { withoutControls } from '../terminalText.ts'
import { type Lines, standardOutput } from './lines.ts'
import { openState } from './state.ts'

type Input = Readonly<Record<string, string>>

/** The most that the service sends. */
const pageRows = 100

/** Returns the exit code. */
export async function followCommand(
  input: Input,
  env: Environment,
  lines = standardOutput(),
): Promise<number> {
  const { resources, company, state: path, once } = input
  const client = withAccess(accessFor('follow', input, env), createClient)
  const followed = { resources: resources ?? null, company: company ?? null }
  const state = path === undefined ? null : await openState(resolve(path), followed)
  const options: FollowOptions = {
    cursor: state?.cursor,
    from: input['from-now'] === undefined ? undefined : 'now',
    // The service says which names there are.
    resources: resources?.split(',') as FollowOptions['resources'],
    companyId: company,
    limit: pageRows,
    signal: stopOnSignal(),
  }
  try {
    await printChanges(client.follow, options, {
      lines,
      save: async cursor => state?.save(cursor),
      isOnce: once !== undefined,
    })
    return 0
  } catch (error) {
    throw asFailure(error, path)
  }
}

interface Output {
  lines: Lines
  /** Called when all lines up to the cursor have left the process. */
  save(cursor: string): Promise<void>
  isOnce: boolean
}

async function printChanges(
  follow: ReturnType<typeof createClient>['follow'],
  options: FollowOptions,
  { lines, save, isOnce }: Output,
): Promise<void> {
  // On a terminal the lines themselves show the progress.
  const progress = process.stdout.isTTY ? null : terminalCount('changes')
  let count = 0
  let isTroubled = false
  let saved: string | undefined
  const onTrouble = ({ error, waitMs }: Trouble) => {
    progress?.end()
    say(`${sentence(error.message)} Trying again in ${waitMs / 1000} s.`)
    isTroubled = true
  }
  try {
    for await (const { changes, cursor, upToDate } of follow({ ...options, onTrouble })) {
      if (isTroubled) say('Working again; continuing.')
      isTroubled = false
      if (!(await lines.print(changes))) return
      if (cursor !== saved) await save(cursor)
      saved = cursor
      count += changes.length
      if (!upToDate) progress?.show(count)
      else progress?.end()
      if (upToDate && isOnce) return
    }
  } finally {
    progress?.end()
  }
}

const say = (text: string) => process.stderr.write(`florin: ${withoutControls(text)}\n`)

/** A lost cursor cannot be mended but by starting again. */
function asFailure(error: unknown, statePath: string | undefined): unknown {
  const failure = apiFailure(error)
  const isLost = error instanceof FlorinError && error.code === 'RESYNC_REQUIRED' && statePath !== undefined
  if (!isLost || !(failure instanceof ApiFailure)) return failure
  return new ApiFailure(`${failure.message} To start again, delete ${statePath}.`, failure.kind, failure.body)
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

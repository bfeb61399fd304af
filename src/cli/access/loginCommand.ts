/** florin login, florin logout and florin profiles. A key is read from a terminal or standard input, never from the command line. */
import { createClient, type Workspace } from '../../client/index.ts'
import { Failure } from '../../main/failure.ts'
import { readLine, readSecretLine } from '../password.ts'
import { table } from '../table.ts'
import { withoutControls } from '../terminalText.ts'
import { urlOf, withAccess } from './access.ts'
import { apiFailure } from './apiFailure.ts'
import {
  checkedName,
  type Environment,
  profileDefault,
  profilesPath,
  readProfiles,
  writeProfiles,
} from './profiles.ts'
import type { accessShapes } from './shapes.ts'

type Input = Readonly<Record<string, string>>

interface Output {
  result: object
  lines: readonly string[]
}

export const accessCommands = {
  login: loginCommand,
  logout: logoutCommand,
  profiles: (_: Input, env: Environment) => profilesCommand(env),
  'profiles use': useProfileCommand,
} satisfies Record<keyof typeof accessShapes, (input: Input, env: Environment) => Output | Promise<Output>>

async function loginCommand(input: Input, env: Environment): Promise<Output> {
  const name = checkedName(input.profile ?? profileDefault)
  const here = urlOf(input.url, env)
  const isNamed = input.url !== undefined || Boolean(env.FLORIN_URL?.trim())
  const url = isNamed ? here : await readLine('Address of the API', here)
  // Checks the address before it asks for the key.
  withAccess({ baseUrl: url, apiKey: 'x' }, createClient)
  const key = (env.FLORIN_API_KEY?.trim() || (await readSecretLine(`API key for ${url}: `, missing))).trim()
  const workspace = await checked(url, key)
  const { profiles } = readProfiles(env)
  writeProfiles(env, {
    current: name,
    profiles: { ...profiles, [name]: { url, key, workspace: workspace.name } },
  })
  const { name: keyName, scopes } = workspace.apiKey
  return {
    result: { profile: name, url, workspace: workspace.name, key: { name: keyName, scopes } },
    lines: [
      `Signed in to ${workspace.name} at ${url} with the key ${keyName}: ${scopes.join(', ') || 'no scopes'}.`,
      `The key is in ${profilesPath(env)}, which only you can read.`,
    ],
  }
}

const missing = 'The key is missing. Type it, or pipe it in as one line.'

async function checked(baseUrl: string, apiKey: string): Promise<Workspace> {
  try {
    return await withAccess({ baseUrl, apiKey }, createClient).workspace.get()
  } catch (error) {
    throw apiFailure(error)
  }
}

function logoutCommand({ profile, all }: Input, env: Environment): Output {
  const { current, profiles } = readProfiles(env)
  const names = all === undefined ? [profile ?? current].filter(name => name !== null) : Object.keys(profiles)
  const unknown = names.find(name => !Object.hasOwn(profiles, name))
  if (unknown !== undefined) throw unknownProfile(unknown)
  const left = Object.fromEntries(Object.entries(profiles).filter(([name]) => !names.includes(name)))
  const next = current !== null && Object.hasOwn(left, current) ? current : (Object.keys(left)[0] ?? null)
  if (names.length > 0) writeProfiles(env, { current: next, profiles: left })
  return {
    result: { removed: names, current: next },
    lines:
      names.length === 0
        ? ['There is no profile.']
        : [
            `Removed ${names.join(', ')}. The key itself stays valid: florin keys revoke, or the console, ends it.`,
            ...(next === null ? [] : [`The current profile is now ${next}.`]),
          ],
  }
}

/** Enough of a key to recognise it. */
const shownLength = 13

function profilesCommand(env: Environment): Output {
  const { current, profiles } = readProfiles(env)
  const list = Object.entries(profiles).map(([name, { url, key, workspace }]) => ({
    name,
    current: name === current,
    url,
    workspace,
    keyStartsWith: key.slice(0, shownLength),
  }))
  const rows = list.map(each => [
    each.current ? `* ${each.name}` : `  ${each.name}`,
    each.url,
    each.workspace,
    each.keyStartsWith,
  ])
  return {
    result: { profiles: list },
    lines:
      list.length === 0
        ? ['There is no profile. florin login makes one.']
        : table(['  NAME', 'URL', 'WORKSPACE', 'KEY STARTS WITH'], rows),
  }
}

function useProfileCommand({ name = '' }: Input, env: Environment): Output {
  const { profiles } = readProfiles(env)
  if (!Object.hasOwn(profiles, name)) throw unknownProfile(name)
  writeProfiles(env, { current: name, profiles })
  return { result: { current: name }, lines: [`The current profile is now ${name}.`] }
}

const unknownProfile = (name: string): Failure =>
  new Failure(withoutControls(`There is no profile ${name}. florin profiles lists all profiles.`), 'notFound')

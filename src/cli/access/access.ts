/**
 * Which Florin a command talks to, and with which key. Both come from the same place: from options and environment, or
 * from a profile. So the key of a profile is never sent to an address that somebody else set.
 */
import { checkedBaseUrl } from '../../client/baseUrl.ts'
import { homeOf, readConfig } from '../../main/config.ts'
import { Failure } from '../../main/failure.ts'
import { checkedName, type Environment, type Profile, readProfiles } from './profiles.ts'

type Input = Readonly<Record<string, string>>

export interface Access {
  baseUrl: string
  apiKey: string
}

export function accessFor(command: string, input: Input, env: Environment): Access {
  const { profile: named, url } = input
  const given = input.key ?? (named === undefined ? env.FLORIN_API_KEY?.trim() : undefined)
  if (given) return { apiKey: given, baseUrl: urlOf(url, env) }
  const found = profileFor(named ?? env.FLORIN_PROFILE?.trim(), env, url ?? null)
  if (found !== null) return { apiKey: found.key, baseUrl: found.url }
  const where = url === undefined ? '' : ` for ${withoutPassword(url)}`
  throw new Failure(
    `florin ${command} needs an API key${where}: run florin login, or set FLORIN_API_KEY.`,
    'usage',
  )
}

export const urlOf = (url: string | undefined, env: Environment): string =>
  url ?? (env.FLORIN_URL?.trim() || `${homeOf(readConfig(env))}/v1`)

/** Turns the client's complaint about an address or a key into words for the command line. */
export function withAccess<Result>(access: Access, use: (access: Access) => Result): Result {
  try {
    return use(access)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = error.message.replace(/^baseUrl/, '--url').replace(/^apiKey/, 'The API key')
    throw new Failure(`${message}.`, 'usage')
  }
}

/** A profile that was named must exist. With an address, only a profile of that address is used. */
function profileFor(name: string | undefined, env: Environment, url: string | null): Profile | null {
  const { current, profiles } = readProfiles(env)
  const isFor = (profile: Profile) => url === null || sameAddress(profile.url, url)
  if (name) {
    const profile = Object.hasOwn(profiles, checkedName(name)) ? profiles[name] : undefined
    if (profile === undefined)
      throw new Failure(`There is no profile ${name}. florin profiles lists all profiles.`, 'notFound')
    if (!isFor(profile))
      throw new Failure(`The key of profile ${name} is for ${profile.url}, not for the given --url.`, 'usage')
    return profile
  }
  const own = current === null ? undefined : profiles[current]
  if (own !== undefined && isFor(own)) return own
  return url === null ? null : (Object.values(profiles).find(isFor) ?? null)
}

function sameAddress(one: string, other: string): boolean {
  try {
    return new URL(checkedBaseUrl(one)).href === new URL(checkedBaseUrl(other)).href
  } catch {
    return false
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'the given --url'
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

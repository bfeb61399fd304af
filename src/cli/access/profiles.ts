/** Profiles: addresses and keys that florin login keeps, in a file that only its owner can read. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Failure } from '../../main/failure.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Profile {
  url: string
  key: string
  /** The workspace's name when the key was checked. */
  workspace: string
}

export interface Profiles {
  /** The profile that is used if none is named. */
  current: string | null
  profiles: Readonly<Record<string, Profile>>
}

export const profileDefault = 'default'
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const fileLengthMax = 1_000_000
const profilesMax = 1_000

export const profilesPath = ({ XDG_CONFIG_HOME, HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'florin', 'profiles.json')

export function checkedName(name: string): string {
  if (namePattern.test(name)) return name
  throw new Failure('--profile must be a name of letters, digits, dots, hyphens and underscores.', 'usage')
}

export function readProfiles(env: Environment): Profiles {
  const path = profilesPath(env)
  const text = textIn(path)
  if (text === null) return { current: null, profiles: {} }
  const found = parsed(text)
  if (found === null) throw new Failure(`${path} is damaged. Delete it, and run florin login again.`)
  return found
}

export function writeProfiles(env: Environment, profiles: Profiles): void {
  if (Object.keys(profiles.profiles).length > profilesMax)
    throw new Failure(`There are more than ${profilesMax} profiles. Remove some with florin logout.`)
  const path = profilesPath(env)
  const partial = `${path}.partial`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
    // A partial file that was left behind keeps its own mode.
    chmodSync(partial, 0o600)
    renameSync(partial, path)
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function textIn(path: string): string | null {
  try {
    const { mode } = lstatSync(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Failure(`${path} holds keys, and others can read it. Run chmod 600 on it; then try again.`)
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new Failure(`${path} cannot be read (${code}).`)
  }
}

function parsed(text: string): Profiles | null {
  try {
    const value = (text.length > fileLengthMax ? null : JSON.parse(text)) as Profiles | null
    if (typeof value?.profiles !== 'object' || value.profiles === null) return null
    const isWhole = Object.values(value.profiles).every(
      profile => typeof profile?.url === 'string' && typeof profile.key === 'string',
    )
    return isWhole ? { current: value.current ?? null, profiles: value.profiles } : null
  } catch {
    return null
  }
}

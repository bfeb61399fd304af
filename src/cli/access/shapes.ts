/** The commands that keep profiles, and the options by which a command finds its Florin and its key. */
import type { OptionShape } from '../shape.ts'

export const accessOptions = {
  profile: { value: 'NAME', summary: 'a profile of florin login, instead of the current one' },
  url: { value: 'URL', summary: 'the API, such as https://florin.example/v1; or set FLORIN_URL' },
} as const satisfies Readonly<Record<string, OptionShape>>

export const accessShapes = {
  login: {
    summary:
      'Check an API key and keep it as a profile; prompts for the key, or reads it from standard input',
    options: {
      url: { value: 'URL', summary: 'the API, such as https://florin.example/v1 (default: the one here)' },
      profile: { value: 'NAME', summary: 'the name of the profile (default: default)' },
    },
  },
  logout: {
    summary: 'Remove a profile and its key from this machine; the key itself stays valid',
    options: { profile: { value: 'NAME', summary: 'the profile, instead of the current one' } },
    flags: { all: 'remove all profiles' },
  },
  profiles: { summary: 'List the profiles of florin login' },
  'profiles use': { summary: 'Make a profile the current one', operands: ['NAME'] },
} as const

export const isAccessCommand = (command: string): command is keyof typeof accessShapes =>
  Object.hasOwn(accessShapes, command)

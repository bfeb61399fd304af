/** What may be written on the command line. One table gives the parser, the help and the messages. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CommandName } from '../main/commands/commands.ts'
import { Failure } from '../main/failure.ts'

interface CommandShape {
  summary: string
  /** Names of the words that follow the command; one that ends in … stands for as many as are given. */
  operands?: readonly string[]
  options?: Readonly<Record<string, { value: string; summary: string; required?: boolean }>>
  /** Options without a value, and what each does. */
  flags?: Readonly<Record<string, string>>
}

/** One command is only for the running service. Those that are added here do not run inside of it. */
type Name = Exclude<CommandName, 'store copy'> | 'serve' | 'watch' | 'backup' | 'restore'

const place = {
  workspace: { value: 'ID', summary: 'the workspace', required: true },
  company: { value: 'ID', summary: 'whose files they are; needed where there are several companies' },
  account: { value: 'ID', summary: 'the account, for files that do not say it' },
}
const partial = 'take what can be read, and statements that do not add up'

export const shapes: Record<Name, CommandShape> = {
  serve: {
    summary: 'Run the service',
    options: {
      workers: { value: 'N', summary: 'processes over one PostgreSQL, each with up to 8 connections to it' },
    },
  },
  load: { summary: 'Load a workspace file', operands: ['FILE'] },
  export: {
    summary: 'Write a workspace as a workspace file',
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      output: { value: 'FILE', summary: 'where to write it, instead of standard output' },
    },
  },
  'workspaces list': { summary: 'Show every workspace' },
  'keys create': {
    summary: 'Create an API key; its secret is shown once',
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      name: { value: 'NAME', summary: 'a label for it', required: true },
      scopes: { value: 'A,B', summary: 'what it may do, or all', required: true },
      expires: { value: 'DAYS', summary: '30, 90 or 365; never where left out' },
      networks: {
        value: 'A,B',
        summary: 'addresses and networks it may be used from; anywhere where left out',
      },
    },
  },
  'keys list': {
    summary: 'Show API keys',
    options: { workspace: { value: 'ID', summary: 'of this workspace alone' } },
  },
  'keys networks': {
    summary: 'Change where an API key may be used from, from the next request on',
    operands: ['ID'],
    options: {
      set: { value: 'A,B', summary: 'these addresses and networks, such as 10.0.0.0/8,203.0.113.7' },
    },
    flags: { clear: 'anywhere' },
  },
  'keys revoke': { summary: 'Revoke an API key, from the next request on', operands: ['ID'] },
  'users create': {
    summary: 'Make an account; the password is asked for, or read from standard input',
    options: {
      workspace: { value: 'ID', summary: 'the workspace to belong to', required: true },
      email: { value: 'ADDRESS', summary: 'what to sign in with', required: true },
      name: { value: 'NAME', summary: 'what the person is called', required: true },
      role: { value: 'ROLE', summary: 'owner, admin or member; member where left out' },
    },
  },
  'users invite': {
    summary: 'Make a link, for once and for 7 days, that makes an account',
    options: {
      workspace: { value: 'ID', summary: 'the workspace to belong to', required: true },
      email: { value: 'ADDRESS', summary: 'whom it is for', required: true },
      role: { value: 'ROLE', summary: 'owner, admin or member; member where left out' },
    },
  },
  'users list': { summary: 'Show everyone who has an account' },
  'users reset': {
    summary: 'Make a link, for once and for a day, to choose a new password',
    options: { email: { value: 'ADDRESS', summary: 'whose password is lost', required: true } },
  },
  import: {
    summary: 'Take in bank statements and e-invoices, also in ZIPs; each file whole or not at all',
    operands: ['FILE…'],
    options: {
      ...place,
      mapping: { value: 'FILE', summary: 'how a CSV is to be read, as JSON; kept with the account' },
    },
    flags: {
      'accept-mapping': 'read a CSV as was guessed, and keep that with the account',
      'dry-run': 'only say what it would do',
      partial,
    },
  },
  'imports list': {
    summary: 'Show what came in, newest first',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'imports show': {
    summary: 'Show all that was kept of an import',
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'imports undo': {
    summary: 'Take an import back, exactly; or say what stands on it',
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  watch: {
    summary: 'Take in what is put into a folder, and move it to imported or refused in there',
    operands: ['DIR'],
    options: place,
    flags: { once: 'take in what is there, and end', partial },
  },
  'rules list': {
    summary: 'Show the rules that give transactions their category, in their order',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'rules apply': {
    summary: 'Apply the rules to all transactions; what a person chose stays',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
    flags: { 'dry-run': 'only say what would change' },
  },
  'bills show': {
    summary: "Show where a bill's values come from, what was checked, and its documents",
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'bills document': {
    summary: 'Write an original document; the ID is its own, or that of a bill that has just one',
    operands: ['ID'],
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      output: { value: 'FILE', summary: 'where to write it, instead of standard output' },
    },
  },
  match: {
    summary: 'Match open bills with payments, and show why',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
    flags: { 'dry-run': 'only show what it would do' },
  },
  doctor: { summary: 'Check the store and its surroundings, and say what to do' },
  backup: {
    summary: 'Write everything to one file, also while the service runs; - is standard output',
    operands: ['FILE'],
    flags: { force: 'replace the file where there is one' },
  },
  restore: {
    summary: 'Put a backup into an empty store, of either kind; - is standard input',
    operands: ['FILE'],
    flags: { check: 'only read the file and check that it is complete' },
  },
  migrate: { summary: "Bring the store's schema up to date" },
}

export interface Parsed {
  command: Name
  /** Options and operands, by their name in lower case; a flag that is given is 'true'. */
  input: Record<string, string>
  /** The words of an operand that takes as many as are given. */
  several?: string[]
  json: boolean
}

/** Read from the package itself, so that it is written once. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export const isHelp = (words: readonly string[]): boolean =>
  words.length === 0 || words.includes('--help') || words.includes('-h') || words[0] === 'help'

export function parseCommandLine(words: readonly string[]): Parsed {
  const command = commandOf(words)
  const { operands = [], options = {}, flags = {} } = shapes[command]
  const { values, positionals } = parsed(
    words.slice(command.split(' ').length),
    Object.keys(options),
    Object.keys(flags),
  )
  const input: Record<string, string> = {}
  for (const [name, { required, value }] of Object.entries(options)) {
    const given = (values as Record<string, unknown>)[name]
    if (typeof given === 'string') input[name] = given
    else if (required) throw new Failure(`florin ${command} needs --${name} ${value}.`)
  }
  for (const name of Object.keys(flags)) {
    if ((values as Record<string, unknown>)[name] === true) input[name] = 'true'
  }
  for (const [index, name] of operands.entries()) {
    const given = positionals[index]
    if (given === undefined) throw new Failure(`florin ${command} needs ${name}.`)
    if (name.endsWith('…'))
      return { command, input, several: positionals.slice(index), json: values.json === true }
    input[name.toLowerCase()] = given
  }
  const extra = positionals[operands.length]
  if (extra !== undefined) throw new Failure(`florin ${command} does not know what to do with ${extra}.`)
  return { command, input, json: values.json === true }
}

function commandOf(words: readonly string[]): Parsed['command'] {
  const names = Object.keys(shapes) as Parsed['command'][]
  const found = names.find(name => words.slice(0, name.split(' ').length).join(' ') === name)
  if (found === undefined)
    throw new Failure(`There is no command ${words[0]}. florin --help shows those that there are.`)
  return found
}

function parsed(words: readonly string[], optionNames: readonly string[], flagNames: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(optionNames.map(name => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flagNames.map(name => [name, { type: 'boolean' as const }])),
      },
    })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    throw new Failure(`${sentence.replace(/\.$/, '')}. florin --help shows what there is.`)
  }
}

export function helpText(): string {
  const lines = Object.entries(shapes).flatMap(([name, shape]) => {
    const { summary, operands = [], options = {}, flags = {} } = shape
    const usage = [name, ...operands].join(' ')
    const details = Object.entries(options).map(
      ([option, { value, summary: meaning, required }]) =>
        `      ${`--${option} ${value}`.padEnd(20)} ${meaning}${required ? ' (required)' : ''}`,
    )
    const switches = Object.entries(flags).map(
      ([flag, meaning]) => `      ${`--${flag}`.padEnd(20)} ${meaning}`,
    )
    return [`  ${usage.padEnd(24)} ${summary}`, ...details, ...switches]
  })
  return [
    'florin: a self-hosted Workspace Banking Data API',
    '',
    ...lines,
    '',
    'Every command takes --json, for one JSON object on standard output.',
    'The store and everything else is configured by the environment; README.md lists the names.',
    '',
  ].join('\n')
}

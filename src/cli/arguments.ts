/** The command line. One table defines the parser, the help and the messages. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CommandName } from '../main/commands/commands.ts'
import { Failure } from '../main/failure.ts'
import { drillShapes } from './drill/shapes.ts'
import { importShapes } from './imports/shapes.ts'
import { mcpShapes } from './mcp/shapes.ts'
import { webhookShapes } from './webhooks/shapes.ts'

interface CommandShape {
  summary: string
  /** Words that follow the command. A name that ends in … takes any number of them. */
  operands?: readonly string[]
  options?: Readonly<Record<string, { value: string; summary: string; required?: boolean }>>
  /** Options without a value, with their descriptions. */
  flags?: Readonly<Record<string, string>>
}

/** Leaves out an internal command, and adds those that never run inside the service. */
type Name =
  | Exclude<CommandName, 'store copy'>
  | 'serve'
  | 'watch'
  | 'follow'
  | 'backup'
  | 'restore'
  | keyof typeof drillShapes
  | keyof typeof mcpShapes

export const shapes: Record<Name, CommandShape> = {
  serve: {
    summary: 'Run the service',
    options: {
      workers: {
        value: 'N',
        summary: 'number of processes; needs PostgreSQL, with up to 8 connections each',
      },
    },
  },
  load: { summary: 'Load a workspace file', operands: ['FILE'] },
  export: {
    summary: 'Write a workspace to a workspace file',
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      output: { value: 'FILE', summary: 'write to this file instead of standard output' },
    },
  },
  'workspaces list': { summary: 'List all workspaces' },
  'keys create': {
    summary: 'Create an API key; its secret is shown once',
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      name: { value: 'NAME', summary: 'a label for the key', required: true },
      scopes: { value: 'A,B', summary: 'scopes, separated by commas, or all', required: true },
      expires: { value: 'DAYS', summary: '30, 90 or 365; without it the key never expires' },
      networks: {
        value: 'A,B',
        summary: 'addresses and networks it may be used from; without it, anywhere',
      },
    },
  },
  'keys list': {
    summary: 'List API keys',
    options: { workspace: { value: 'ID', summary: 'only the keys of this workspace' } },
  },
  'keys networks': {
    summary: 'Change where an API key may be used from; takes effect with its next request',
    operands: ['ID'],
    options: {
      set: { value: 'A,B', summary: 'only these addresses and networks, such as 10.0.0.0/8,203.0.113.7' },
    },
    flags: { clear: 'allow it from anywhere' },
  },
  'keys revoke': { summary: 'Revoke an API key; its next request fails', operands: ['ID'] },
  ...webhookShapes,
  'users create': {
    summary: 'Create an account; prompts for the password, or reads it from standard input',
    options: {
      workspace: { value: 'ID', summary: 'the workspace to join', required: true },
      email: { value: 'ADDRESS', summary: 'the e-mail address to sign in with', required: true },
      name: { value: 'NAME', summary: "the person's name", required: true },
      role: { value: 'ROLE', summary: 'owner, admin, bookkeeper or member (default: member)' },
    },
  },
  'users invite': {
    summary: 'Create an invitation link that works once, for 7 days',
    options: {
      workspace: { value: 'ID', summary: 'the workspace to join', required: true },
      email: { value: 'ADDRESS', summary: 'the e-mail address to invite', required: true },
      role: { value: 'ROLE', summary: 'owner, admin, bookkeeper or member (default: member)' },
    },
  },
  'users list': { summary: 'List everyone who has an account' },
  'users reset': {
    summary: 'Create a password reset link that works once, for a day',
    options: { email: { value: 'ADDRESS', summary: 'whose password to reset', required: true } },
  },
  ...importShapes,
  follow: {
    summary: 'Print every row and change of a workspace as a line of JSON, and go on until Ctrl-C',
    options: {
      key: { value: 'KEY', summary: 'the API key; others can see it, so better set FLORIN_API_KEY' },
      url: { value: 'URL', summary: 'the API, such as https://florin.example/v1; or set FLORIN_URL' },
      resources: { value: 'A,B', summary: 'only these, such as transaction,payee' },
      company: { value: 'ID', summary: 'only this company, and the categories' },
      state: { value: 'FILE', summary: 'where to remember what was printed; the next run goes on there' },
    },
    flags: { once: 'print what there is, then exit', 'from-now': 'leave out what exists already' },
  },
  'rules list': {
    summary: 'List the category rules, in their order',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'rules apply': {
    summary: 'Apply the category rules to all transactions, except where a person chose',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
    flags: { 'dry-run': 'only show what would change' },
  },
  'bills show': {
    summary: "Show where a bill's values come from, what was checked, and its documents",
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'bills document': {
    summary: 'Write an original document; ID is the document, or a bill with only one',
    operands: ['ID'],
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      output: { value: 'FILE', summary: 'write to this file instead of standard output' },
    },
  },
  match: {
    summary: 'Match open bills with payments, and explain each match',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
    flags: { 'dry-run': 'only show what it would do' },
  },
  doctor: { summary: 'Check the store and its environment, and suggest fixes' },
  backup: {
    summary: 'Back up everything to one file, even while the service runs; - is standard output',
    operands: ['FILE'],
    flags: { force: 'overwrite an existing file' },
  },
  restore: {
    summary: 'Restore a backup into an empty store of either kind; - is standard input',
    operands: ['FILE'],
    flags: { check: 'only check that the file is complete' },
  },
  migrate: { summary: 'Migrate the database schema to the current version' },
  ...mcpShapes,
  ...drillShapes,
}

export interface Parsed {
  command: Name
  /** Options and operands by lower-case name. A flag that is set is 'true'. */
  input: Record<string, string>
  /** The words of an operand that takes any number. */
  several?: string[]
  json: boolean
}

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
  if (extra !== undefined) throw new Failure(`florin ${command} has an unexpected argument: ${extra}.`)
  return { command, input, json: values.json === true }
}

function commandOf(words: readonly string[]): Parsed['command'] {
  const names = Object.keys(shapes) as Parsed['command'][]
  const found = names.find(name => words.slice(0, name.split(' ').length).join(' ') === name)
  if (found === undefined)
    throw new Failure(`There is no command ${words[0]}. florin --help lists all commands.`)
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
    throw new Failure(`${sentence.replace(/\.$/, '')}. florin --help lists all commands and options.`)
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
    'With --json, every command prints one JSON object to standard output.',
    'Everything is configured through environment variables; README.md lists them.',
    '',
  ].join('\n')
}

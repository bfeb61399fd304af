/** The command line. One table defines the parser, the help, the messages, the completion and docs/command-line.md. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CommandName } from '../main/commands/commands.ts'
import { exportFormats } from '../main/commands/exportFormats.ts'
import { Failure } from '../main/failure.ts'
import { accessOptions, accessShapes } from './access/shapes.ts'
import { completionShapes } from './completion/shapes.ts'
import { drillShapes } from './drill/shapes.ts'
import { nearest } from './help/suggest.ts'
import { importShapes } from './imports/shapes.ts'
import { mcpShapes } from './mcp/shapes.ts'
import { readShapes } from './read/shapes.ts'
import { type CommandShape, commandsUnder, commonFlags } from './shape.ts'
import { webhookShapes } from './webhooks/shapes.ts'

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
  | keyof typeof completionShapes
  | keyof typeof accessShapes
  | keyof typeof readShapes

export const shapes: Record<Name, CommandShape> = {
  serve: {
    summary: 'Run the service',
    options: {
      workers: {
        value: 'N',
        summary: 'number of processes; needs PostgreSQL, with up to 8 connections each, 10 on Citus',
      },
    },
  },
  load: { summary: 'Load a workspace file', operands: ['FILE'] },
  export: {
    summary: 'Write a workspace to a workspace file, or its transactions in a format for bookkeepers',
    options: {
      workspace: { value: 'ID', summary: 'the workspace', required: true },
      format: {
        value: 'FORMAT',
        summary: 'json (the workspace file, default), csv, xlsx, parquet, hledger or beancount',
        choices: exportFormats,
      },
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
  ...accessShapes,
  ...readShapes,
  follow: {
    summary: 'Print every row and change of a workspace as a line of JSON, and go on until Ctrl-C',
    options: {
      key: { value: 'KEY', summary: 'the API key; others can see it, so better set FLORIN_API_KEY' },
      ...accessOptions,
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
  distribute: {
    summary: 'Spread the store over the nodes of a Citus cluster; can be run again',
    options: {
      shards: {
        value: 'N',
        summary: 'how many parts, from 1 to 1024 (default: 32); cannot be changed by this later',
      },
    },
    flags: { 'dry-run': 'check the cluster, and only show what it would do' },
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
  ...completionShapes,
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

/** The words that say which help is asked for; null if none is. */
export function helpWords(words: readonly string[]): readonly string[] | null {
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  if (own[0] === 'help') return own.slice(1).filter(word => !word.startsWith('-'))
  const isAsked = own.length === 0 || own.includes('--help') || own.includes('-h')
  return isAsked ? own.filter(word => !word.startsWith('-')) : null
}

export const isVersion = ([word]: readonly string[]): boolean => word === '--version' || word === '-v'

/** Also for a command line that cannot be parsed. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).includes('--json')
}

export function parseCommandLine(words: readonly string[]): Parsed {
  const command = commandOf(words)
  const { operands = [], options = {}, flags = {} } = shapes[command]
  const { values, positionals } = parsed(
    command,
    words.slice(command.split(' ').length),
    Object.keys(options),
    Object.keys(flags),
  )
  const input: Record<string, string> = {}
  for (const [name, { required, value }] of Object.entries(options)) {
    const given = (values as Record<string, unknown>)[name]
    if (typeof given === 'string') input[name] = given
    else if (required) throw usage(`florin ${command} needs --${name} ${value}.`)
  }
  for (const name of Object.keys(flags)) {
    if ((values as Record<string, unknown>)[name] === true) input[name] = 'true'
  }
  for (const [index, name] of operands.entries()) {
    const given = positionals[index]
    if (given === undefined) throw usage(`florin ${command} needs ${name}.`)
    if (name.endsWith('…'))
      return { command, input, several: positionals.slice(index), json: values.json === true }
    input[name.toLowerCase()] = given
  }
  const extra = positionals[operands.length]
  if (extra !== undefined) throw usage(`florin ${command} has an unexpected argument: ${extra}.`)
  return { command, input, json: values.json === true }
}

const usage = (message: string): Failure => new Failure(message, 'usage')

/** The longest command that the words start with. */
function commandOf(words: readonly string[]): Parsed['command'] {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    if (Object.hasOwn(shapes, name)) return name as Parsed['command']
  }
  throw unknownCommand(words)
}

export function unknownCommand([first = '', second]: readonly string[]): Failure {
  const under = commandsUnder(shapes, first).map(name => name.slice(first.length + 1))
  if (under.length > 0) {
    const meant = second === undefined ? null : nearest(second, under)
    const wrong =
      second === undefined || second.startsWith('-')
        ? `florin ${first} needs a command`
        : `There is no command ${first} ${second}`
    return usage(
      meant === null ? `${wrong}: ${under.join(', ')}.` : `${wrong}. Did you mean florin ${first} ${meant}?`,
    )
  }
  const meant = nearest(first, [...new Set(Object.keys(shapes).map(name => name.split(' ')[0] ?? ''))])
  const advice = meant === null ? 'florin --help lists all commands.' : `Did you mean florin ${meant}?`
  return usage(`There is no command ${first}. ${advice}`)
}

function parsed(
  command: string,
  words: readonly string[],
  optionNames: readonly string[],
  flagNames: readonly string[],
) {
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
    const { message, code } = error as NodeJS.ErrnoException
    const [sentence = ''] = message.split(/\.\s/)
    const known = [...optionNames, ...flagNames, ...Object.keys(commonFlags)]
    const meant =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? nearest(/'--?([^']*)'/.exec(sentence)?.[1] ?? '', known)
        : null
    const advice = meant === null ? `florin ${command} --help lists its options.` : `Did you mean --${meant}?`
    throw usage(`${sentence.replace(/\.$/, '')}. ${advice}`)
  }
}

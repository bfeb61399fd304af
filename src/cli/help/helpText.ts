/** Help: all commands in groups, or one command with its options. */
import { type CommandShape, commandsUnder, commonFlags, type Shapes } from '../shape.ts'

/** The first words of commands, in the order of the overview. A test names one that is missing here. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Run the service': ['serve', 'migrate', 'distribute', 'doctor', 'backup', 'restore'],
  'Files in and out': ['load', 'export', 'import', 'imports', 'watch'],
  'Work on a workspace': ['rules', 'match'],
  'Who may use it': ['workspaces', 'keys', 'users', 'webhooks'],
  'Read with an API key, here or elsewhere': [
    'login',
    'logout',
    'profiles',
    'transactions',
    'accounts',
    'bills',
    'companies',
    'categories',
    'payees',
    'follow',
  ],
  'For developers': ['mcp', 'drill', 'completion'],
}

const firstWord = (name: string): string => name.split(' ')[0] ?? ''

const usageOf = (name: string, { operands = [] }: CommandShape): string => [name, ...operands].join(' ')

const columns = (lines: readonly (readonly [string, string])[], indent = 2): string[] => {
  const width = Math.min(32, Math.max(...lines.map(([left]) => left.length)))
  return lines.map(([left, right]) => `${' '.repeat(indent)}${left.padEnd(width)}  ${right}`)
}

export function overview(shapes: Shapes): string {
  const lines = Object.entries(groups).flatMap(([title, words]) => {
    const names = Object.keys(shapes)
      .filter(name => words.includes(firstWord(name)))
      .sort((one, other) => words.indexOf(firstWord(one)) - words.indexOf(firstWord(other)))
    const entries = names.map(name => {
      const shape = shapes[name] as CommandShape
      return [usageOf(name, shape), shape.summary] as const
    })
    return [title, ...columns(entries), '']
  })
  return [
    'florin: a self-hosted Workspace Banking Data API',
    '',
    ...lines,
    'florin COMMAND --help explains a command; florin --version prints the version.',
    'With --json, every command prints one JSON object, and errors as JSON too.',
    'The service is configured through environment variables; README.md lists them.',
    '',
  ].join('\n')
}

export function commandHelp(name: string, shape: CommandShape): string {
  const { summary, options = {}, flags = {} } = shape
  const required = Object.entries(options).filter(([, option]) => option.required)
  const optional = Object.keys(options).length + Object.keys(flags).length > required.length
  const usage = [
    `florin ${usageOf(name, shape)}`,
    ...required.map(([option, { value }]) => `--${option} ${value}`),
    ...(optional ? ['[OPTIONS]'] : []),
  ].join(' ')
  const lines = [
    ...Object.entries(options).map(
      ([option, { value, summary: meaning, required: isRequired }]) =>
        [`--${option} ${value}`, `${meaning}${isRequired ? ' (required)' : ''}`] as const,
    ),
    ...Object.entries({ ...flags, ...commonFlags }).map(([flag, meaning]) => [`--${flag}`, meaning] as const),
  ]
  return [`${summary}.`, '', `  ${usage}`, '', ...columns(lines), ''].join('\n')
}

/** The help that the words ask for; null if they name no command. */
export function helpFor(shapes: Shapes, words: readonly string[]): string | null {
  if (words.length === 0) return overview(shapes)
  // The longest command that the words start with: its operands may follow.
  for (let length = Math.min(words.length, 2); length > 0; length -= 1) {
    const asked = words.slice(0, length).join(' ')
    const found = commandsUnder(shapes, asked)
    const shape = shapes[asked]
    if (shape !== undefined && found.length === 1) return commandHelp(asked, shape)
    if (found.length > 0) return found.map(name => commandHelp(name, shapes[name] as CommandShape)).join('\n')
  }
  return null
}

import { describe, expect, it } from 'vitest'
import { helpText, isHelp, parseCommandLine, shapes } from '../../src/cli/arguments.ts'
import { Failure } from '../../src/main/failure.ts'

const parse = (line: string) => parseCommandLine(line.split(' '))

/** The error message, which must be one line. */
function refusal(words: readonly string[]): string {
  try {
    parseCommandLine(words)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    const { message } = error as Failure
    expect(message).not.toContain('\n')
    return message
  }
  throw new Error(`${words.join(' ')} was taken`)
}

describe('the command line', () => {
  it.each([
    ['serve', { command: 'serve', input: {}, json: false }],
    ['serve --workers 4', { command: 'serve', input: { workers: '4' }, json: false }],
    ['serve --json --workers=4', { command: 'serve', input: { workers: '4' }, json: true }],
    ['load file.json --json', { command: 'load', input: { file: 'file.json' }, json: true }],
    ['load --json file.json', { command: 'load', input: { file: 'file.json' }, json: true }],
    ['load -- --odd.json', { command: 'load', input: { file: '--odd.json' }, json: false }],
    ['export --workspace w', { command: 'export', input: { workspace: 'w' }, json: false }],
    [
      'export --workspace=w --output o.json',
      { command: 'export', input: { workspace: 'w', output: 'o.json' }, json: false },
    ],
    ['workspaces list', { command: 'workspaces list', input: {}, json: false }],
    ['match --workspace w', { command: 'match', input: { workspace: 'w' }, json: false }],
    [
      'match --dry-run --workspace w',
      { command: 'match', input: { workspace: 'w', 'dry-run': 'true' }, json: false },
    ],
    [
      'keys create --workspace w --name n --scopes all --expires 30',
      {
        command: 'keys create',
        input: { workspace: 'w', name: 'n', scopes: 'all', expires: '30' },
        json: false,
      },
    ],
    ['keys list', { command: 'keys list', input: {}, json: false }],
    ['keys list --workspace w', { command: 'keys list', input: { workspace: 'w' }, json: false }],
    [
      'keys networks key_1 --set 10.0.0.0/8,203.0.113.7',
      {
        command: 'keys networks',
        input: { id: 'key_1', set: '10.0.0.0/8,203.0.113.7' },
        json: false,
      },
    ],
    [
      'keys networks key_1 --clear',
      { command: 'keys networks', input: { id: 'key_1', clear: 'true' }, json: false },
    ],
    ['keys revoke key_1', { command: 'keys revoke', input: { id: 'key_1' }, json: false }],
    ['rules list --workspace w', { command: 'rules list', input: { workspace: 'w' }, json: false }],
    ['rules apply --workspace w', { command: 'rules apply', input: { workspace: 'w' }, json: false }],
    [
      'rules apply --dry-run --workspace w --json',
      { command: 'rules apply', input: { workspace: 'w', 'dry-run': 'true' }, json: true },
    ],
    [
      'bills show bil_1 --workspace w',
      { command: 'bills show', input: { workspace: 'w', id: 'bil_1' }, json: false },
    ],
    [
      'bills document doc_1 --workspace w --output o.pdf',
      { command: 'bills document', input: { workspace: 'w', output: 'o.pdf', id: 'doc_1' }, json: false },
    ],
    ['migrate --json', { command: 'migrate', input: {}, json: true }],
    [
      'import a.xml --workspace w b.xml --dry-run c.zip',
      {
        command: 'import',
        input: { workspace: 'w', 'dry-run': 'true' },
        several: ['a.xml', 'b.xml', 'c.zip'],
        json: false,
      },
    ],
    [
      'import a.csv --workspace w --company c --account a --partial --accept-mapping --json',
      {
        command: 'import',
        input: { workspace: 'w', company: 'c', account: 'a', partial: 'true', 'accept-mapping': 'true' },
        several: ['a.csv'],
        json: true,
      },
    ],
    ['imports list --workspace w', { command: 'imports list', input: { workspace: 'w' }, json: false }],
    [
      'imports undo imp_1 --workspace w',
      { command: 'imports undo', input: { id: 'imp_1', workspace: 'w' }, json: false },
    ],
    [
      'watch inbox --workspace w --once',
      { command: 'watch', input: { dir: 'inbox', workspace: 'w', once: 'true' }, json: false },
    ],
  ])('accepts %s', (line, parsed) => {
    expect(parse(line)).toEqual(parsed)
  })

  it.each(['serve', 'migrate', 'workspaces list', 'keys list'])('accepts --json with %s', line => {
    expect(parse(`${line} --json`).json).toBe(true)
  })
})

describe('a mistake on the command line is reported in one line that names it', () => {
  it.each([
    ['an unknown command', ['conquer'], 'There is no command conquer. florin --help'],
    ['half a command', ['keys'], 'keys'],
    ['an unknown half of one', ['keys', 'burn'], 'keys'],
    ['a missing operand', ['load'], 'florin load needs FILE.'],
    ['a missing key id', ['keys', 'revoke'], 'florin keys revoke needs ID.'],
    ['a missing option', ['export'], 'florin export needs --workspace ID.'],
    ['one missing option of three', ['keys', 'create', '--workspace', 'w', '--name', 'n'], '--scopes A,B'],
    ['an unknown option', ['keys', 'list', '--colour', 'red'], "Unknown option '--colour'"],
    ['an option of another command', ['migrate', '--workspace', 'w'], "Unknown option '--workspace'"],
    ['an option without its value', ['export', '--workspace'], '--workspace'],
    ['an option with another one for its value', ['export', '--workspace', '--json'], '--workspace'],
    ['workers without their number', ['serve', '--workers'], '--workers'],
    ['workers of another command', ['migrate', '--workers', '2'], "Unknown option '--workers'"],
    ['a worker that no primary started', ['worker', '1'], 'There is no command worker.'],
    ['a value for a flag', ['rules', 'apply', '--workspace', 'w', '--dry-run=no'], '--dry-run'],
    ['a value for --json', ['migrate', '--json=yes'], '--json'],
    ['one word too many', ['load', 'a.json', 'b.json'], 'florin load does not know what to do with b.json.'],
    ['no file to import', ['import', '--workspace', 'w'], 'florin import needs FILE….'],
    ['an import into nowhere', ['import', 'a.xml'], 'florin import needs --workspace ID.'],
    ['a value for a flag', ['import', 'a.xml', '--workspace', 'w', '--partial=yes'], '--partial'],
    ['a flag of another command', ['export', '--workspace', 'w', '--once'], "Unknown option '--once'"],
    [
      'a second folder',
      ['watch', 'a', 'b', '--workspace', 'w'],
      'florin watch does not know what to do with b.',
    ],
    ['a word after serve', ['serve', 'now'], 'florin serve does not know what to do with now.'],
  ])('%s', (_, words, message) => {
    expect(refusal(words)).toContain(message)
  })
})

describe('help', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']], [['keys', 'create', '--help']]])(
    'is printed for %j',
    words => {
      expect(isHelp(words)).toBe(true)
    },
  )

  it('says how many database connections a worker needs', () => {
    expect(helpText()).toMatch(/--workers N +.*\b8 connections/)
  })

  it('names every command, operand, option and flag', () => {
    const text = helpText()
    for (const [name, { operands = [], options = {}, flags = {} }] of Object.entries(shapes)) {
      for (const flag of Object.keys(flags)) expect(text).toContain(`--${flag} `)
      expect(text).toContain([name, ...operands].join(' '))
      for (const [option, { value }] of Object.entries(options))
        expect(text).toContain(value === null ? `--${option}` : `--${option} ${value}`)
    }
  })
})

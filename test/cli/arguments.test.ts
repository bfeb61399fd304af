import { describe, expect, it } from 'vitest'
import { helpWords, isVersion, parseCommandLine, shapes, wantsJson } from '../../src/cli/arguments.ts'
import { groups, helpFor } from '../../src/cli/help/helpText.ts'
import { nearest } from '../../src/cli/help/suggest.ts'
import { Failure } from '../../src/main/failure.ts'

const parse = (line: string) => parseCommandLine(line.split(' '))

/** The error message, which must be one line. */
function refusal(words: readonly string[]): string {
  try {
    parseCommandLine(words)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    const { message, kind } = error as Failure
    expect(kind).toBe('usage')
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
    [
      'a command without its second word',
      ['keys'],
      'florin keys needs a command: create, list, networks, revoke.',
    ],
    [
      'an unknown second word',
      ['keys', 'burn'],
      'There is no command keys burn: create, list, networks, revoke.',
    ],
    ['a typo in a command', ['exprot'], 'There is no command exprot. Did you mean florin export?'],
    ['a singular', ['key', 'list'], 'Did you mean florin keys?'],
    ['a typo in a second word', ['keys', 'creat'], 'Did you mean florin keys create?'],
    ['a typo in an option', ['export', '--workspcae', 'w'], 'Did you mean --workspace?'],
    ['a typo in a flag', ['match', '--workspace', 'w', '--dryrun'], 'Did you mean --dry-run?'],
    ['an option that resembles none', ['match', '--zzz'], 'florin match --help lists its options.'],
    ['a very long word', ['x'.repeat(100_000)], 'florin --help lists all commands.'],
    ['a missing operand', ['load'], 'florin load needs FILE.'],
    ['a missing key id', ['keys', 'revoke'], 'florin keys revoke needs ID.'],
    ['a missing option', ['export'], 'florin export needs --workspace ID.'],
    ['one missing option of three', ['keys', 'create', '--workspace', 'w', '--name', 'n'], '--scopes A,B'],
    ['an unknown option', ['keys', 'list', '--colour', 'red'], "Unknown option '--colour'"],
    ['an option of another command', ['migrate', '--workspace', 'w'], "Unknown option '--workspace'"],
    ['an option without its value', ['export', '--workspace'], '--workspace'],
    [
      'an option followed by another option instead of its value',
      ['export', '--workspace', '--json'],
      '--workspace',
    ],
    ['--workers without a number', ['serve', '--workers'], '--workers'],
    ['--workers on another command', ['migrate', '--workers', '2'], "Unknown option '--workers'"],
    ['the internal worker command', ['worker', '1'], 'There is no command worker.'],
    ['a value for a flag', ['rules', 'apply', '--workspace', 'w', '--dry-run=no'], '--dry-run'],
    ['a value for --json', ['migrate', '--json=yes'], '--json'],
    [
      'one argument too many',
      ['load', 'a.json', 'b.json'],
      'florin load has an unexpected argument: b.json.',
    ],
    ['no file to import', ['import', '--workspace', 'w'], 'florin import needs FILE….'],
    ['an import without a workspace', ['import', 'a.xml'], 'florin import needs --workspace ID.'],
    ['a value for a flag', ['import', 'a.xml', '--workspace', 'w', '--partial=yes'], '--partial'],
    ['a flag of another command', ['export', '--workspace', 'w', '--once'], "Unknown option '--once'"],
    [
      'a second folder',
      ['watch', 'a', 'b', '--workspace', 'w'],
      'florin watch has an unexpected argument: b.',
    ],
    ['a word after serve', ['serve', 'now'], 'florin serve has an unexpected argument: now.'],
  ])('%s', (_, words, message) => {
    expect(refusal(words)).toContain(message)
  })
})

const help = (line: string): string => helpFor(shapes, line === '' ? [] : line.split(' ')) ?? ''

describe('help', () => {
  it.each([
    [[], []],
    [['--help'], []],
    [['-h'], []],
    [['help'], []],
    [
      ['help', 'keys', 'create'],
      ['keys', 'create'],
    ],
    [
      ['keys', 'create', '--help'],
      ['keys', 'create'],
    ],
    [['import', '-h', '--partial'], ['import']],
    [['import'], null],
    [['load', '--', '--help'], null],
  ])('is requested by %j, about %j', (words, about) => {
    expect(helpWords(words)).toEqual(about)
  })

  it('has every command in its overview, each once', () => {
    const names = help('')
      .split('\n')
      .flatMap(line => /^ {2}(\w.*?) {2}/.exec(line)?.[1] ?? [])
    const expected = Object.entries(shapes).map(([name, { operands = [] }]) => [name, ...operands].join(' '))
    expect(names.toSorted()).toEqual(expected.toSorted())
  })

  it('has no word in a group that is no command', () => {
    const first = new Set(Object.keys(shapes).map(name => name.split(' ')[0]))
    expect(Object.values(groups).flat().toSorted()).toEqual([...first].toSorted())
  })

  it('explains a command with its operands, options and flags', () => {
    for (const [name, { summary, operands = [], options = {}, flags = {} }] of Object.entries(shapes)) {
      const text = help(name)
      expect(text).toContain(`${summary}.`)
      expect(text).toContain(`florin ${[name, ...operands].join(' ')}`)
      for (const flag of [...Object.keys(flags), 'json', 'help'])
        expect(text).toMatch(new RegExp(`^  --${flag} `, 'm'))
      for (const [option, { value }] of Object.entries(options))
        expect(text).toContain(`  --${option} ${value} `)
    }
  })

  it('explains all commands under a word, and a command although operands follow', () => {
    expect(help('keys')).toMatch(/florin keys create[\s\S]*florin keys list[\s\S]*florin keys revoke ID/)
    expect(help('load some.json')).toBe(help('load'))
    expect(helpFor(shapes, ['conquer'])).toBeNull()
  })

  it('says how many connections a worker takes, because PostgreSQL has a limit', () => {
    expect(help('serve')).toMatch(/--workers N +.*\b8 connections/)
  })
})

describe('the command line as a whole', () => {
  it.each([
    [['-v'], true],
    [['--version'], true],
    [['serve', '-v'], false],
  ])('asks for the version: %j %s', (words, isAsked) => {
    expect(isVersion(words)).toBe(isAsked)
  })

  it('wants JSON even if it cannot be parsed, unless the word is an operand', () => {
    expect([['conquer', '--json'], ['load', '--', '--json'], []].map(wantsJson)).toEqual([true, false, false])
  })

  it.each([
    ['keys', ['keys', 'users'], 'keys'],
    ['ekys', ['keys', 'users'], 'keys'],
    ['trans', ['transactions', 'rules'], 'transactions'],
    ['xyz', ['keys', 'users'], null],
    ['', ['keys'], null],
  ])('takes %j of %j for %j', (word, known, meant) => {
    expect(nearest(word, known)).toBe(meant)
  })
})

/** The documentation names only existing tests, files, scripts, variables and commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { shapes } from '../src/cli/arguments.ts'
import { exitCodes } from '../src/cli/exitCode.ts'
import { commandReference } from '../src/cli/help/reference.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isThere = (path: string): boolean => existsSync(join(root, path))

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md'))
    .map(path => posix.join('docs', path.replaceAll('\\', '/')))
    .sort(),
]

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first = '']) => first)

const fences = /^```[^\n]*\n([\s\S]*?)^```/gm
const prose = (page: string): string => read(page).replace(fences, '')
const blocks = (page: string): string => found(read(page), fences).join('')

describe('docs/guarantees.md', () => {
  interface Guarantee {
    promise: string
    file: string
    title: string
  }

  const lines = read('docs/guarantees.md').split('\n')
  const guarantees = lines.flatMap((line): Guarantee[] => {
    const [, promise = '', file = '', title = ''] =
      /^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$/.exec(line) ?? []
    return title === '' ? [] : [{ promise, file, title }]
  })

  /** Texts that are the first argument of test, it or describe, before a function; also after each(…) and runIf(…). */
  const titlesIn = (source: string): string[] =>
    [
      ...source.matchAll(
        /(?:\b(?:it|test|describe\w*)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\(|\w+ =>)/g,
      ),
    ].map(([, , text = '']) => text.replace(/\\(['"`])/g, '$1'))

  const titlesByFile = new Map<string, string[]>()
  function titlesOf(file: string): string[] {
    const known = titlesByFile.get(file) ?? (isThere(file) ? titlesIn(read(file)) : [])
    titlesByFile.set(file, known)
    return known
  }

  test('has only rows in its tables, under their headings', () => {
    const inTables = lines.filter(line => line.startsWith('|'))
    const heads = inTables.filter(line => line === '| promise | test file | test name |')
    const rules = inTables.filter(line => line === '| --- | --- | --- |')
    expect(heads.length).toBe(lines.filter(line => line.startsWith('## ')).length)
    expect(rules).toHaveLength(heads.length)
    expect(guarantees).toHaveLength(inTables.length - heads.length - rules.length)
    expect(guarantees.length).toBeGreaterThan(100)
  })

  test('states each promise once', () => {
    const promises = guarantees.map(({ promise }) => promise)
    expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([])
  })

  test('names existing tests', () => {
    const missing = guarantees.filter(({ file, title }) => !titlesOf(file).includes(title))
    expect(missing.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
  })

  test('is checked by a parser that finds titles in every form, and no other text', () => {
    const source = [
      `it('plain', () => {`,
      `test.each([['no', 1]])('of each %s', async word => {`,
      `it.each<string>([\n  'no',\n])(\n  "on a line of its own",\n  (_, word) => {`,
      `describeOnBothStores('on both', store => {`,
      `it.runIf(store)('it\\'s conditional', async () => {`,
      'test(`with $' + '{count}`, () => {',
      `expect(call('no')).toEqual(['no', () => {`,
    ].join('\n')
    expect(titlesIn(source)).toEqual([
      'plain',
      'of each %s',
      'on a line of its own',
      'on both',
      "it's conditional",
      'with $' + '{count}',
    ])
  })
})

describe.each(pages)('%s', page => {
  test('has no broken links', () => {
    const targets = found(prose(page), /\]\(([^)\s]+)\)/g).filter(target => !/^(#|[a-z]+:)/.test(target))
    const paths = targets.map(target => posix.join(dirname(page), target.replace(/#.*$/, '')))
    expect(paths.filter(path => !isThere(path))).toEqual([])
  })

  test('names existing files and folders', () => {
    const paths = found(prose(page), /`((?:src|test|docs|scripts|bin|examples)\/[^`\s]*)/g)
    const whole = paths.filter(path => !/[<…]/.test(path))
    expect(whole.filter(path => !isThere(path))).toEqual([])
  })

  test('names existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = found(read(page), /\bnpm run ([\w:-]+)/g)
    expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe('docs/command-line.md', () => {
  test('lists every command with its options, as npm run command-line writes it', () => {
    expect(read('docs/command-line.md')).toContain(`from here on. -->\n\n${commandReference(shapes)}\n`)
  })

  test('documents every exit code', () => {
    const codes = found(read('docs/command-line.md'), /^\| (\d) \|/gm)
    expect(codes.map(Number)).toEqual([0, ...Object.values(exitCodes)])
  })
})

describe('README.md', () => {
  test('lists the environment variables that the configuration reads, and no others', () => {
    const [section = ''] = /^## Configuration\n[\s\S]*?(?=^## )/m.exec(read('README.md')) ?? []
    const cells = found(section, /^\| (`[^|]+`) \|/gm)
    const listed = cells.flatMap(cell => found(cell, /`([^`]+)`/g))
    expect(listed.length).toBeGreaterThan(5)
    expect(listed.sort()).toEqual(found(read('src/main/config.ts'), /'([A-Z][A-Z_]+)'/g).sort())
  })

  test('shows existing florin commands, operands and options', () => {
    const inBlocks = found(blocks('README.md'), /^(?:npx )?florin ([^#>\n]+)/gm)
    const inProse = found(prose('README.md'), /`(?:npx )?florin ([^`]+)`/g)
    const unknown = [...inBlocks, ...inProse].filter(line => !isKnown(line.trim()))
    expect(inBlocks.length).toBeGreaterThan(5)
    expect(unknown).toEqual([])
  })

  function isKnown(line: string): boolean {
    const shape = Object.entries(shapes).find(([name]) => line === name || line.startsWith(`${name} `))?.[1]
    const known = ['json', ...Object.keys({ ...shape?.options, ...shape?.flags })]
    return shape !== undefined && found(line, /--([\w-]+)/g).every(option => known.includes(option))
  }
})

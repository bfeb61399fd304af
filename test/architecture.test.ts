import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** What each room may import of the others. Imports run one way. */
const sees: Record<string, string[]> = {
  contract: [],
  domain: ['contract'],
  postgres: ['domain'],
  store: ['contract', 'domain', 'postgres'],
  import: ['contract', 'domain', 'store'],
  actions: ['contract', 'domain', 'store', 'import'],
  reference: ['contract'],
  api: ['contract', 'domain', 'store', 'import', 'actions', 'reference'],
  client: ['contract'],
  demo: ['contract', 'domain'],
  main: ['contract', 'domain', 'postgres', 'store', 'import', 'actions', 'api', 'client', 'demo'],
  cli: ['contract', 'domain', 'store', 'import', 'actions', 'api', 'client', 'demo', 'main'],
}

/** The packages that a room may import; rooms that are not named here may import any. */
const packages: Record<string, string[]> = {
  contract: ['zod'],
  domain: [],
  postgres: ['pg'],
  store: ['@electric-sql/pglite'],
  actions: [],
  reference: [],
  client: [],
  demo: [],
}

/** A room named here may be entered only through these files. */
const doors: Record<string, string[]> = {
  postgres: ['postgres/door.ts', 'postgres/protocol.ts', 'postgres/settings.ts'],
}

const fileLinesMax = 300
const folderFilesMax = 20

interface Import {
  specifier: string
  typeOnly: boolean
}

interface SourceFile {
  path: string
  room: string
  text: string
  imports: Import[]
}

const sourceFolder = new URL('../src/', import.meta.url)
const files = readdirSync(fileURLToPath(sourceFolder), { recursive: true, encoding: 'utf8' })
  .map(path => path.split(sep).join('/'))
  .filter(path => /\.tsx?$/.test(path))
  .sort()
  .map(readSource)

function readSource(path: string): SourceFile {
  const text = readFileSync(new URL(path, sourceFolder), 'utf8')
  return { path, room: path.split('/')[0] ?? '', text, imports: importsOf(text) }
}

/** Imports and re-exports, with and without names, and import() anywhere. */
function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statements = code.matchAll(/^\s*(?:import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]/gm)
  const bare = code.matchAll(/^\s*import\s*()['"]([^'"]+)['"]/gm)
  const calls = code.matchAll(/\b(?:import|require|resolve)\(()\s*['"]([^'"]+)['"]/g)
  return [...statements, ...bare, ...calls].map(([, clause = '', specifier = '']) => ({
    specifier,
    typeOnly: isTypeOnly(clause),
  }))
}

/** `import type …`, or names in braces of which each is a type. */
function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true
  const names = /^\s*\{([\s\S]*)\}\s*$/
    .exec(clause)?.[1]
    ?.split(',')
    .filter(name => name.trim() !== '')
  return names?.every(name => /^\s*type\s/.test(name)) ?? false
}

/** The room that a relative specifier leads to; null for a package. */
function roomOf({ path }: SourceFile, { specifier }: Import): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(dirname(path), specifier).split('/')[0] ?? ''
}

/** Import cycles among groups of files, each as its path. */
function circlesAmong(groupOf: (path: string) => string): string[] {
  const seen = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = groupOf(path)
    const to = seen.get(from) ?? new Set()
    seen.set(from, to)
    for (const { specifier } of imports) {
      if (specifier.startsWith('.')) to.add(groupOf(posix.join(dirname(path), specifier)))
    }
    if (from !== path) to.delete(from)
  }
  const isDone = new Set<string>()
  const circles: string[] = []
  const visit = (group: string, way: readonly string[]): void => {
    const at = way.indexOf(group)
    if (at >= 0) circles.push([...way.slice(at), group].join(' → '))
    if (at >= 0 || isDone.has(group)) return
    for (const next of seen.get(group) ?? []) visit(next, [...way, group])
    isDone.add(group)
  }
  for (const group of seen.keys()) visit(group, [])
  return circles
}

describe('the rooms of src', () => {
  test('are these, and every file is in one of them', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(files.filter(({ room }) => !Object.hasOwn(sees, room)).map(({ path }) => path)).toEqual([])
  })

  test.each(Object.entries(sees))('%s imports only %j and itself', (room, allowed) => {
    const strays = files
      .filter(file => file.room === room)
      .flatMap(file => file.imports.map(each => ({ file, each, to: roomOf(file, each) })))
      .filter(({ to }) => to !== null && to !== room && !allowed.includes(to))
    expect(strays.map(({ file, each }) => `${file.path} imports ${each.specifier}`)).toEqual([])
  })

  test('import each other in one direction only', () => {
    const back = Object.entries(sees).flatMap(([room, seen]) =>
      seen.filter(each => sees[each]?.includes(room)),
    )
    expect(back).toEqual([])
  })

  test.each(Object.entries(doors))('%s is entered only through %j', (room, allowed) => {
    const entries = files
      .filter(file => file.room !== room)
      .flatMap(file => file.imports.map(each => ({ file, each })))
      .filter(({ file, each }) => roomOf(file, each) === room)
      .map(({ file, each }) => ({ file, to: posix.join(dirname(file.path), each.specifier) }))
    expect(entries.length).toBeGreaterThan(0)
    const strays = entries.filter(({ to }) => !allowed.includes(to))
    expect(strays.map(({ file, to }) => `${file.path} imports ${to}`)).toEqual([])
  })

  test('the protocol of PostgreSQL, which the embedded store needs, knows nothing of sockets or servers', () => {
    const isProtocol = (path: string) => /^postgres\/protocol(\.ts$|\/)/.test(path)
    const strays = files
      .filter(({ path }) => isProtocol(path))
      .flatMap(({ path, imports }) => imports.map(({ specifier }) => ({ path, specifier })))
      .filter(({ path, specifier }) => !isProtocol(posix.join(dirname(path), specifier)))
    expect(strays.map(({ path, specifier }) => `${path} imports ${specifier}`)).toEqual([])
  })

  test('client imports only types from the contract, and no schema', () => {
    const values = files
      .filter(({ room }) => room === 'client')
      .flatMap(file => file.imports.map(each => ({ file, each })))
      .filter(({ file, each }) => roomOf(file, each) === 'contract' && !each.typeOnly)
    expect(values.map(({ file, each }) => `${file.path} imports ${each.specifier}`)).toEqual([])
  })

  test.each(Object.entries(packages))('%s imports only the packages %j', (room, allowed) => {
    const isAllowed = ({ specifier }: Import) =>
      specifier.startsWith('.') ||
      specifier.startsWith('node:') ||
      allowed.some(name => specifier === name || specifier.startsWith(`${name}/`))
    const strays = files
      .filter(file => file.room === room)
      .flatMap(({ path, imports }) =>
        imports.filter(each => !isAllowed(each)).map(({ specifier }) => `${path} imports ${specifier}`),
      )
    expect(strays).toEqual([])
  })

  test('contract and client run anywhere: they use nothing of node', () => {
    const nodes = files
      .filter(({ room }) => room === 'contract' || room === 'client')
      .filter(({ imports }) =>
        imports.some(({ specifier }) => specifier.startsWith('node:') || builtinModules.includes(specifier)),
      )
    expect(nodes.map(({ path }) => path)).toEqual([])
  })
})

describe('the files of src', () => {
  test('never import each other in a circle', () => {
    expect(circlesAmong(path => path)).toEqual([])
  })

  test('nor do the sub-rooms of a room, where a file beside them counts as one', () => {
    // Of store/pages/walk.ts: store/pages. Of store/bills.ts: the file itself.
    expect(circlesAmong(path => path.split('/').slice(0, 2).join('/'))).toEqual([])
    expect(circlesAmong(path => path.split('/').slice(0, 3).join('/'))).toEqual([])
  })

  test('do not read the environment, except main and cli', () => {
    const readers = files
      .filter(({ room }) => room !== 'main' && room !== 'cli')
      .filter(({ text, imports }) => /\bprocess\s*(\.|\[)\s*['"]?env\b/.test(text) || imports.some(isProcess))
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  test('do not read the clock, except main and cli: their callers pass the time', () => {
    const clocks = files
      .filter(({ room }) => room !== 'main' && room !== 'cli' && room !== 'client')
      .filter(({ text }) => /\bDate\.now\(|\bnew Date\(\s*\)/.test(text))
    expect(clocks.map(({ path }) => path)).toEqual([])
  })

  test(`are at most ${fileLinesMax} lines long`, () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > fileLinesMax)
    expect(long).toEqual([])
  })

  test('import each other with their endings, so that node runs them as they are', () => {
    const bare = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.') && !/\.(ts|tsx|json|css|svg)$/.test(specifier))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
    expect(bare).toEqual([])
  })
})

describe('the pages of the console', () => {
  const folder = new URL('../console/src/', import.meta.url)
  const pages = readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .map(path => path.split(sep).join('/'))
    .filter(path => /\.tsx?$/.test(path))
    .sort()
    .map(path => {
      const text = readFileSync(new URL(path, folder), 'utf8')
      return { path: `console/src/${path}`, text, imports: importsOf(text) }
    })
  const strays = (allowed: (each: Import, at: string) => boolean) =>
    pages.flatMap(({ path, imports }) =>
      imports
        .filter(each => {
          const at = each.specifier.startsWith('.') ? posix.join(dirname(path), each.specifier) : ''
          return !allowed(each, at)
        })
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )

  test('import only the client and the contract', () => {
    expect(pages.length).toBeGreaterThan(50)
    const own = /^(console\/src|src\/client|src\/contract)\//
    expect(strays(({ specifier }, at) => !specifier.startsWith('.') || own.test(at))).toEqual([])
  })

  test('import only the packages react and uqr', () => {
    const known = /^(react|react-dom|uqr)(\/|$)/
    expect(strays(({ specifier }) => specifier.startsWith('.') || known.test(specifier))).toEqual([])
  })

  test('import only types from contract files that have schemas', () => {
    const hasSchemas = (at: string) =>
      at.startsWith('src/contract/') &&
      readFileSync(new URL(`../${at}`, import.meta.url), 'utf8').includes("from 'zod'")
    expect(strays(({ typeOnly }, at) => typeOnly || !hasSchemas(at))).toEqual([])
  })

  test('never turn money into a number: no parseFloat, and no Number() of an amount', () => {
    const floats = pages.filter(({ text }) =>
      /parseFloat\(|Number\([^)]*(amount|balance|money|total)/i.test(text),
    )
    expect(floats.map(({ path }) => path)).toEqual([])
  })

  test(`are at most ${fileLinesMax} lines long`, () => {
    const long = pages.filter(({ text }) => text.trimEnd().split('\n').length > fileLinesMax)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

test(`no folder has more than ${folderFilesMax} files`, () => {
  const counts = new Map<string, number>()
  for (const top of ['src', 'console/src', 'test', 'bench', 'faults', 'scripts', 'bin']) {
    const entries = readdirSync(new URL(`../${top}`, import.meta.url), {
      recursive: true,
      withFileTypes: true,
    })
    for (const each of entries) {
      if (each.isFile()) counts.set(each.parentPath, (counts.get(each.parentPath) ?? 0) + 1)
    }
  }
  const crowded = [...counts].filter(([, count]) => count > folderFilesMax)
  expect(crowded).toEqual([])
})

const isProcess = ({ specifier }: Import): boolean => specifier === 'node:process' || specifier === 'process'

test('the parser of imports finds them all', () => {
  const text = `
    import { a, type B } from './one.ts'
    import type { C } from "./two.ts"
    export {
      type D,
      type E,
    } from './three.ts'
    import * as all from './four.ts'
    import './five.ts'
    // import { no } from './comment.ts'
    /* import { no } from './comment.ts' */
    const six = await import('./six.ts')
    export * from './seven.ts'`
  expect(importsOf(text)).toEqual([
    { specifier: './one.ts', typeOnly: false },
    { specifier: './two.ts', typeOnly: true },
    { specifier: './three.ts', typeOnly: true },
    { specifier: './four.ts', typeOnly: false },
    { specifier: './seven.ts', typeOnly: false },
    { specifier: './five.ts', typeOnly: false },
    { specifier: './six.ts', typeOnly: false },
  ])
})

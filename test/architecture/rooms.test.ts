/** Which rooms of src import which, and which packages. */
import { builtinModules } from 'node:module'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, type Import, importsOf, type SourceFile } from './sources.ts'

/** What each room may import of the others. Imports run one way. */
const sees: Record<string, string[]> = {
  contract: [],
  domain: ['contract'],
  postgres: ['domain'],
  store: ['contract', 'domain', 'postgres'],
  import: ['contract', 'domain', 'store'],
  export: ['contract', 'domain'],
  actions: ['contract', 'domain', 'store', 'import'],
  reference: ['contract'],
  mcp: ['contract'],
  api: ['contract', 'domain', 'store', 'import', 'export', 'actions', 'reference', 'mcp'],
  client: ['contract'],
  demo: ['contract', 'domain'],
  drill: ['contract', 'domain'],
  main: ['contract', 'domain', 'postgres', 'store', 'import', 'export', 'actions', 'api', 'client', 'demo'],
  cli: [
    'contract',
    'domain',
    'store',
    'import',
    'export',
    'actions',
    'api',
    'client',
    'mcp',
    'demo',
    'drill',
    'main',
  ],
}

/** The packages that a room may import; rooms that are not named here may import any. */
const packages: Record<string, string[]> = {
  contract: ['zod'],
  domain: [],
  postgres: ['pg'],
  store: ['@electric-sql/pglite'],
  export: [],
  actions: [],
  reference: [],
  mcp: ['@modelcontextprotocol/server'],
  client: [],
  demo: [],
  drill: [],
}

/** A room named here may be entered only through these files. */
const doors: Record<string, string[]> = {
  postgres: ['postgres/door.ts', 'postgres/protocol.ts', 'postgres/settings.ts'],
}

/** The room that a relative specifier leads to; null for a package. */
function roomOf({ path }: SourceFile, { specifier }: Import): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(dirname(path), specifier).split('/')[0] ?? ''
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

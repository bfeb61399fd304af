/**
 * Sorts the test files by what they need, so that a run prepares only that. `pure` files need nothing, `stores` files
 * open databases or start programs, `pages` files also open a browser.
 * Everything follows from what a file imports, so there is no list to keep up to date.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { citusUrl } from '../servers/citusUrl.ts'

export type Kind = 'pure' | 'stores' | 'pages'

/** What the set-up can prepare: a PostgreSQL server, a distributed store, an embedded store to copy, the console's pages, the built program. */
export const allNeeds = ['server', 'citus', 'archive', 'console', 'program'] as const
export type Need = (typeof allNeeds)[number]

const root = fileURLToPath(new URL('../../..', import.meta.url))

const inTests = (name: string) => join(root, 'test', name)
const opensBrowser = ['support/browser/browser.ts', 'support/browser/chromium.ts'].map(inTests)
const runsProgram = inTests('support/program.ts')
const readsPages = inTests('console/visitor.ts')
/** Imports of a file that opens a database or starts a program. `inject` returns what the set-up prepared. */
const opensStore = /\binject\b|'node:child_process'|pglite'|\/embedded\.ts'|\/postgres\.ts'/

/** Paths from the project's folder, in the form that `include` takes. */
export function testFilesByKind(): Record<Kind, string[]> {
  const found: Record<Kind, string[]> = { pure: [], stores: [], pages: [] }
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.test.ts')) continue
    const path = join(root, 'test', name)
    found[kindOf(path)].push(relative(root, path).split(sep).join('/'))
  }
  return found
}

function kindOf(path: string): Kind {
  const reached = reachedFrom([path])
  if (opensBrowser.some(each => reached.has(each))) return 'pages'
  return [...reached].some(each => contentOf(each).opensStore) ? 'stores' : 'pure'
}

/** What has to be prepared before these test files can run. */
export function needsOf(paths: readonly string[]): ReadonlySet<Need> {
  const reached = reachedFrom(paths)
  const injected = new Set([...reached].flatMap(path => contentOf(path).injected))
  const found = new Set<Need>()
  if (injected.has('postgresAdminUrl')) found.add('server')
  if (injected.has('citusTemplate') && citusUrl !== null) found.add('citus')
  if (injected.has('embeddedArchive') || injected.has('bareArchive')) found.add('archive')
  if (reached.has(runsProgram)) found.add('program')
  // The program serves the console's pages too.
  if (reached.has(runsProgram) || reached.has(readsPages)) found.add('console')
  return found
}

/** These files and everything in the test folder that they import, directly or not. */
function reachedFrom(paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set(paths)
  for (const each of reached) for (const next of contentOf(each).imported) reached.add(next)
  return reached
}

interface Content {
  /** Imported files of the test folder. */
  imported: readonly string[]
  opensStore: boolean
  injected: readonly string[]
}

const known = new Map<string, Content>()

function contentOf(path: string): Content {
  const before = known.get(path)
  if (before !== undefined) return before
  const text = readFileSync(path, 'utf8')
  const imports = (text.match(/^import\b[^'"]*'[^']+'/gm) ?? []).filter(each => !/^import type\b/.test(each))
  const found = {
    imported: imports
      .map(each => resolve(dirname(path), /'([^']+)'/.exec(each)?.[1] ?? ''))
      .filter(each => each.startsWith(join(root, 'test')) && each.endsWith('.ts')),
    opensStore: imports.some(each => opensStore.test(each)),
    injected: [...text.matchAll(/\binject\('(\w+)'\)/g)].map(([, name]) => name as string),
  }
  known.set(path, found)
  return found
}

/**
 * Sorts the test files by what they need before they can run, so that a part of them runs without waiting for the rest:
 * `pure` needs nothing, `stores` needs databases and the built program, `pages` needs a browser as well.
 * A file's kind follows from what it imports, so there is no list to keep up to date.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const kinds = ['pure', 'stores', 'pages'] as const
export type Kind = (typeof kinds)[number]

const root = fileURLToPath(new URL('../../..', import.meta.url))

const inSupport = (name: string) => join(root, 'test', 'support', name)
const opensBrowser = ['browser/browser.ts', 'browser/chromium.ts'].map(inSupport)
/** What a test imports that opens a database or starts a program. `inject` hands over what the set-up prepared. */
const opensStore = /\binject\b|'node:child_process'|\/embedded\.ts'|\/postgres\.ts'/

/** Paths from the project's folder, as `include` takes them. */
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
  const reached = reachedFrom(path)
  if (opensBrowser.some(each => reached.has(each))) return 'pages'
  return [...reached].some(each => importsIn(each).opensStore) ? 'stores' : 'pure'
}

/** Everything in the test folder that a file imports, directly or not. */
function reachedFrom(path: string): ReadonlySet<string> {
  const reached = new Set([path])
  for (const each of reached) for (const next of importsIn(each).tests) reached.add(next)
  return reached
}

interface Imports {
  /** Files of the test folder. */
  tests: readonly string[]
  opensStore: boolean
}

const known = new Map<string, Imports>()

function importsIn(path: string): Imports {
  const before = known.get(path)
  if (before !== undefined) return before
  const statements = readFileSync(path, 'utf8').match(/^import\b[^'"]*'[^']+'/gm) ?? []
  const found = {
    tests: statements
      .map(each => resolve(dirname(path), /'([^']+)'/.exec(each)?.[1] ?? ''))
      .filter(each => each.startsWith(join(root, 'test')) && each.endsWith('.ts')),
    opensStore: statements.some(each => !each.startsWith('import type') && opensStore.test(each)),
  }
  known.set(path, found)
  return found
}

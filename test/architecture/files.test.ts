/** What every file keeps to: no circles of imports, no hidden inputs, no long files, no crowded folders. */
import { readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, type Import, isInstalled, readFolder, root } from './sources.ts'

const codeFolders = ['src', 'console/src', 'test', 'bench', 'faults', 'scripts', 'bin', 'examples']
const fileLinesMax = 300
const folderFilesMax = 20

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

const isProcess = ({ specifier }: Import): boolean => specifier === 'node:process' || specifier === 'process'

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

  test('import each other with their endings, so that node runs them as they are', () => {
    const bare = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.') && !/\.(ts|tsx|json|css|svg)$/.test(specifier))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
    expect(bare).toEqual([])
  })

  test('import zod as a whole, so that bundles leave out its 600 kB of translations', () => {
    const named = files.filter(({ text }) => /^import (type )?\{[^}]*\} from 'zod'/m.test(text))
    expect(named.map(({ path }) => path)).toEqual([])
  })
})

describe('the files of the code, its tests and its tools', () => {
  test(`are at most ${fileLinesMax} lines long`, () => {
    const lengths = codeFolders.flatMap(folder =>
      readFolder(folder, /\.[cm]?[jt]sx?$/).map(({ path, text }) => ({
        path: `${folder}/${path}`,
        lines: text.trimEnd().split('\n').length,
      })),
    )
    const long = lengths.filter(({ lines }) => lines > fileLinesMax)
    expect(long).toEqual([])
  })
})

test(`no folder has more than ${folderFilesMax} files`, () => {
  const counts = new Map<string, number>()
  for (const top of codeFolders) {
    const entries = readdirSync(new URL(top, root), { recursive: true, withFileTypes: true })
    for (const each of entries) {
      if (each.isFile() && !isInstalled(each.parentPath))
        counts.set(each.parentPath, (counts.get(each.parentPath) ?? 0) + 1)
    }
  }
  const crowded = [...counts].filter(([, count]) => count > folderFilesMax)
  expect(crowded).toEqual([])
})

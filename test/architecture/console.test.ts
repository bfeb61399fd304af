/** What the pages of the console may import, and how they treat money. */
import { readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, readFolder, root } from './sources.ts'

describe('the pages of the console', () => {
  const pages = readFolder('console/src').map(file => ({ ...file, path: `console/src/${file.path}` }))
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

  test('import only the packages react and uqr, and the font', () => {
    const known = /^(react|react-dom|uqr|@fontsource-variable\/inter)(\/|$)/
    expect(strays(({ specifier }) => specifier.startsWith('.') || known.test(specifier))).toEqual([])
  })

  test('import only types from contract files that have schemas', () => {
    const hasSchemas = (at: string) =>
      at.startsWith('src/contract/') && readFileSync(new URL(at, root), 'utf8').includes("from 'zod'")
    expect(strays(({ typeOnly }, at) => typeOnly || !hasSchemas(at))).toEqual([])
  })

  test('never turn money into a number: no parseFloat, and no Number() of an amount', () => {
    const floats = pages.filter(({ text }) =>
      /parseFloat\(|Number\([^)]*(amount|balance|money|total)/i.test(text),
    )
    expect(floats.map(({ path }) => path)).toEqual([])
  })
})

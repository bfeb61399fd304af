import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../console/src/', import.meta.url)
const paths = readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
  .map(path => path.split(sep).join('/'))
  .sort()
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8')

const sheets = paths.filter(path => path.endsWith('.css'))
const modules = new Map(
  sheets.filter(path => path.endsWith('.module.css')).map(path => [path, classesIn(textOf(path))]),
)
const components = paths.filter(path => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
const uses = components.flatMap(path => usesIn(path, textOf(path)))

interface Use {
  component: string
  module: string
  /** The name it is imported by, e.g. styles. */
  alias: string
  names: string[]
  /** Uses with a computed name, such as styles[tone]. */
  others: string[]
}

function usesIn(component: string, text: string): Use[] {
  const imports = [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  const code = text.replace(/^import [^']*'[^']*'$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
  return imports.map(([, alias = '', specifier = '']) => ({
    component,
    module: posix.join(dirname(component), specifier),
    alias,
    names: [...code.matchAll(new RegExp(`(?<![.\\w])${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    others: [...code.matchAll(new RegExp(`(?<![.\\w])${alias}\\[[^\\]]*\\]|\\.\\.\\.${alias}\\b`, 'g'))].map(
      ([use]) => use,
    ),
  }))
}

interface Block {
  /** The selector or at-rule before the brace. */
  head: string
  /** The heads of the blocks around it, outermost first. */
  around: string[]
  /** Without the declarations of nested blocks. */
  declarations: string
}

function blocksIn(css: string): Block[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""')
  const blocks: Block[] = []
  const open: Block[] = []
  for (const [, before = '', brace] of code.matchAll(/([^{}]*)([{}])/g)) {
    const parts = before.split(';')
    const head = brace === '{' ? (parts.pop() ?? '').trim().replace(/\s+/g, ' ') : ''
    const inner = open.at(-1)
    if (inner) inner.declarations += parts.join(';')
    if (brace === '}') open.pop()
    else {
      const block = { head, around: open.map(each => each.head), declarations: '' }
      blocks.push(block)
      open.push(block)
    }
  }
  return blocks
}

function isRule({ head, around }: Block): boolean {
  return !head.startsWith('@') && !around.some(each => each.startsWith('@keyframes'))
}

function classesIn(css: string): Set<string> {
  const selectors = blocksIn(css).filter(isRule)
  return new Set(
    selectors.flatMap(({ head }) => [...head.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)),
  )
}

describe('The style sheets of the console', () => {
  test('are CSS modules, except for tokens and element defaults, which name no class', () => {
    expect(modules.size).toBeGreaterThan(60)
    const global = sheets.filter(path => !modules.has(path))
    expect(global).toEqual(['styles/base.css', 'styles/tokens.css'])
    expect(global.flatMap(path => [...classesIn(textOf(path))])).toEqual([])
  })

  test('define every class that a component uses', () => {
    const missing = uses.flatMap(({ component, module, alias, names }) =>
      names.filter(name => !modules.get(module)?.has(name)).map(name => `${component}: ${alias}.${name}`),
    )
    expect(missing).toEqual([])
  })

  test('define no unused class', () => {
    const unused = [...modules].flatMap(([path, classes]) => {
      const used = new Set(uses.filter(({ module }) => module === path).flatMap(({ names }) => names))
      return [...classes].filter(name => !used.has(name)).map(name => `${path}: .${name}`)
    })
    expect(unused).toEqual([])
  })

  test('are never used by a computed name, which the two tests above could not check', () => {
    expect(uses.flatMap(({ component, others }) => others.map(use => `${component}: ${use}`))).toEqual([])
  })

  test('are the only source of class names: no component writes one as a string', () => {
    const written = components.flatMap(path =>
      [...textOf(path).matchAll(/\b(?:className|buttonClass)=(?:["']|\{\s*["'`])[^>]*/g)].map(
        ([use]) => `${path}: ${use}`,
      ),
    )
    expect(written).toEqual([])
  })

  test('style only their own component: each rule starts with a class of its module', () => {
    const loose = [...modules.keys()].flatMap(path =>
      blocksIn(textOf(path))
        .filter(block => isRule(block) && block.around.every(each => each.startsWith('@')))
        .filter(({ head }) => head.split(/,(?![^(]*\))/).some(selector => !/\.[a-zA-Z]/.test(selector)))
        .map(({ head }) => `${path}: ${head}`),
    )
    expect(loose).toEqual([])
  })

  test('animate nothing if reduced motion is preferred', () => {
    const moving = sheets.flatMap(path =>
      blocksIn(textOf(path))
        .filter(({ declarations }) => /(^|[\s;])(animation|transition)\b/.test(declarations))
        .filter(
          ({ head, around }) => ![head, ...around].includes('@media (prefers-reduced-motion: no-preference)'),
        )
        .map(({ head }) => `${path}: ${head}`),
    )
    expect(moving).toEqual([])
  })
})

test('the style sheet parser finds each class at any depth', () => {
  const css =
    '.one, td .two:has(.three) { color: red; & > .four { width: 0.5em } @media (x) { &.five { top: 0 } } }'
  expect([...classesIn(`/* .none */ ${css}`)]).toEqual(['one', 'two', 'three', 'four', 'five'])
})

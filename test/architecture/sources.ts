/** Reads TypeScript files and finds their imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Import {
  specifier: string
  typeOnly: boolean
}

interface Source {
  /** Relative to the folder that was read. */
  path: string
  text: string
  imports: Import[]
}

export interface SourceFile extends Source {
  room: string
}

export const root = new URL('../../', import.meta.url)

/** Installed by a bench for its peers; not ours. */
export const isInstalled = (path: string): boolean => /(^|[/\\])node_modules([/\\]|$)/.test(path)

/** The files under a folder of the repository whose names match, sorted by path. */
export function readFolder(folder: string, names = /\.tsx?$/): Source[] {
  const at = new URL(`${folder}/`, root)
  return readdirSync(fileURLToPath(at), { recursive: true, encoding: 'utf8' })
    .map(path => path.split(sep).join('/'))
    .filter(path => names.test(path) && !isInstalled(path))
    .sort()
    .map(path => {
      const text = readFileSync(new URL(path, at), 'utf8')
      return { path, text, imports: importsOf(text) }
    })
}

/** The files of src, each with its room. */
export const files: SourceFile[] = readFolder('src').map(file => ({
  ...file,
  room: file.path.split('/')[0] ?? '',
}))

/** Imports and re-exports, with and without names, and import() anywhere. */
export function importsOf(text: string): Import[] {
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

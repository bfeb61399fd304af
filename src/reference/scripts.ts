/**
 * The page's scripts: plain JavaScript modules without a build step. Types are in comments and checked with
 * `browser/tsconfig.json`.
 */
import { readFileSync } from 'node:fs'

const names = ['try', 'call', 'contents', 'copy', 'dom', 'json', 'key', 'known', 'response'] as const

export const referenceScripts = names.map(name => ({
  path: `/docs/${name}.js`,
  text: readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8'),
}))

/**
 * The page's scripts: plain modules that the browser runs as they are written, so there is no build step. Their types
 * are in their comments, and `browser/tsconfig.json` has them checked.
 */
import { readFileSync } from 'node:fs'

const names = ['try', 'answer', 'call', 'contents', 'copy', 'dom', 'json', 'key', 'known'] as const

export const referenceScripts = names.map(name => ({
  path: `/docs/${name}.js`,
  text: readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8'),
}))

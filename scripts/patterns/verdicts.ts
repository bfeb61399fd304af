/** Patterns that were found to be linear, so that they are not judged again. Kept beside the packages, not in git. */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { judgeVersion } from './judge.ts'

const path = 'node_modules/.cache/florin/patterns.json'

/** Another version of recheck may know better. */
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

export function linearPatterns() {
  const known = new Set(stored())
  const keyOf = ({ source, flags }: { source: string; flags: string }) =>
    hash('sha256', JSON.stringify([version, judgeVersion, source, flags]), 'base64url')
  return {
    has: (pattern: { source: string; flags: string }) => known.has(keyOf(pattern)),
    add: (pattern: { source: string; flags: string }) => known.add(keyOf(pattern)),
    save() {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify([...known]))
    },
  }
}

function stored(): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

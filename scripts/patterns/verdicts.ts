/** Caches verdicts on patterns, so that they are not judged again. Stored in node_modules, not in git. */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { judgeVersion, type Verdict } from './judge.ts'

const path = 'node_modules/.cache/florin/patterns.json'

/** Another version of recheck may judge differently. */
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

interface Pattern {
  source: string
  flags: string
}

export function keptVerdicts() {
  const known = new Set(stored())
  const keyOf = (kind: Verdict['kind'], { source, flags }: Pattern) =>
    hash('sha256', JSON.stringify([version, judgeVersion, kind, source, flags]), 'base64url')
  return {
    has: (kind: Verdict['kind'], pattern: Pattern) => known.has(keyOf(kind, pattern)),
    add: (kind: Verdict['kind'], pattern: Pattern) => known.add(keyOf(kind, pattern)),
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

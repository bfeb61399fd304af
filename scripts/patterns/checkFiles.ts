/** Problems with the regular expressions in some files, one sentence each. */
import { readFileSync } from 'node:fs'
import { type FoundPattern, findPatterns } from './findPatterns.ts'
import { judge } from './judge.ts'
import { keptVerdicts } from './verdicts.ts'

/** Patterns that cannot be read from the source or judged, as `file: text`, and why they are safe. */
export type Allowed = Readonly<Record<string, string>>

export interface Checked {
  patterns: number
  complaints: string[]
}

const atOnceMax = 4

export async function checkFiles(files: readonly string[], allowed: Allowed): Promise<Checked> {
  const found = files.flatMap(file => findPatterns(file, readFileSync(file, 'utf8')))
  const kept = keptVerdicts()
  const needed = new Set<string>()
  const waiting = [...found.entries()]
  const complaints: (string | null)[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, pattern] = next
      complaints[index] = await complaintOf(pattern, kept, place => {
        needed.add(place)
        return place in allowed
      })
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
  kept.save()
  return {
    patterns: found.length,
    complaints: [...complaints.filter(each => each !== null), ...unused(needed, allowed)],
  }
}

async function complaintOf(
  { file, line, written, pattern }: FoundPattern,
  kept: ReturnType<typeof keptVerdicts>,
  isAllowed: (name: string) => boolean,
): Promise<string | null> {
  const place = `${file}:${line} ${written}`
  const name = `${file}: ${written}`
  if (pattern === null) {
    if (isAllowed(name)) return null
    return `${place}\n  cannot be read from the source. Write it as a literal, or list it in scripts/patterns/allowed.ts with the reason why it is safe.`
  }
  if (kept.has('linear', pattern)) return null
  if (kept.has('undecided', pattern) && isAllowed(name)) return null
  const verdict = await judge(pattern)
  kept.add(verdict.kind, pattern)
  if (verdict.kind === 'linear') return null
  if (verdict.kind === 'undecided') {
    if (isAllowed(name)) return null
    return `${place}\n  could not be judged (${verdict.reason}). Split it into simpler patterns, or list it in scripts/patterns/allowed.ts with the reason why it is safe.`
  }
  return `${place}\n  takes ${verdict.complexity} time, for example on ${verdict.attack}. Anchor it, make neighbouring parts exclude each other, or use string functions (src/domain/edges.ts). A length limit alone does not make it pass.`
}

/** The list must not contain entries that are no longer needed. */
function unused(needed: ReadonlySet<string>, allowed: Allowed): string[] {
  return Object.keys(allowed)
    .filter(name => !needed.has(name))
    .map(name => `${name}\n  is in scripts/patterns/allowed.ts but no longer needed. Remove it.`)
}

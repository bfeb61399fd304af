/** What is wrong with the regular expressions of some files, a sentence for each. */
import { readFileSync } from 'node:fs'
import { type FoundPattern, findPatterns } from './findPatterns.ts'
import { judge } from './judge.ts'
import { linearPatterns } from './verdicts.ts'

/** Patterns that cannot be read from the source, as `file: text`, and why they do no harm. */
export type Allowed = Readonly<Record<string, string>>

export interface Checked {
  patterns: number
  complaints: string[]
}

const atOnceMax = 4

export async function checkFiles(files: readonly string[], allowed: Allowed): Promise<Checked> {
  const found = files.flatMap(file => findPatterns(file, readFileSync(file, 'utf8')))
  const linear = linearPatterns()
  const waiting = [...found.entries()]
  const complaints: (string | null)[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, pattern] = next
      complaints[index] = await complaintOf(pattern, allowed, linear)
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
  linear.save()
  return {
    patterns: found.length,
    complaints: [...complaints.filter(each => each !== null), ...unused(found, allowed)],
  }
}

async function complaintOf(
  { file, line, written, pattern }: FoundPattern,
  allowed: Allowed,
  linear: ReturnType<typeof linearPatterns>,
): Promise<string | null> {
  const place = `${file}:${line} ${written}`
  if (pattern === null) {
    if (`${file}: ${written}` in allowed) return null
    return `${place}\n  cannot be read from the source. Write it as a literal, or list it in scripts/patterns/allowed.ts with the reason why it is safe.`
  }
  if (linear.has(pattern)) return null
  const verdict = await judge(pattern)
  if (verdict.kind === 'linear') {
    linear.add(pattern)
    return null
  }
  if (verdict.kind === 'undecided') {
    return `${place}\n  could not be judged (${verdict.reason}). Split it into simpler patterns.`
  }
  return `${place}\n  takes ${verdict.complexity} time, for example on ${verdict.attack}. Anchor it, make neighbouring parts exclude each other, or use string functions (src/domain/edges.ts). A length limit alone does not make it pass.`
}

/** The list must not outlive what it was made for. */
function unused(found: readonly FoundPattern[], allowed: Allowed): string[] {
  const needed = new Set(
    found.filter(({ pattern }) => pattern === null).map(({ file, written }) => `${file}: ${written}`),
  )
  return Object.keys(allowed)
    .filter(name => !needed.has(name))
    .map(name => `${name}\n  is in scripts/patterns/allowed.ts and is not needed there any more. Remove it.`)
}

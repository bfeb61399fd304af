/**
 * Checks whether a regular expression can take more than linear time. `recheck` does the work, with its
 * native build if there is one for this platform and its slower JavaScript build otherwise; Java is never
 * needed.
 */
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'

export type Verdict =
  | { kind: 'linear' }
  | { kind: 'slow'; complexity: string; attack: string }
  | { kind: 'undecided'; reason: string }

/** Increase this when the meaning of a verdict changes: verdicts are cached between runs (`verdicts.ts`). */
export const judgeVersion = 4

/** Per pattern. The JavaScript build took 10 s for the hardest pattern so far, on a busy machine. */
const patternMsMax = 300_000

const platformNames: Readonly<Record<string, string>> = { darwin: 'macos', linux: 'linux', win32: 'windows' }

function hasNativeBuild(): boolean {
  try {
    createRequire(import.meta.resolve('recheck')).resolve(
      `recheck-${platformNames[platform()]}-${arch()}/package.json`,
    )
    return true
  } catch {
    return false
  }
}

/** recheck reads this on first use. By default it would try Java as well. */
process.env.RECHECK_BACKEND ??= hasNativeBuild() ? 'native' : 'pure'
const { check } = await import('recheck')

/**
 * A proof, never a search for attacks: whether an attack succeeds depends on how busy the machine is. By default, recheck
 * proves only patterns with at most 30 repetitions.
 */
const proof = { checker: 'automaton', maxRepeatCount: 1_000, timeout: patternMsMax } as const

export async function judge({ source, flags }: { source: string; flags: string }): Promise<Verdict> {
  const found = await check(source, flags, proof)
  if (found.status === 'safe') return { kind: 'linear' }
  if (found.status === 'unknown') return { kind: 'undecided', reason: found.error.kind }
  return { kind: 'slow', complexity: found.complexity.summary, attack: found.attack.pattern }
}

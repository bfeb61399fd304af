/** A drill in front of a test's service, and a seed for each fault. */
import { onTestFinished } from 'vitest'
import { type Drill, type DrillOptions, startDrill } from '../../../src/drill/drill.ts'
import type { FaultKind, RequestKind } from '../../../src/drill/faults.ts'
import { dueFault } from '../../../src/drill/schedule.ts'
import { SleepingTime } from './time.ts'

export interface Drilled {
  drill: Drill
  time: SleepingTime
}

/** Ends with the test. Nothing goes wrong unless there is a plan. */
export async function drilled(api: string, options: Partial<DrillOptions> = {}): Promise<Drilled> {
  const time = new SleepingTime()
  const drill = await startDrill({
    ...{ seed: 1, plan: [], every: 2, host: '127.0.0.1', port: 0, silenceMs: 20_000, lateMs: 10_000 },
    ...{ upstream: new URL(api), receiver: null, writerKey: null, now: time.now, sleep: time.sleep },
    tell: () => undefined,
    ...options,
  })
  onTestFinished(() => drill.close())
  return { drill, time }
}

/**
 * A plan of these faults, and a seed with which they hit the first requests of a kind in this order: `x` is hit, `.` is
 * not.
 */
export function planFor(
  faults: FaultKind | readonly FaultKind[],
  kind: RequestKind,
  pattern = 'x.',
  fits: (below: (name: string, limit: number) => number) => boolean = () => true,
): Pick<DrillOptions, 'seed' | 'plan' | 'every'> {
  const plan = typeof faults === 'string' ? [faults] : faults
  for (let seed = 0; seed < 10_000; seed += 1) {
    const due = [...pattern].map((_, index) => dueFault({ seed, plan, every: 2 }, kind, index))
    const isHit = due.every((each, index) => (each === null) === (pattern[index] === '.'))
    const hits = due.filter(each => each !== null)
    const inOrder = hits.every((each, index) => each.kind === plan[index % plan.length] && fits(each.below))
    if (isHit && inOrder) return { seed, plan, every: 2 }
  }
  throw new Error(`No seed hits ${kind} requests as in ${pattern}`)
}

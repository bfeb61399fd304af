/** Which fault hits which request: a pure function of the seed, the kind of request and its number among its kind. */
import { createHash } from 'node:crypto'
import { type FaultKind, faultsOf, type Plan, type RequestKind } from './faults.ts'

export interface Schedule {
  seed: number
  plan: Plan
  /** One request in this many is hit. At least 2, so that a retry can succeed. */
  every: number
}

export const everyMin = 2
export const everyMax = 1_000

export interface Due {
  kind: FaultKind
  /** A number from 0 up to but not including the limit, for the details of this fault. */
  below(name: string, limit: number): number
}

/**
 * Requests are divided into windows of `every` requests. Each window has one fault, at any place in it, so at most two
 * requests in a row are hit. As many windows as there are faults make a round, in which each fault comes once.
 */
export function dueFault({ seed, plan, every }: Schedule, kind: RequestKind, index: number): Due | null {
  const faults = plan.filter(each => faultsOf[kind].includes(each))
  if (faults.length === 0) return null
  const window = Math.floor(index / every)
  if (index % every !== drawn(every, seed, kind, 'place', window)) return null
  const round = Math.floor(window / faults.length)
  const fault = shuffled(faults, seed, kind, round)[window % faults.length]
  if (fault === undefined) return null
  return { kind: fault, below: (name, limit) => drawn(limit, seed, kind, name, index) }
}

/** In the order of numbers drawn for each; the plan's own order does not matter. */
function shuffled(faults: Plan, seed: number, kind: RequestKind, round: number): Plan {
  const place = (fault: FaultKind) => drawn(2 ** 32, seed, kind, `order of ${fault}`, round)
  return [...faults].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}

function drawn(limit: number, seed: number, kind: RequestKind, name: string, index: number): number {
  const bytes = createHash('sha256').update(`${seed}\n${kind}\n${name}\n${index}`).digest()
  // 48 bits, which a number holds exactly. The bias of the remainder is far too small to matter.
  return bytes.readUIntBE(0, 6) % limit
}

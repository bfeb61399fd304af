/** Which request held up the event loop: those that were under way are sent again, each one by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, type RawRequest, type Status } from './connection.ts'
import type { Stall, Target } from './target.ts'

/** What a single request may take of the event loop. */
export const stallMsMax = 100
/** With less computing than this, the process was waiting for its turn on a busy machine. */
const ownShare = 0.5
/** Time for the service to report. */
const reportMs = 40
const repeats = 3
const confirmations = 2
const recentMs = 5_000
const suspectsMax = 3_000

interface Batch {
  requests: readonly RawRequest[]
  startMs: number
  endMs: number
}

export class Suspects {
  readonly #target: Target
  #recent: Batch[] = []
  readonly #suspects = new Set<RawRequest>()
  #seen = 0
  stalls = 0

  constructor(target: Target) {
    this.#target = target
  }

  begin(requests: readonly RawRequest[]): Batch {
    const batch = { requests, startMs: Date.now(), endMs: Number.POSITIVE_INFINITY }
    this.#recent.push(batch)
    return batch
  }

  end(batch: Batch): void {
    batch.endMs = Date.now()
    this.#note()
    this.#recent = this.#recent.filter(({ endMs }) => endMs > batch.endMs - recentMs)
  }

  #note(): void {
    for (const stall of this.#target.stalls.slice(this.#seen)) {
      if (!isOurs(stall)) continue
      this.stalls += 1
      const fromMs = stall.atMs - stall.lagMs - reportMs
      const underWay = this.#recent.filter(({ startMs, endMs }) => startMs <= stall.atMs && endMs >= fromMs)
      for (const request of underWay.flatMap(({ requests }) => requests)) {
        if (this.#suspects.size < suspectsMax) this.#suspects.add(request)
      }
    }
    this.#seen = this.#target.stalls.length
  }

  /** Once nothing else is under way. Gives those that do it again. */
  async confirmed(): Promise<{ request: RawRequest; lagMs: number }[]> {
    await sleep(reportMs)
    this.#note()
    const found: { request: RawRequest; lagMs: number }[] = []
    for (const request of this.#suspects) {
      const { lagMs } = await alone(this.#target, request)
      if (lagMs <= stallMsMax) continue
      const again: number[] = [lagMs]
      while (again.length < repeats) again.push((await alone(this.#target, request)).lagMs)
      const slow = again.filter(each => each > stallMsMax)
      if (slow.length >= confirmations) found.push({ request, lagMs: Math.min(...slow) })
    }
    return found
  }
}

const isOurs = ({ lagMs, cpuMs }: Stall): boolean => lagMs > stallMsMax && cpuMs > lagMs * ownShare

/** The longest stall of a request that has the service to itself. */
export async function alone(target: Target, request: RawRequest): Promise<{ status: Status; lagMs: number }> {
  const before = target.stalls.length
  const [status = null] = await exchange(target.port, [{ ...request, last: true }]).catch(() => [null])
  await sleep(reportMs)
  const own = target.stalls.slice(before).filter(isOurs)
  return { status, lagMs: Math.max(0, ...own.map(({ lagMs }) => lagMs)) }
}

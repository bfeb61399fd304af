/** Finds the request that stalled the event loop: those in progress are sent again, by batch and then one by one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, type RawRequest } from './connection.ts'
import type { Stall } from './target.ts'

/** How long a single request may block the event loop. */
export const stallMsMax = 100
/** Time for the service to report. */
const reportMs = 40
const repeats = 3
const confirmations = 2
const recentMs = 5_000
const suspectBatchesMax = 600

/** The part of a target needed here. */
export interface Suspected {
  port: number
  stalls: readonly Stall[]
}

interface Batch {
  requests: readonly RawRequest[]
  startMs: number
  endMs: number
}

export class Suspects {
  readonly #target: Suspected
  #recent: Batch[] = []
  readonly #batches = new Set<Batch>()
  #seen = 0
  stalls = 0
  /** Batches in progress during a stall that are not investigated because there are too many. */
  dropped = 0

  constructor(target: Suspected) {
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
    const [oldest] = this.#recent
    if (oldest === undefined || oldest.endMs > batch.endMs - recentMs) return
    this.#recent = this.#recent.filter(({ endMs }) => endMs > batch.endMs - recentMs)
  }

  #note(): void {
    for (const stall of this.#target.stalls.slice(this.#seen)) {
      if (!isOurs(stall)) continue
      this.stalls += 1
      const fromMs = stall.atMs - stall.lagMs - reportMs
      for (const batch of this.#recent) {
        if (batch.startMs > stall.atMs || batch.endMs < fromMs || this.#batches.has(batch)) continue
        if (this.#batches.size < suspectBatchesMax) this.#batches.add(batch)
        else this.dropped += 1
      }
    }
    this.#seen = this.#target.stalls.length
  }

  /** Call this once nothing else is in progress. Returns the requests that stall the service on their own. */
  async confirmed(): Promise<{ request: RawRequest; lagMs: number }[]> {
    await sleep(reportMs)
    this.#note()
    const found: { request: RawRequest; lagMs: number }[] = []
    for (const { requests } of this.#batches) {
      if ((await longestStall(this.#target, requests)) <= stallMsMax) continue
      for (const request of requests) {
        const lagMs = await confirmedStall(this.#target, request)
        if (lagMs !== null) found.push({ request, lagMs })
      }
    }
    return found
  }
}

/** Null if the stall does not recur often enough. */
async function confirmedStall(target: Suspected, request: RawRequest): Promise<number | null> {
  const first = await longestStall(target, [request])
  if (first <= stallMsMax) return null
  const lags = [first]
  while (lags.length < repeats) lags.push(await longestStall(target, [request]))
  const slow = lags.filter(each => each > stallMsMax)
  return slow.length >= confirmations ? Math.min(...slow) : null
}

/** On a busy machine the process also waits for its turn; only its own CPU time counts. */
const ownMs = ({ lagMs, cpuMs }: Stall): number => Math.min(lagMs, cpuMs)

const isOurs = (stall: Stall): boolean => ownMs(stall) > stallMsMax

/** The longest stall while the service handles only these. */
async function longestStall(target: Suspected, requests: readonly RawRequest[]): Promise<number> {
  const before = target.stalls.length
  for (let left = requests; left.length > 0; ) {
    const { replies } = await exchange(target.port, left)
    // If the connection ended early, the rest gets another one.
    left = left.slice(Math.max(1, replies.length))
  }
  return await stallSince(target, before)
}

/** A stall is only reported once it is over, so wait until the service replies again. */
export async function stallSince(target: Suspected, before: number): Promise<number> {
  const healthz = Buffer.from('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await exchange(target.port, [{ method: 'GET', bytes: healthz, last: false }])
  await sleep(reportMs)
  const own = target.stalls.slice(before).filter(isOurs)
  return Math.max(0, ...own.map(ownMs))
}

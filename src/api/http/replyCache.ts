/**
 * Caches reply bodies by ETag. The ETag names the workspace, its clock and the request, and the same request at the same
 * clock has the same reply. So entries never become stale: once the clock moves on, nobody asks for the old tag. (A read
 * that was overtaken by a write may hold newer rows than its tag says. That is harmless for the same reason.) Key, rate
 * limit and scopes are always checked before the cache is used.
 */
import { RecentMap } from '../../domain/recentMap.ts'

const bodiesBytesMax = 64 * 1024 * 1024
/** Approximate overhead of an entry besides its body. */
const entryBytes = 200
const seenOnceMax = 20_000

/** For the metrics. */
export interface CacheCounts {
  hits: number
  misses: number
  /** Requests whose If-None-Match matched, so the cache was not used. */
  notModified: number
}

export interface ReplyCache {
  readonly counts: CacheCounts
  /** Current size. Iterates over every entry. */
  size(): { entries: number; bytes: number }
  get(etag: string): Uint8Array<ArrayBuffer> | undefined
  offer(etag: string, body: Uint8Array<ArrayBuffer>): void
  /** Makes the body, or waits for another request that is already making it under the same ETag. */
  make(etag: string, work: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>>
}

export function replyCache(): ReplyCache {
  const weigh = ({ buffer }: Uint8Array<ArrayBuffer>) => buffer.byteLength + entryBytes
  const bodies = new RecentMap<Uint8Array<ArrayBuffer>>(bodiesBytesMax, weigh)
  const counts: CacheCounts = { hits: 0, misses: 0, notModified: 0 }
  const seenOnce = new RecentMap<true>(seenOnceMax)
  const inProgress = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    counts,
    size() {
      let [entries, bytes] = [0, 0]
      for (const [, body] of bodies.entries()) {
        entries += 1
        bytes += weigh(body)
      }
      return { entries, bytes }
    },
    get(etag) {
      const body = bodies.get(etag)
      if (body === undefined) counts.misses += 1
      else counts.hits += 1
      return body
    },
    /** Most replies are requested only once. A body is cached from its second request on, to save memory. */
    offer(etag, body) {
      if (seenOnce.get(etag)) bodies.set(etag, body)
      else seenOnce.set(etag, true)
    },
    make(etag, work) {
      const pending = inProgress.get(etag)
      if (pending !== undefined) return pending
      const made = work().finally(() => inProgress.delete(etag))
      inProgress.set(etag, made)
      return made
    },
  }
}

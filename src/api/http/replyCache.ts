/**
 * Answers as bytes, kept under their ETag. The ETag names the workspace, its clock and the request, and the same request
 * at the same clock has the same answer; so what is found here needs no check, and nothing is ever taken out because
 * it went stale: at a new clock it is no longer asked for. (A read that a write overtook may hold newer rows than its
 * tag says; that is as harmless, for the same reason.) Key, rate limit and scopes come before this, every time.
 */
import { RecentMap } from '../../domain/recentMap.ts'

const answersBytesMax = 64 * 1024 * 1024
/** About what an entry costs apart from its body. */
const entryBytes = 200
const askedOnceMax = 20_000

/** For the metrics. */
export interface CacheCounts {
  hits: number
  misses: number
  /** Requests whose If-None-Match named the answer, which was not even looked for. */
  notModified: number
}

export interface ReplyCache {
  readonly counts: CacheCounts
  /** What is kept now; it looks at every entry. */
  size(): { entries: number; bytes: number }
  get(etag: string): Uint8Array<ArrayBuffer> | undefined
  offer(etag: string, body: Uint8Array<ArrayBuffer>): void
  /** Makes the answer, or waits for the one that another request is making under the same ETag. */
  make(etag: string, work: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>>
}

export function replyCache(): ReplyCache {
  const weigh = ({ buffer }: Uint8Array<ArrayBuffer>) => buffer.byteLength + entryBytes
  const kept = new RecentMap<Uint8Array<ArrayBuffer>>(answersBytesMax, weigh)
  const counts: CacheCounts = { hits: 0, misses: 0, notModified: 0 }
  const askedOnce = new RecentMap<true>(askedOnceMax)
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    counts,
    size() {
      let [entries, bytes] = [0, 0]
      for (const [, body] of kept.entries()) {
        entries += 1
        bytes += weigh(body)
      }
      return { entries, bytes }
    },
    get(etag) {
      const body = kept.get(etag)
      if (body === undefined) counts.misses += 1
      else counts.hits += 1
      return body
    },
    /** Most answers are asked for once. One is kept from its second time on, so that the others cost no memory. */
    offer(etag, body) {
      if (askedOnce.get(etag)) kept.set(etag, body)
      else askedOnce.set(etag, true)
    },
    make(etag, work) {
      const others = underWay.get(etag)
      if (others !== undefined) return others
      const made = work().finally(() => underWay.delete(etag))
      underWay.set(etag, made)
      return made
    },
  }
}

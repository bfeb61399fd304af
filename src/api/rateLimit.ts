/** Token buckets, in memory for one process or in PostgreSQL for several. */
import { type BucketRules, describeTake, type Taken, takeTokens } from '../domain/tokenBucket.ts'
import type { Database } from '../store/door.ts'
import { dropFullBuckets, takeFromBuckets } from '../store/rateBuckets.ts'
import { coalesce } from './coalesce.ts'

export interface RateLimiter {
  take(bucket: string, nowMs: number): Promise<Taken>
  /** Forgets what has no effect any more. */
  tidy(nowMs: number): Promise<void>
}

/** The embedded store has one process, and PostgreSQL may have many. */
export function rateLimiter(db: Database, rules: BucketRules): RateLimiter {
  return db.engine === 'embedded' ? memoryLimiter(rules) : sharedLimiter(db, rules)
}

const memoryBucketsMax = 100_000

export function memoryLimiter(rules: BucketRules): RateLimiter {
  const buckets = new Map<string, number>()

  return {
    async take(bucket, nowMs) {
      const taken = takeTokens(rules, buckets.get(bucket) ?? 0, nowMs, 1)
      // Set anew, a bucket moves to the end, so the first one is always the one that was used least recently.
      buckets.delete(bucket)
      buckets.set(bucket, taken.fullAtMs)
      if (buckets.size > memoryBucketsMax) buckets.delete(buckets.keys().next().value ?? '')
      return describeTake(rules, taken, 0, nowMs)
    },
    async tidy(nowMs) {
      for (const [bucket, fullAtMs] of buckets) if (fullAtMs < nowMs) buckets.delete(bucket)
    },
  }
}

export function sharedLimiter(db: Database, rules: BucketRules): RateLimiter {
  const take = coalesce(async (requests: { bucket: string; nowMs: number }[]) => {
    const nowMs = Math.max(...requests.map(request => request.nowMs))
    const wanted = new Map<string, number>()
    for (const { bucket } of requests) wanted.set(bucket, (wanted.get(bucket) ?? 0) + 1)
    const takes = [...wanted].map(([bucket, count]) => ({ bucket, wanted: count }))
    const results = new Map((await takeFromBuckets(db, rules, takes, nowMs)).map(row => [row.bucket, row]))

    const order = new Map<string, number>()
    return requests.map(({ bucket }) => {
      const turn = order.get(bucket) ?? 0
      order.set(bucket, turn + 1)
      return describeTake(rules, results.get(bucket) ?? { granted: 0, fullAtMs: nowMs }, turn, nowMs)
    })
  })
  return {
    take: (bucket, nowMs) => take({ bucket, nowMs }),
    tidy: nowMs => dropFullBuckets(db, nowMs),
  }
}

export function rateLimitHeaders(rules: BucketRules, taken: Taken): Record<string, string> {
  return {
    'RateLimit-Limit': String(rules.burst),
    'RateLimit-Remaining': String(taken.remaining),
    'RateLimit-Reset': String(taken.resetSeconds),
  }
}

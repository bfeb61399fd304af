/** Token buckets, in memory for one process or in PostgreSQL for several. */
import {
  type Bucket,
  type BucketRules,
  describeTake,
  fullBucket,
  type Taken,
  takeTokens,
} from '../domain/tokenBucket.ts'
import type { Database } from '../store/door.ts'
import { dropFullBuckets, takeFromBuckets } from '../store/rateBuckets.ts'
import { coalesce } from './coalesce.ts'
import { RecentMap } from './recentMap.ts'

export interface RateLimiter {
  take(bucket: string, nowMs: number): Promise<Taken>
  /** Forgets what has no effect any more. */
  tidy(nowMs: number): Promise<void>
}

/** The embedded store has one process, and PostgreSQL may have many. */
export function rateLimiter(db: Database, kind: string, rules: BucketRules): RateLimiter {
  return db.engine === 'embedded' ? memoryLimiter(rules) : sharedLimiter(db, kind, rules)
}

const memoryBucketsMax = 100_000

export function memoryLimiter(rules: BucketRules): RateLimiter {
  const buckets = new RecentMap<Bucket>(memoryBucketsMax)

  return {
    async take(name, nowMs) {
      const taken = takeTokens(rules, buckets.get(name) ?? fullBucket, nowMs, 1)
      buckets.set(name, taken)
      return describeTake(rules, taken, 0)
    },
    async tidy(nowMs) {
      for (const [name, bucket] of buckets.entries()) {
        if (takeTokens(rules, bucket, nowMs, 0).missing === 0) buckets.delete(name)
      }
    },
  }
}

/** The kind stands before every bucket's name, so that limiters with other rules have buckets of their own. */
export function sharedLimiter(db: Database, kind: string, rules: BucketRules): RateLimiter {
  const take = coalesce(async (requests: { bucket: string; nowMs: number }[]) => {
    const nowMs = Math.max(...requests.map(request => request.nowMs))
    const counts = new Map<string, number>()
    for (const { bucket } of requests) counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    const wanted = [...counts].map(([bucket, count]) => ({ bucket, wanted: count }))
    const results = new Map((await takeFromBuckets(db, rules, wanted, nowMs)).map(row => [row.bucket, row]))

    const order = new Map<string, number>()
    return requests.map(({ bucket }) => {
      const turn = order.get(bucket) ?? 0
      order.set(bucket, turn + 1)
      return describeTake(rules, results.get(bucket) ?? { ...fullBucket, granted: 0 }, turn)
    })
  })
  return {
    take: (name, nowMs) => take({ bucket: `${kind}:${name}`, nowMs }),
    tidy: nowMs => dropFullBuckets(db, kind, rules, nowMs),
  }
}

export function rateLimitHeaders(rules: BucketRules, taken: Taken): Record<string, string> {
  return {
    'RateLimit-Limit': String(rules.burst),
    'RateLimit-Remaining': String(taken.remaining),
    'RateLimit-Reset': String(taken.resetSeconds),
  }
}

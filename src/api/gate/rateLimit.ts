/** Token buckets, in memory for one process or in PostgreSQL for several. */

import {
  type Bucket,
  type BucketRules,
  describeTake,
  fullBucket,
  type Taken,
  takeTokens,
} from '../../domain/access/tokenBucket.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Database } from '../../store/engine/door.ts'
import { dropFullBuckets, takeFromBuckets } from '../../store/keys/rateBuckets.ts'
import { coalesce } from '../http/coalesce.ts'

export interface RateLimiter {
  take(bucket: string, nowMs: number): Promise<Taken>
  /** Drops full buckets. */
  tidy(nowMs: number): Promise<void>
}

/** The embedded store has only one process; PostgreSQL may be shared by several. */
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

/** Bucket names are prefixed with the kind, so that limiters with different rules do not share buckets. */
function sharedLimiter(db: Database, kind: string, rules: BucketRules): RateLimiter {
  const take = coalesce(async (requests: { bucket: string; nowMs: number }[]) => {
    const { counts, turns } = turnsOf(requests.map(({ bucket }) => bucket))
    const wanted = [...counts].map(([bucket, count]) => ({ bucket, wanted: count }))
    const taken = await takeFromBuckets(db, rules, wanted, latestOf(requests))
    const byBucket = new Map(taken.map(row => [row.bucket, row]))
    return requests.map(({ bucket }, index) =>
      describeTake(rules, byBucket.get(bucket) ?? { ...fullBucket, granted: 0 }, turns[index] ?? 0),
    )
  })
  return {
    take: (name, nowMs) => take({ bucket: `${kind}:${name}`, nowMs }),
    tidy: nowMs => db.transaction(connection => dropFullBuckets(connection, kind, rules, nowMs)),
  }
}

/** Counts each name, and numbers repeated names 0, 1, 2 and so on. */
export function turnsOf(names: readonly string[]): { counts: Map<string, number>; turns: number[] } {
  const counts = new Map<string, number>()
  const turns = names.map(name => {
    const turn = counts.get(name) ?? 0
    counts.set(name, turn + 1)
    return turn
  })
  return { counts, turns }
}

/** Requests that share a query take their tokens at the same instant. */
export const latestOf = (requests: readonly { nowMs: number }[]): number =>
  requests.reduce((latest, { nowMs }) => Math.max(latest, nowMs), 0)

/** Alternating names and values. */
export const rateLimitHeaders = ({ burst }: BucketRules, { remaining, resetSeconds }: Taken): string[] => [
  'RateLimit-Limit',
  String(burst),
  'RateLimit-Remaining',
  String(remaining),
  'RateLimit-Reset',
  String(resetSeconds),
]

/** Token buckets that every process of the service shares. The arithmetic is that of domain/tokenBucket, in SQL. */
import type { BucketRules } from '../domain/tokenBucket.ts'
import type { Session } from './door.ts'

export interface BucketTake {
  bucket: string
  wanted: number
}

export interface BucketTaken {
  bucket: string
  granted: number
  fullAtMs: number
}

/**
 * Takes from several buckets in one statement; each row's lock makes the takes of all processes one after another.
 * Buckets are locked in the order of their names, so that two batches never wait for each other in a circle.
 */
export async function takeFromBuckets(
  session: Session,
  rules: BucketRules,
  takes: readonly BucketTake[],
  nowMs: number,
): Promise<BucketTaken[]> {
  const granted = `greatest(0, least(excluded.granted,
    floor($4::float8 - (greatest(b.full_at_ms, $2::float8) - $2::float8) / $3::float8 + 1e-6)))`
  return await session.query<BucketTaken>(
    `insert into rate_buckets as b (bucket, granted, full_at_ms)
     select r.bucket, least(r.wanted, $4::float8), $2::float8 + least(r.wanted, $4::float8) * $3::float8
     from json_to_recordset($1::json) as r(bucket text, wanted float8) order by r.bucket
     on conflict (bucket) do update set
       granted = ${granted},
       full_at_ms = greatest(b.full_at_ms, $2::float8) + $3::float8 * ${granted}
     returning b.bucket, b.granted, b.full_at_ms as "fullAtMs"`,
    [JSON.stringify(takes), nowMs, 1000 / rules.perSecond, rules.burst],
  )
}

/** A bucket that is full is as good as none. */
export async function dropFullBuckets(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from rate_buckets where full_at_ms < $1', [nowMs])
}

/** Token buckets shared by all processes of the service: the arithmetic of domain/access/tokenBucket.ts in SQL. */
import {
  type BucketRules,
  type BucketTake,
  clockSkewMsMax,
  roundingSlack,
} from '../../domain/access/tokenBucket.ts'
import type { Connection } from '../engine/door.ts'

/** Prefix of the bucket names of keys. Other kinds of bucket have other prefixes. */
export const keyBuckets = 'key'

export interface WantedTokens {
  bucket: string
  wanted: number
}

/*
 * Parts of the queries that take tokens. $2 is the time in milliseconds, $3 the tokens refilled per second and $4 the
 * burst. `b` is the existing bucket; `excluded` is the row for a take from a full bucket.
 */
const missing = 'greatest(0, b.missing - greatest(0, $2::float8 - b.at_ms) * $3::float8 / 1000)'

/** Granted, missing and at_ms for a take from a bucket that does not exist yet, which means it is full. */
export const firstTake = (wanted: string): string =>
  `least(${wanted}, floor($4::float8)), least(${wanted}, floor($4::float8)), $2::float8`

export const takeOnConflict = `on conflict (bucket) do update set ${partTaken('excluded.granted')}`

/** What a take changes in an existing bucket, which may have less than is wanted. */
function partTaken(wanted: string): string {
  const granted = `greatest(0, least(${wanted}, floor($4::float8 - ${missing} + ${roundingSlack})))`
  return `granted = ${granted}, missing = ${missing} + ${granted},
    at_ms = case when b.at_ms - $2::float8 > ${clockSkewMsMax} then $2::float8 else greatest(b.at_ms, $2::float8) end`
}

/** That an existing bucket has all that is wanted, by a clock that was not set back. Each term costs every request. */
export const hasAll = (wanted: string): string =>
  `${missing} + ${wanted} <= $4::float8 + ${roundingSlack} and b.at_ms - $2::float8 <= ${clockSkewMsMax}`

/** What a take changes in such a bucket. */
export const allTaken = (wanted: string): string =>
  `granted = ${wanted}, missing = ${missing} + ${wanted}, at_ms = greatest(b.at_ms, $2::float8)`

/**
 * Takes from several buckets in one query. Row locks serialize the takes of all processes. Buckets are locked in the
 * order of their names, so that two batches cannot deadlock.
 */
export async function takeFromBuckets(
  connection: Connection,
  rules: BucketRules,
  wanted: readonly WantedTokens[],
  nowMs: number,
): Promise<(BucketTake & { bucket: string })[]> {
  return await connection.query<BucketTake & { bucket: string }>(
    `insert into rate_buckets as b (bucket, granted, missing, at_ms)
     select r.bucket, ${firstTake('r.wanted')}
     from json_to_recordset($1::json) as r(bucket text, wanted float8) order by r.bucket collate "C"
     ${takeOnConflict}
     returning b.bucket, b.granted, b.missing, b.at_ms as "atMs"`,
    [JSON.stringify(wanted), nowMs, rules.perSecond, rules.burst],
  )
}

/** Deletes buckets that are full again: a missing bucket means the same. */
export async function dropFullBuckets(
  connection: Connection,
  kind: string,
  rules: BucketRules,
  nowMs: number,
): Promise<void> {
  await connection.query(
    // Skips locked buckets: somebody is taking from them, so they are not full.
    `delete from rate_buckets where bucket in (
       select bucket from rate_buckets
       where starts_with(bucket, $1) and missing <= ($2::float8 - at_ms) * $3::float8 / 1000
       for update skip locked
     )`,
    [`${kind}:`, nowMs, rules.perSecond],
  )
}

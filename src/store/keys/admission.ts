/** The first check of every request: whose key it is and whether its rate limit allows it. One query for a batch. */
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import type { Connection } from '../engine/door.ts'
import { type AdmittedKey, keyJoins, keyStateColumns, keyStateNames } from './keyState.ts'
import { firstTake, keyBuckets, takeOnConflict } from './rateBuckets.ts'

/**
 * Reads the state of each key and its workspace's clock, and takes one token per request from its bucket. Expiry is
 * checked against the service's clock, not the database's. Buckets are always locked in the order of their names. Not for
 * a distributed store: its buckets and keys are on different servers.
 */
export async function admitKeys(
  connection: Connection,
  rules: BucketRules,
  requestsByHash: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<AdmittedKey[]> {
  return await connection.query<AdmittedKey>(admitSql, [
    [...requestsByHash.keys()],
    nowMs,
    rules.perSecond,
    rules.burst,
    [...requestsByHash.values()],
  ])
}

const admitSql = `
  with asked as materialized (
    select ${keyStateColumns}, '${keyBuckets}:' || k.id as bucket, a.wanted,
      k.revoked_at is null and (k.expires_at is null or k.expires_at > to_timestamp($2::float8 / 1000)) as valid
    from unnest($1::text[], $5::float8[]) as a(secret_hash, wanted)
    join api_key_directory d on d.secret_hash = a.secret_hash
    ${keyJoins}
  ), taken as (
    insert into rate_buckets as b (bucket, granted, missing, at_ms)
    select bucket, ${firstTake('wanted')} from asked where valid order by bucket collate "C"
    ${takeOnConflict}
    returning b.bucket, b.granted, b.missing
  )
  select ${keyStateNames}, taken.granted, taken.missing
  from asked left join taken on taken.bucket = asked.bucket`

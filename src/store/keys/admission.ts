/** What every request asks first, for all that wait together in one statement: whose key it is, and may it pass now. */
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import type { Connection } from '../engine/door.ts'
import { type KeyState, keyJoins, keyStateColumns, keyStateNames } from './apiKeys.ts'
import { firstTake, takeOnConflict } from './rateBuckets.ts'

/** Stands before the names of the buckets of keys, as those of other kinds have another. */
export const keyBuckets = 'key'

/** From the bucket of a key that is not valid nothing is taken. */
export type AdmittedKey = KeyState & ({ granted: number; missing: number } | { granted: null; missing: null })

/**
 * The state of each key with the clock of its workspace, and as many tokens from its bucket as it has requests here.
 * Whether a key has expired goes by the service's clock and not by the server's. Buckets are locked in the order of
 * their names, as everywhere.
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
    new Date(nowMs).toISOString(),
  ])
}

const admitSql = `
  with asked as materialized (
    select ${keyStateColumns}, '${keyBuckets}:' || k.id as bucket, a.wanted,
      k.revoked_at is null and (k.expires_at is null or k.expires_at > $6::timestamptz) as valid
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

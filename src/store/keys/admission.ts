/** The first check of every request: whose key it is and whether its rate limit allows it. One query for a batch. */
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import type { Connection } from '../engine/door.ts'
import {
  findKeyStates,
  type KeyState,
  type KeyStates,
  keyJoins,
  keyStateColumns,
  keyStateNames,
} from './apiKeys.ts'
import { firstTake, takeFromBuckets, takeOnConflict } from './rateBuckets.ts'

/** Prefix of the bucket names of keys. Other kinds of bucket have other prefixes. */
export const keyBuckets = 'key'

/** Both are null for a key that is not valid: nothing is taken from its bucket. */
export type AdmittedKey = KeyState & ({ granted: number; missing: number } | { granted: null; missing: null })

/**
 * Reads the state of each key and its workspace's clock, and takes one token per request from its bucket. Expiry is
 * checked against the service's clock, not the database's. Buckets are always locked in the order of their names.
 */
export async function admitKeys(
  connection: Connection,
  rules: BucketRules,
  requestsByHash: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<KeyStates<AdmittedKey>> {
  if (connection.nodeOf !== undefined) {
    return await admitOnNodes(connection, rules, requestsByHash, nowMs)
  }
  const states = await connection.query<AdmittedKey>(admitSql, [
    [...requestsByHash.keys()],
    nowMs,
    rules.perSecond,
    rules.burst,
    [...requestsByHash.values()],
    new Date(nowMs).toISOString(),
  ])
  return { states, unanswered: new Map() }
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

/** The same in a distributed store: states come from the nodes of the keys, buckets are on the coordinator. */
async function admitOnNodes(
  connection: Connection,
  rules: BucketRules,
  requestsByHash: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<KeyStates<AdmittedKey>> {
  const { states, unanswered } = await findKeyStates(connection, [...requestsByHash.keys()])
  const bucketOf = ({ id }: KeyState) => `${keyBuckets}:${id}`
  const wanted = states
    .filter(state => lifeStateOf(state, nowMs) === 'active')
    .map(state => ({ bucket: bucketOf(state), wanted: requestsByHash.get(state.secretHash) ?? 0 }))
  const takes = wanted.length === 0 ? [] : await takeFromBuckets(connection, rules, wanted, nowMs)
  const takeOf = new Map(takes.map(take => [take.bucket, take]))
  const admitted = states.map((state): AdmittedKey => {
    const take = takeOf.get(bucketOf(state))
    return take === undefined
      ? { ...state, granted: null, missing: null }
      : { ...state, granted: take.granted, missing: take.missing }
  })
  return { states: admitted, unanswered }
}

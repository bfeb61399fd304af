/** The first check of every request: whose key it is and whether its rate limit allows it. One query for a batch. */
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import type { Connection } from '../engine/door.ts'
import { type AdmittedKey, type KeyState, keyJoins, keyStateColumns, keyStateNames } from './keyState.ts'
import { allTaken, firstTake, hasAll, keyBuckets, takeOnConflict } from './rateBuckets.ts'

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

/** Whether key `k` is neither revoked nor expired. */
const isValid =
  'k.revoked_at is null and (k.expires_at is null or k.expires_at > to_timestamp($2::float8 / 1000))'

const admitSql = `
  with asked as materialized (
    select ${keyStateColumns}, k.xmin::text as "rowVersion", '${keyBuckets}:' || k.id as bucket, a.wanted,
      ${isValid} as valid
    from unnest($1::text[], $5::float8[]) as a(secret_hash, wanted)
    join api_key_directory d on d.secret_hash = a.secret_hash
    ${keyJoins}
  ), taken as (
    insert into rate_buckets as b (bucket, granted, missing, at_ms)
    select bucket, ${firstTake('wanted')} from asked where valid order by bucket collate "C"
    ${takeOnConflict}
    returning b.bucket, b.granted, b.missing
  )
  select ${keyStateNames}, "rowVersion", taken.granted, taken.missing
  from asked left join taken on taken.bucket = asked.bucket`

/** A key as the process has seen it before. */
export type SeenKey = KeyState & { rowVersion: string }

/**
 * The same for a single key that the process has seen before, which is what most requests are about. If its row is still
 * the one that was seen, it is not sent again, and only the workspace's part of the state can have changed. Without that,
 * the directory, the lists and the sort, PostgreSQL executes 44 % fewer instructions. Returns null, and takes nothing, if
 * the key has changed or is not valid any more, or if its bucket does not exist yet or has too few tokens: `admitKeys` says
 * what it is then.
 */
export async function admitSeenKey(
  connection: Connection,
  rules: BucketRules,
  seen: SeenKey,
  wanted: number,
  nowMs: number,
): Promise<AdmittedKey | null> {
  const { workspaceId, id, rowVersion, epoch } = seen
  const bucket = `${keyBuckets}:${id}`
  const values = [workspaceId, nowMs, rules.perSecond, rules.burst, id, wanted, bucket, rowVersion, epoch]
  const [now] = await connection.query<WorkspaceNow & { missing: number }>(admitSeenSql, values)
  return now === undefined ? null : { ...seen, ...now, granted: wanted }
}

type WorkspaceNow = Pick<KeyState, 'workspaceName' | 'version'>

/** After a restore, a row may have the version of another one before; but then its workspace has another epoch. */
const admitSeenSql = `
  update rate_buckets b set ${allTaken('$6::float8')}
  from api_keys k join workspaces w on w.workspace_id = k.workspace_id
  where b.bucket = $7 and k.workspace_id = $1 and k.id = $5 and k.xmin = $8::xid and w.epoch = $9 and ${isValid}
    and ${hasAll('$6::float8')}
  returning w.name as "workspaceName", w.clock as version, b.missing`

/**
 * Keys of a distributed store. Each workspace is asked once for its keys, on its node; a node that is away concerns only
 * its own workspaces. A process remembers what it saw of a key last: it then knows which node to ask without the
 * directory, and takes tokens while it asks. Whether a key is valid is still read from its node for every request.
 */
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import type { BucketRules } from '../../domain/access/tokenBucket.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import { byNode } from '../distributed/byNode.ts'
import type { Connection } from '../engine/door.ts'
import { type AdmittedKey, type KeyState, type KeyStates, keyJoins, keyStateColumns } from './keyState.ts'
import { keyBucket, takeFromBuckets } from './rateBuckets.ts'

/** By the hash of the secret. */
export type SeenKeys = RecentMap<KeyState>

const seenMax = 20_000

export const newSeenKeys = (): SeenKeys => new RecentMap<KeyState>(seenMax)

interface KeyPlace {
  secretHash: string
  workspaceId: string
}

export async function findOnNodes(
  connection: Connection,
  secretHashes: readonly string[],
  seen: SeenKeys,
): Promise<KeyStates> {
  const known = secretHashes.flatMap(hash => seen.get(hash) ?? [])
  const first = await askNodes(connection, known, seen)
  const answered = new Set([...first.states.map(({ secretHash }) => secretHash), ...first.unanswered.keys()])
  // New keys, and keys that are no longer where they were.
  const others = secretHashes.filter(hash => !answered.has(hash))
  if (others.length === 0) return first
  const rest = await askNodes(connection, await listedPlaces(connection, others), seen)
  return {
    states: [...first.states, ...rest.states],
    unanswered: new Map([...first.unanswered, ...rest.unanswered]),
  }
}

async function listedPlaces(connection: Connection, secretHashes: readonly string[]): Promise<KeyPlace[]> {
  return await connection.query<KeyPlace>(
    `select secret_hash as "secretHash", workspace_id as "workspaceId" from api_key_directory
     where secret_hash = any($1)`,
    [secretHashes],
  )
}

async function askNodes(
  connection: Connection,
  places: readonly KeyPlace[],
  seen: SeenKeys,
): Promise<KeyStates> {
  const states: KeyState[] = []
  const unanswered = new Map<string, unknown>()
  const asked = byNode(connection, places).map(async ([node, part]) => {
    const hashes = part.map(({ secretHash }) => secretHash)
    try {
      const found = await node.query<KeyState>(
        `select ${keyStateColumns} from api_key_directory d ${keyJoins}
         where k.workspace_id = $1 and d.secret_hash = any($2)`,
        [part[0]?.workspaceId ?? '', hashes],
      )
      for (const hash of hashes) seen.delete(hash)
      for (const state of found) seen.set(state.secretHash, state)
      states.push(...found)
    } catch (error) {
      for (const hash of hashes) {
        seen.delete(hash)
        unanswered.set(hash, error)
      }
    }
  })
  await Promise.all(asked)
  return { states, unanswered }
}

/**
 * States come from the nodes, buckets are on the coordinator. A key that was valid when it was last seen has its tokens taken
 * meanwhile. If it was revoked since, they are lost, and nobody can notice. A key that is new to the process has its tokens
 * taken once it is known to be valid.
 */
export async function admitOnNodes(
  connection: Connection,
  rules: BucketRules,
  requestsByHash: ReadonlyMap<string, number>,
  nowMs: number,
  seen: SeenKeys,
): Promise<KeyStates<AdmittedKey>> {
  const hashes = [...requestsByHash.keys()]
  const takeFor = async (states: readonly KeyState[]) => {
    const valid = states.filter(state => lifeStateOf(state, nowMs) === 'active')
    if (valid.length === 0) return []
    const wanted = valid.map(({ id, secretHash }) => ({
      bucket: keyBucket(id),
      wanted: requestsByHash.get(secretHash) ?? 0,
    }))
    return await takeFromBuckets(connection, rules, wanted, nowMs)
  }
  const expected = hashes.flatMap(hash => seen.get(hash) ?? [])
  const [{ states, unanswered }, early] = await Promise.all([
    findOnNodes(connection, hashes, seen),
    takeFor(expected),
  ])
  const takes = new Map(early.map(take => [take.bucket, take]))
  const late = await takeFor(states.filter(({ id }) => !takes.has(keyBucket(id))))
  for (const take of late) takes.set(take.bucket, take)
  const admitted = states.map((state): AdmittedKey => {
    const take = lifeStateOf(state, nowMs) === 'active' ? takes.get(keyBucket(state.id)) : undefined
    return take === undefined
      ? { ...state, granted: null, missing: null }
      : { ...state, granted: take.granted, missing: take.missing }
  })
  return { states: admitted, unanswered }
}

/**
 * Decides whether a request is admitted: looks up the key's state, for every request, and takes a token from its
 * bucket. On PostgreSQL both are one query, shared by all requests that wait at the same time. The embedded store has
 * only one process, so its buckets are in memory. In a distributed store, keys are looked up on their nodes and buckets are
 * on the coordinator.
 *
 * A request from outside the key's networks takes no token. Otherwise someone who found a key that they cannot use
 * could still lock out its owner.
 */
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import {
  type Bucket,
  type BucketRules,
  describeTake,
  type Taken,
  takeTokens,
} from '../../domain/access/tokenBucket.ts'
import type { Database } from '../../store/engine/door.ts'
import { admitKeys, admitSeenKey, type SeenKey } from '../../store/keys/admission.ts'
import { findKeyStates } from '../../store/keys/apiKeys.ts'
import type { AdmittedKey, KeyState } from '../../store/keys/keyState.ts'
import { dropFullBuckets, keyBuckets } from '../../store/keys/rateBuckets.ts'
import { coalesce } from '../http/coalesce.ts'
import { keysOnNodes } from './keysOnNodes.ts'
import type { NetworkGuard } from './networkGuard.ts'
import { latestOf, memoryLimiter, rateLimiter, turnsOf } from './rateLimit.ts'

export interface Admission {
  /** Null if no key has this secret. */
  key: KeyState | null
  /** Null if there is no key, or if it is revoked, expired or refused: those take no token. */
  taken: Taken | null
  /** The key is valid, but not allowed from this address. */
  refused: boolean
}

/** When a request arrived, and from which address. */
export interface Visit {
  nowMs: number
  peer: string
}

export interface Gate {
  admit(secretHash: string, visit: Visit): Promise<Admission>
  /** The same for a request that was admitted before and has waited since. It takes no token. */
  admitAgain(secretHash: string, visit: Visit): Promise<Omit<Admission, 'taken'>>
  /** Drops full buckets. */
  tidy(nowMs: number): Promise<void>
}

export function openGate(db: Database, rules: BucketRules, guard: NetworkGuard): Gate {
  if (db.engine === 'embedded') return memoryGate(db, rules, guard)
  const onServer = sharedGate(db, rules, guard)
  const onNodes = nodesGate(db, rules, guard)
  // Known once a connection is open.
  const gate = () => (db.nodeOf === undefined ? onServer : onNodes)
  return {
    admit: (secretHash, visit) => gate().admit(secretHash, visit),
    admitAgain: (secretHash, visit) => gate().admitAgain(secretHash, visit),
    tidy: nowMs => gate().tidy(nowMs),
  }
}

function memoryGate(db: Database, rules: BucketRules, guard: NetworkGuard): Gate {
  const limiter = memoryLimiter(rules)
  const lookUp = keyLookUp(db)
  return {
    async admit(secretHash, { nowMs, peer }) {
      const key = await lookUp(secretHash)
      if (!isActive(key, nowMs)) return { key, taken: null, refused: false }
      if (!guard.allows(key, peer)) return refusal(key)
      return { key, taken: await limiter.take(key.id, nowMs), refused: false }
    },
    admitAgain: again(lookUp, guard),
    tidy: nowMs => limiter.tidy(nowMs),
  }
}

/** Maximum number of keys that a process remembers. When it is reached, the memory is cleared. */
const seenMax = 10_000

/** What a process remembers of keys, by the hashes of their secrets. Only of keys that exist. */
type SeenKeys = Map<string, { key: SeenKey; bucket: Bucket }>

/**
 * The query that finds a key also takes its token. So this gate remembers each key's last known networks, and looks up a
 * request from outside them without taking a token. Only a process's first requests, and those that arrive just as a
 * list changes, cost a token before they are refused. It remembers all of the key's row, as PostgreSQL can say faster that
 * it is still the same. Whether that is so, and whether the key is valid, is read for every request.
 */
function sharedGate(db: Database, rules: BucketRules, guard: NetworkGuard): Gate {
  const seen: SeenKeys = new Map()
  const take = coalescedTake(db, rules, guard, seen)
  const lookUp = keyLookUp(db)

  async function admitFromOutside(secretHash: string, visit: Visit): Promise<Admission> {
    const key = await lookUp(secretHash)
    if (!isActive(key, visit.nowMs)) return { key, taken: null, refused: false }
    return guard.allows(key, visit.peer) ? await take({ secretHash, visit }) : refusal(key)
  }

  return {
    admit(secretHash, visit) {
      const last = seen.get(secretHash)
      const isOutside = last !== undefined && !guard.allows(last.key, visit.peer)
      return isOutside ? admitFromOutside(secretHash, visit) : take({ secretHash, visit })
    },
    admitAgain: again(lookUp, guard),
    tidy: nowMs => db.transaction(connection => dropFullBuckets(connection, keyBuckets, rules, nowMs)),
  }
}

/**
 * A token is taken while the key's node is asked, if the key was valid when this process last saw it, or if the process
 * sees it for the first time. If the key is not valid, the token is lost, and nobody can notice. As on one PostgreSQL, only a
 * process's first requests from outside the key's networks cost a token.
 */
function nodesGate(db: Database, rules: BucketRules, guard: NetworkGuard): Gate {
  const keys = keysOnNodes(db)
  const limiter = rateLimiter(db, keyBuckets, rules)
  return {
    async admit(secretHash, { nowMs, peer }) {
      let early: Promise<Taken> | null = null
      const takeEarly = (keyId: string) => {
        early = limiter.take(keyId, nowMs)
        // It is awaited only if the key is found.
        early.catch(() => undefined)
      }
      const last = keys.lastSeen(secretHash)
      // The look-up is first: its node has a preferred connection, and a token can be taken on any.
      const found = keys.lookUp(secretHash, takeEarly)
      if (isActive(last, nowMs) && guard.allows(last, peer)) takeEarly(last.id)
      const key = await found
      if (!isActive(key, nowMs)) return { key, taken: null, refused: false }
      if (!guard.allows(key, peer)) return refusal(key)
      return { key, taken: await (early ?? limiter.take(key.id, nowMs)), refused: false }
    },
    admitAgain: again(secretHash => keys.lookUp(secretHash), guard),
    tidy: nowMs => limiter.tidy(nowMs),
  }
}

const again =
  (lookUp: KeyLookUp, guard: NetworkGuard): Gate['admitAgain'] =>
  async (secretHash, { nowMs, peer }) => {
    const key = await lookUp(secretHash)
    return { key, refused: isActive(key, nowMs) && !guard.allows(key, peer) }
  }

const refusal = (key: KeyState): Admission => ({ key, taken: null, refused: true })

const isActive = (key: KeyState | null | undefined, nowMs: number): key is KeyState =>
  key != null && lifeStateOf(key, nowMs) === 'active'

type KeyLookUp = (secretHash: string) => Promise<KeyState | null>

/** Looks up all waiting requests in one query, without taking tokens. */
const keyLookUp = (db: Database): KeyLookUp =>
  coalesce(async (hashes: string[]) => {
    const states = await findKeyStates(db, [...new Set(hashes)])
    const byHash = new Map(states.map(state => [state.secretHash, state]))
    return hashes.map(hash => byHash.get(hash) ?? null)
  })

const coalescedTake = (db: Database, rules: BucketRules, guard: NetworkGuard, seen: SeenKeys) =>
  coalesce(async (requests: { secretHash: string; visit: Visit }[]): Promise<Admission[]> => {
    const { counts, turns } = turnsOf(requests.map(({ secretHash }) => secretHash))
    const nowMs = latestOf(requests.map(({ visit }) => visit))
    const states =
      (await admitOne(db, rules, counts, seen, nowMs)) ?? (await admitKeys(db, rules, counts, nowMs))
    const byHash = new Map(states.map(key => [key.secretHash, key]))
    for (const secretHash of counts.keys()) note(seen, secretHash, byHash.get(secretHash), nowMs)
    return requests.map(({ secretHash, visit }, index) => {
      const key = byHash.get(secretHash) ?? null
      if (key === null || key.granted === null) return { key, taken: null, refused: false }
      if (!guard.allows(key, visit.peer)) return refusal(key)
      return { key, taken: describeTake(rules, key, turns[index] ?? 0), refused: false }
    })
  })

function note(seen: SeenKeys, secretHash: string, key: AdmittedKey | undefined, nowMs: number): void {
  if (key === undefined || key.granted === null) {
    seen.delete(secretHash)
    return
  }
  if (seen.size >= seenMax && !seen.has(secretHash)) seen.clear()
  seen.set(secretHash, { key, bucket: { missing: key.missing, atMs: nowMs } })
}

/** Null if the requests have several keys, or one that this process has not seen, or for which `admitKeys` has to decide. */
async function admitOne(
  db: Database,
  rules: BucketRules,
  counts: ReadonlyMap<string, number>,
  seen: SeenKeys,
  nowMs: number,
): Promise<AdmittedKey[] | null> {
  const [one, another] = counts
  if (one === undefined || another !== undefined) return null
  const [secretHash, wanted] = one
  const last = seen.get(secretHash)
  if (last === undefined) return null
  // Otherwise a client over its limit would cost two queries each time.
  if (takeTokens(rules, last.bucket, nowMs, wanted).granted < wanted) return null
  const key = await admitSeenKey(db, rules, last.key, wanted, nowMs)
  return key && [key]
}

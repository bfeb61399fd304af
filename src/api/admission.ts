/**
 * Who a request is and whether it may pass: the key's state in the store, looked up anew for every request, and a
 * token from the key's bucket. With PostgreSQL both are one statement, shared by all requests that wait together; the
 * embedded store is one process, whose buckets are in its memory.
 */
import { lifeStateOf } from '../domain/apiKey.ts'
import { type BucketRules, describeTake, type Taken } from '../domain/tokenBucket.ts'
import { admitKeys, keyBuckets } from '../store/admission.ts'
import { findKeyStates, type KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import { dropFullBuckets } from '../store/rateBuckets.ts'
import { coalesce } from './coalesce.ts'
import { latestOf, memoryLimiter, turnsOf } from './rateLimit.ts'

export interface Admission {
  /** Null where no key has this secret. */
  key: KeyState | null
  /** Null where there is no key, or one that was revoked or has expired: those take no token. */
  taken: Taken | null
}

export interface Gate {
  admit(secretHash: string, nowMs: number): Promise<Admission>
  /** Forgets what has no effect any more. */
  tidy(nowMs: number): Promise<void>
}

export function openGate(db: Database, rules: BucketRules): Gate {
  return db.engine === 'embedded' ? memoryGate(db, rules) : sharedGate(db, rules)
}

function memoryGate(db: Database, rules: BucketRules): Gate {
  const limiter = memoryLimiter(rules)
  const lookUp = coalesce(async (hashes: string[]) => {
    const states = await findKeyStates(db, [...new Set(hashes)])
    const byHash = new Map(states.map(state => [state.secretHash, state]))
    return hashes.map(hash => byHash.get(hash) ?? null)
  })
  return {
    async admit(secretHash, nowMs) {
      const key = await lookUp(secretHash)
      const valid = key !== null && lifeStateOf(key, nowMs) === 'active'
      return { key, taken: valid ? await limiter.take(key.id, nowMs) : null }
    },
    tidy: nowMs => limiter.tidy(nowMs),
  }
}

function sharedGate(db: Database, rules: BucketRules): Gate {
  const admit = coalesce(async (requests: { secretHash: string; nowMs: number }[]) => {
    const { counts, turns } = turnsOf(requests.map(({ secretHash }) => secretHash))
    const admitted = await admitKeys(db, rules, counts, latestOf(requests))
    const byHash = new Map(admitted.map(key => [key.secretHash, key]))
    return requests.map(({ secretHash }, index): Admission => {
      const key = byHash.get(secretHash) ?? null
      const valid = key !== null && key.granted !== null
      return { key, taken: valid ? describeTake(rules, key, turns[index] ?? 0) : null }
    })
  })
  return {
    admit: (secretHash, nowMs) => admit({ secretHash, nowMs }),
    tidy: nowMs => db.transaction(session => dropFullBuckets(session, keyBuckets, rules, nowMs)),
  }
}

/** From the Authorization header to the key's state in the store, looked up anew for every request. */
import { hashSecret, isWellFormedSecret, lifeStateOf } from '../domain/apiKey.ts'
import { findKeyStates, type KeyState } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'
import { coalesce } from './coalesce.ts'
import { ApiError, tooManyRequests, unauthorized } from './errors.ts'
import type { RateLimiter } from './rateLimit.ts'

export type Authenticate = (authorization: string | undefined, nowMs: number) => Promise<KeyState>

const getNewKey = 'Ask an owner or admin of the workspace for a new one.'

export function authenticator(db: Database): Authenticate {
  const lookUp = coalesce(async (hashes: string[]) => {
    const states = await findKeyStates(db, [...new Set(hashes)])
    const byHash = new Map(states.map(state => [state.secretHash, state]))
    return hashes.map(hash => byHash.get(hash) ?? null)
  })

  return async (authorization, nowMs) => {
    const key = await lookUp(hashSecret(secretOf(authorization)))
    // A key that was never here is told the same as a revoked one: it is not valid, and nobody learns more.
    const state = key === null ? 'revoked' : lifeStateOf(key, nowMs)
    if (key === null || state === 'revoked') {
      throw unauthorized(`The API key was revoked, or is not of this service. ${getNewKey}`)
    }
    if (state === 'expired') throw unauthorized(`The API key expired at ${key.expiresAt}. ${getNewKey}`)
    return key
  }
}

/** Failures have a quota of their own per address; a valid key from the same address never notices. */
export function throttled(authenticate: Authenticate, failures: RateLimiter) {
  return async (authorization: string | undefined, nowMs: number, address: string): Promise<KeyState> => {
    try {
      return await authenticate(authorization, nowMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { allowed, retryAfterSeconds } = await failures.take(address, nowMs)
      if (allowed) throw error
      throw tooManyRequests(
        retryAfterSeconds,
        'Too many requests without a valid key came from this address.',
      )
    }
  }
}

function secretOf(authorization: string | undefined): string {
  const header = authorization?.replace(/^[ \t]+|[ \t]+$/g, '')
  if (header === undefined || header === '') {
    throw unauthorized('The API key is missing. Send it in the header Authorization: Bearer <API_KEY>.')
  }
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1]
  if (secret === undefined || !isWellFormedSecret(secret)) {
    throw unauthorized(
      'The API key is malformed. The header reads Authorization: Bearer, a space, then florin_ and 40 letters and digits.',
    )
  }
  return secret
}

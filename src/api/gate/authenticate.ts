/** Finds the key in the Authorization header, or throws the reason why it is not valid. */
import { hashSecret, isWellFormedSecret, lifeStateOf } from '../../domain/access/apiKey.ts'
import type { Taken } from '../../domain/access/tokenBucket.ts'
import { withoutEdges } from '../../domain/edges.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import { type ApiError, unauthorized } from '../errors.ts'
import type { Admission, Gate, Visit } from './admission.ts'

type KeyHeaders = Readonly<{ authorization?: string | undefined }>

/** A valid key, and what the request took from its bucket. */
export interface Authenticated {
  key: KeyState
  /** Null if the key may not be used from the request's address, which takes no token. */
  taken: Taken | null
}

/** Far more than a key needs, so that extra spaces do no harm. */
const authorizationLengthMax = 1_000

const askForNewKey = 'Ask an owner or admin of the workspace for a new one.'

/** Throws if the header has no well-formed key. `validKey` says whether what comes of it is a valid one. */
export function authenticate(gate: Gate, headers: KeyHeaders, visit: Visit): Promise<Admission> {
  return gate.admit(secretHashOf(headers), visit)
}

export function validKey({ key, taken, refused }: Admission): Authenticated {
  if (key !== null && (taken !== null || refused)) return { key, taken }
  throw invalid(key)
}

/** The key of a request that has waited; null if it may no longer be used from the request's address. */
export async function authenticateAgain(
  gate: Gate,
  headers: KeyHeaders,
  visit: Visit,
): Promise<KeyState | null> {
  const { key, refused } = await gate.admitAgain(secretHashOf(headers), visit)
  if (key === null || lifeStateOf(key, visit.nowMs) !== 'active') throw invalid(key)
  return refused ? null : key
}

/** An unknown key gets the same message as a revoked one, so the reply does not reveal which keys existed. */
function invalid(key: KeyState | null): ApiError {
  return key === null || key.revokedAt !== null
    ? unauthorized(`The API key was revoked, or is not from this service. ${askForNewKey}`)
    : unauthorized(`The API key expired at ${key.expiresAt}. ${askForNewKey}`)
}

const wellFormedMax = 10_000
/**
 * Hashes of secrets whose form and checksum were right, so that a key's are compared once. They say nothing about
 * whether there is such a key.
 */
const wellFormed = new RecentMap<true>(wellFormedMax)

/** By headers that several requests of a connection share, which are frozen (`main/serve/plain`). */
const sharedHashes = new WeakMap<KeyHeaders, string>()

function secretHashOf(headers: KeyHeaders): string {
  const shared = sharedHashes.get(headers)
  if (shared !== undefined) return shared
  const hash = readHash(headers.authorization)
  if (Object.isFrozen(headers)) sharedHashes.set(headers, hash)
  return hash
}

function readHash(authorization: string | undefined): string {
  const secret = secretOf(authorization)
  const hash = hashSecret(secret)
  if (wellFormed.get(hash) === undefined) {
    if (!isWellFormedSecret(secret)) throw malformed()
    wellFormed.set(hash, true)
  }
  return hash
}

function secretOf(authorization: string | undefined): string {
  // Only read the start: anything longer cannot be a key.
  const header = withoutEdges(authorization?.slice(0, authorizationLengthMax + 1) ?? '', ' \t')
  if (header === '') {
    throw unauthorized('The API key is missing. Send it in the header Authorization: Bearer <API_KEY>.')
  }
  const isTooLong = (authorization?.length ?? 0) > authorizationLengthMax
  const secret = isTooLong ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
  if (secret === undefined) throw malformed()
  return secret
}

const malformed = (): ApiError =>
  unauthorized(
    'The API key is malformed. The header is Authorization: Bearer, a space, then florin_ and 40 letters and digits.',
  )

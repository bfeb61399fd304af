/** From the Authorization header to the key that a request comes with, or to the reason why it has none. */
import { hashSecret, isWellFormedSecret } from '../../domain/access/apiKey.ts'
import type { Taken } from '../../domain/access/tokenBucket.ts'
import { withoutEdges } from '../../domain/edges.ts'
import type { KeyState } from '../../store/keys/apiKeys.ts'
import { unauthorized } from '../errors.ts'
import type { Gate, Visit } from './admission.ts'

/** A valid key, and what its request took from the key's bucket. */
export interface Authenticated {
  key: KeyState
  /** Null where the key may not be used from the request's address: that takes nothing. */
  taken: Taken | null
}

/** Many times what a key needs, so that spaces around it do no harm. */
const authorizationLengthMax = 1_000

const getNewKey = 'Ask an owner or admin of the workspace for a new one.'

export async function authenticate(
  gate: Gate,
  authorization: string | undefined,
  visit: Visit,
): Promise<Authenticated> {
  const { key, taken, refused } = await gate.admit(hashSecret(secretOf(authorization)), visit)
  if (key !== null && (taken !== null || refused)) return { key, taken }
  // A key that was never here is told the same as a revoked one: it is not valid, and nobody learns more.
  throw key === null || key.revokedAt !== null
    ? unauthorized(`The API key was revoked, or is not of this service. ${getNewKey}`)
    : unauthorized(`The API key expired at ${key.expiresAt}. ${getNewKey}`)
}

function secretOf(authorization: string | undefined): string {
  // Too long to be a key, whatever it says: only the start is looked at.
  const header = withoutEdges(authorization?.slice(0, authorizationLengthMax + 1) ?? '', ' \t')
  if (header === '') {
    throw unauthorized('The API key is missing. Send it in the header Authorization: Bearer <API_KEY>.')
  }
  const isTooLong = (authorization?.length ?? 0) > authorizationLengthMax
  const secret = isTooLong ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
  if (secret === undefined || !isWellFormedSecret(secret)) {
    throw unauthorized(
      'The API key is malformed. The header reads Authorization: Bearer, a space, then florin_ and 40 letters and digits.',
    )
  }
  return secret
}

/** Runs a write once per Idempotency-Key; a repeated request gets the first reply again. */
import { createHash } from 'node:crypto'
import { idempotencyKeyLengthMax } from '../../contract/openapi.ts'
import type { Connection } from '../../store/engine/door.ts'
import { claimIdempotencyKey, type KeptReply, keepReply } from '../../store/keys/idempotency.ts'
import { writeInTransaction } from '../../store/workspaceClock.ts'
import { badRequest, conflict, toApiError } from '../errors.ts'
import type { Call } from './call.ts'

export interface IdempotentReply extends KeptReply {
  replayed: boolean
}

export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined || header === '') return null
  if (header.length <= idempotencyKeyLengthMax && /^[\x20-\x7e]+$/.test(header)) return header
  const message = `must be 1 to ${idempotencyKeyLengthMax} printable ASCII characters`
  throw badRequest([{ path: 'Idempotency-Key', message }])
}

/** The claim, the write and the stored reply are one transaction, so a crash leaves either all of them or none. */
export async function replyOnce(
  call: Call,
  idempotencyKey: string,
  asked: unknown,
  perform: (call: Call) => Promise<KeptReply>,
): Promise<IdempotentReply> {
  const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  const { workspaceId, nowMs } = call
  const work = async (connection: Connection): Promise<IdempotentReply> => {
    const claim = await claimIdempotencyKey(connection, workspaceId, idempotencyKey, fingerprint, nowMs)
    if (claim.first) {
      const reply = await refusalsAsReplies(() => perform(within(call, connection)))
      await keepReply(connection, workspaceId, idempotencyKey, reply)
      return { ...reply, replayed: false }
    }
    if (claim.requestFingerprint === fingerprint) return { ...claim.reply, replayed: true }
    throw conflict(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used with another body. Use a new key for a new request.',
    )
  }
  return await call.db.transaction(work, { workspaceId })
}

const within = (call: Call, connection: Connection): Call => ({
  ...call,
  write: work => writeInTransaction(connection, call.workspaceId, call.nowMs, work),
})

/**
 * A refusal, such as a duplicate, is stored like any other reply. Our own faults may be retried and invalid requests
 * corrected, so neither uses up the key.
 */
async function refusalsAsReplies(perform: () => Promise<KeptReply>): Promise<KeptReply> {
  try {
    return await perform()
  } catch (error) {
    const { status, body } = toApiError(error)
    if (status >= 500 || status === 400) throw error
    return { status, body: JSON.stringify(body) }
  }
}

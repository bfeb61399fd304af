/** One message on its way: what is sent, and what comes of it. */
import type { AttemptError } from '../../contract/console/webhooks.ts'

/** For the whole exchange: look-up, connection, request and reply. */
export const exchangeMsMax = 15_000
/** No more of a reply is read. */
export const replyBytesMax = 64 * 1024

export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** At most `exchangeMsMax`. */
  msMax: number
  /** Ends the exchange without a result. */
  signal: AbortSignal
}

export interface ExchangeResult {
  /** Null if there was no reply. */
  status: number | null
  /** Null if the message was delivered. */
  error: AttemptError | null
  /** The header of the reply. */
  retryAfter: string | undefined
  /** What happened, for the operator's log only. */
  detail: string | null
}

/** Rejects only if the signal is aborted. */
export type Transport = (outgoing: Outgoing) => Promise<ExchangeResult>

/** Redirects are failures: the address that they lead to was not approved by anyone. */
export function replied(status: number, retryAfter: string | undefined): ExchangeResult {
  const isDelivered = status >= 200 && status < 300
  const error = isDelivered ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
  return { status, error, retryAfter, detail: null }
}

export const notReplied = (error: AttemptError, detail: string): ExchangeResult => ({
  status: null,
  error,
  retryAfter: undefined,
  detail,
})

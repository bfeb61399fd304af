/** When a message that failed is sent again, and when Florin gives up on an endpoint. */

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The pause after each failure of a message; the last one repeats. */
const pausesMs = [
  ...[5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * hourMs),
] as const

/** Pauses vary by this share in both directions, so that endpoints that failed together do not come back together. */
const jitter = 0.2

/** An endpoint that has failed for this long is disabled. */
export const failingMsMax = 5 * 24 * hourMs

/** Retry-After is honoured up to this. */
export const retryAfterMsMax = 24 * hourMs

export interface Failure {
  nowMs: number
  /** How often this message has failed, with this time. */
  failedAttempts: number
  /** The first failure since the last delivery, which may be this one. */
  failingSinceMs: number
  /** Null if there was no reply. */
  status: number | null
  /** What the receiver asked for. */
  retryAfterMs: number | null
  /** From 0 to 1, evenly distributed. */
  random: number
}

export type AfterFailure = { disable: 'gone' | 'failing' } | { nextAtMs: number }

export function afterFailure(failure: Failure): AfterFailure {
  const { nowMs, failedAttempts, failingSinceMs, status, retryAfterMs, random } = failure
  if (status === 410) return { disable: 'gone' }
  if (nowMs - failingSinceMs >= failingMsMax) return { disable: 'failing' }
  const pauseMs = pausesMs[Math.min(failedAttempts, pausesMs.length) - 1] ?? pausesMs[0]
  const variedMs = Math.round(pauseMs * (1 - jitter + 2 * jitter * random))
  // Never sooner than planned: otherwise a receiver could ask for a request every second, for five days.
  return { nextAtMs: nowMs + Math.max(variedMs, Math.min(retryAfterMs ?? 0, retryAfterMsMax)) }
}

/** Longer than any HTTP date. */
const headerLengthMax = 64

/** Seconds or an HTTP date, as milliseconds from now; null if it is neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined || header.length > headerLengthMax) return null
  if (/^\d{1,10}$/.test(header)) return Number(header) * secondMs
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)) return null
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

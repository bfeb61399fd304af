/**
 * Decides whether and when to retry. A 429 or 503 from the service itself means that nothing was done, so any request may
 * be repeated. Otherwise the request may have taken effect, so it is repeated only if that is safe.
 */
import { FlorinConnectionError, FlorinError } from './errors.ts'

/** Rejects early with the signal's reason. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const retriesDefault = 3
/** If the wait would be longer, the error is thrown at once and the caller decides. */
export const retryAfterSecondsMax = 60
export const backoffMsFirst = 500
export const backoffMsMax = 8_000

/** How long a request may wait for the rate limit, over all of its attempts. */
export const rateWaitMsMaxDefault = 300_000

const busyStatuses = [429, 503]

/** The wait before the next attempt; null for no retry. `attempt` counts from 0. */
export function waitBeforeRetryMs(error: unknown, attempt: number, safeToRepeat: boolean): number | null {
  if (!mayRepeat(error, safeToRepeat)) return null
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === null) return Math.min(backoffMsFirst * 2 ** attempt, backoffMsMax)
  return retryAfterSeconds <= retryAfterSecondsMax ? retryAfterSeconds * 1000 : null
}

export function mayRepeat(
  error: unknown,
  safeToRepeat: boolean,
): error is FlorinError | FlorinConnectionError {
  if (error instanceof FlorinError) return busyStatuses.includes(error.status)
  if (!(error instanceof FlorinConnectionError)) return false
  if (!safeToRepeat) return false
  return error.status === null || busyStatuses.includes(error.status) || isCut(error)
}

/** The response began well, but ended too early. */
const isCut = ({ status, temporary }: FlorinConnectionError): boolean =>
  temporary && status !== null && status < 300

export const sleepOnTimer: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

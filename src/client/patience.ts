/** Repeats a read until it succeeds, for work that goes on for days: service restarts, outages, broken connections. */
import { FlorinConnectionError, FlorinError } from './errors.ts'
import { backoffMsFirst, retryAfterSecondsMax, type Sleep } from './retry.ts'

export const patienceMsMax = 30_000

/** A failed attempt, and how long the client waits until the next one. */
export interface Trouble {
  error: FlorinError | FlorinConnectionError
  /** Counts from 1, and starts again after a success. */
  attempt: number
  waitMs: number
}

export interface Patience {
  sleep: Sleep
  signal?: AbortSignal | undefined
  onTrouble?: ((trouble: Trouble) => void) | undefined
}

/** Throws errors that would only come again, such as a revoked key, and the signal's reason. */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { sleep, signal, onTrouble }: Patience,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      const waitMs = waitBeforeMs(error, attempt)
      onTrouble?.({ error, attempt, waitMs })
      await sleep(waitMs, signal)
    }
  }
}

function isTemporary(error: unknown): error is FlorinError | FlorinConnectionError {
  if (error instanceof FlorinError) return error.status === 429 || error.status >= 500
  return error instanceof FlorinConnectionError && error.temporary
}

function waitBeforeMs({ retryAfterSeconds }: Trouble['error'], attempt: number): number {
  if (retryAfterSeconds !== null) return Math.min(Math.max(1, retryAfterSeconds), retryAfterSecondsMax) * 1000
  return Math.min(backoffMsFirst * 2 ** (attempt - 1), patienceMsMax)
}

/** Retries a rate-limited request after the time that the service asks for, so that long work continues where it was. */
import { hasCode } from './errors.ts'

const waitMsDefault = 1_000

export async function patiently<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!hasCode(error, 'TOO_MANY_REQUESTS')) throw error
      const { retryAfterSeconds } = error
      await sleep(retryAfterSeconds === null ? waitMsDefault : retryAfterSeconds * 1_000, signal)
    }
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

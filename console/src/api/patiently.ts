/** Long work may be asked to slow down; it waits as long as it is told to, and goes on from where it was. */
import { hasCode } from './errors.ts'

const waitMsDefault = 1_000

export async function patiently<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
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

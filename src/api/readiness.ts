/** GET /readyz: checks within a time limit that the database can be reached and is in order. */
import type { Database } from '../store/engine/door.ts'
import { unavailable } from './errors.ts'
import { jsonReply, type Reply } from './http/reply.ts'

const checkMsMax = 1_500

/** Anyone may call this as often as they like, so concurrent requests share one check. */
export function readiness(db: Database): () => Promise<Reply> {
  let running: Promise<void> | null = null
  const check = (): Promise<void> => {
    running ??= db.check().finally(() => {
      running = null
    })
    return running
  }
  return async () => {
    await withinTime(check())
    return jsonReply(200, '{"status":"ready"}')
  }
}

async function withinTime(checked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not respond in time.')), checkMsMax)
  })
  try {
    await Promise.race([checked, late])
  } catch (error) {
    throw unavailable(undefined, error)
  } finally {
    clearTimeout(timer)
  }
}

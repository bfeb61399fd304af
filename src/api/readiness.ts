/** GET /readyz: whether the store can serve, within a time limit. */
import type { Database } from '../store/engine/door.ts'
import { unavailable } from './errors.ts'
import { jsonReply, type Reply } from './http/reply.ts'

const checkMsMax = 1_500

/** Anyone may ask, and as often as they like, so requests that come at the same time share one look at the store. */
export function readiness(db: Database): () => Promise<Reply> {
  let underWay: Promise<void> | null = null
  const check = (): Promise<void> => {
    underWay ??= db.check().finally(() => {
      underWay = null
    })
    return underWay
  }
  return async () => {
    await withinTime(check())
    return jsonReply(200, '{"status":"ready"}')
  }
}

async function withinTime(checked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The store did not answer in time.')), checkMsMax)
  })
  try {
    await Promise.race([checked, late])
  } catch (error) {
    throw unavailable(undefined, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps the search index up to date in the background, in small pieces between the requests. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../store/engine/door.ts'
import { indexSlice, listsBehind } from '../../store/pages/search/wordIndex.ts'
import { inRounds } from './rounds.ts'

const pauseMs = 1_000
/** The embedded store does one thing at a time, so a slice there must be short. */
const sliceRows = { embedded: 75, postgres: 1_000 } as const

/** What happens after a slice that took some milliseconds. */
type Rest = (sliceMs: number) => Promise<unknown>

/** Indexes everything that is not indexed yet. `isStopped` is asked before each slice. */
export async function indexAll(
  db: Database,
  isStopped = () => false,
  rest: Rest = db.letOthersIn ?? (() => setImmediate()),
): Promise<void> {
  while (!isStopped()) {
    const behind = await listsBehind(db)
    let progressed = false
    for (const one of behind) {
      let outcome: Awaited<ReturnType<typeof indexSlice>> = 'more'
      while (outcome === 'more' && !isStopped()) {
        const startMs = performance.now()
        outcome = await indexSlice(db, one, sliceRows[db.engine])
        progressed ||= outcome !== 'taken'
        await rest(performance.now() - startMs)
      }
    }
    // A list that another process indexes stays behind for a while. The next round looks again.
    if (behind.length === 0 || !progressed) return
  }
}

/**
 * Looks for work every second until it is closed. On PostgreSQL it rests as long as it works: a million new rows take
 * minutes, and requests need the database and this process meanwhile.
 */
export function keepSearchIndex(db: Database, log: Logger): { close(): Promise<void> } {
  let stopped = false
  const stop = new AbortController()
  const restAsLong: Rest = sliceMs =>
    setTimeout(sliceMs, undefined, { signal: stop.signal }).catch(() => undefined)
  const rest = db.engine === 'postgres' ? restAsLong : undefined
  let failing = false
  const look = async () => {
    try {
      await indexAll(db, () => stopped, rest)
      failing = false
    } catch (error) {
      if (!failing && !stopped) log.warn({ err: error }, 'the search index is not up to date')
      failing = true
    }
  }
  const rounds = inRounds(pauseMs, look)
  return {
    async close() {
      stopped = true
      stop.abort()
      rounds.stop()
      await rounds.idle()
    },
  }
}

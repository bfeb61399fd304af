/** Does what writes leave for later, in small pieces between the requests: the search index, and sightings that wait. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../store/engine/door.ts'
import { enterSomeSightings, firstWaiting } from '../../store/imports/waitingSightings.ts'
import { indexSlice, listsBehind } from '../../store/pages/search/wordIndex.ts'
import { inRounds } from './rounds.ts'

const pauseMs = 1_000
/** The embedded store does one thing at a time, so a slice there must be short. */
const sliceRows = { embedded: 75, postgres: 1_000 } as const

/** What happens after a slice that took some milliseconds. */
type Rest = (sliceMs: number) => Promise<unknown>

/** Does all that is left. `isStopped` is asked before each slice. */
export async function catchUp(
  db: Database,
  isStopped = () => false,
  rest: Rest = db.letOthersIn ?? (() => setImmediate()),
): Promise<void> {
  while (!isStopped()) {
    const behind = await listsBehind(db)
    let progressed = false
    for (const one of behind) {
      // An import leaves its sightings together with rows that are not indexed yet, so they need no look of their own.
      if (one.list.table === 'transactions') await enterAll(db, one.workspaceId, isStopped, rest)
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

async function enterAll(db: Database, workspaceId: string, isStopped: () => boolean, rest: Rest) {
  for (let after: string | null = firstWaiting; after !== null && !isStopped(); ) {
    const startMs = performance.now()
    after = await enterSomeSightings(db, workspaceId, after)
    if (after !== null) await rest(performance.now() - startMs)
  }
}

/**
 * Looks for work every second until it is closed. On PostgreSQL it rests as long as it works: a million new rows take
 * minutes, and requests need the database and this process meanwhile.
 */
export function keepCatchingUp(db: Database, log: Logger): { close(): Promise<void> } {
  let stopped = false
  const stop = new AbortController()
  const restAsLong: Rest = sliceMs =>
    setTimeout(sliceMs, undefined, { signal: stop.signal }).catch(() => undefined)
  const rest = db.engine === 'postgres' ? restAsLong : undefined
  let failing = false
  const look = async () => {
    try {
      await catchUp(db, () => stopped, rest)
      failing = false
    } catch (error) {
      if (!failing && !stopped)
        log.warn({ err: error }, 'the search index or the sightings are not up to date')
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

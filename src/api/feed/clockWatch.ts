/**
 * Tells waiting requests when their workspace's clock moves. They hold no database connection: one query asks for the
 * clocks of all workspaces that somebody waits for. NOTIFY would be faster, but takes a lock of the whole server at every
 * commit.
 */
import type { Database } from '../../store/engine/door.ts'
import { clocksOf } from '../../store/workspaceClock.ts'

/** At most five queries a second in each process. */
const askMs = 210

export interface ClockWatch {
  /**
   * Resolves when the workspace's clock is later than `clock` (true), or when the time is over, the signal aborts or the
   * service stops (false).
   */
  untilAfter(workspaceId: string, clock: string, ms: number, signal?: AbortSignal): Promise<boolean>
  /** Ends every wait, now and later. */
  stop(): void
}

interface Waiter {
  workspaceId: string
  clock: string
  end(moved: boolean): void
}

export function clockWatch(db: Database): ClockWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let isAsking = false
  let isStopped = false

  async function ask(): Promise<void> {
    // A slow database must not be asked again before it has answered.
    if (isAsking) return
    isAsking = true
    try {
      const clocks = await clocksOf(db, [...new Set([...waiters].map(({ workspaceId }) => workspaceId))])
      for (const waiter of [...waiters]) {
        if ((clocks.get(waiter.workspaceId) ?? '') > waiter.clock) waiter.end(true)
      }
    } catch {
      // The database is out of reach. The requests go on waiting, and fail at their end if it still is.
    } finally {
      isAsking = false
    }
  }

  function remove(waiter: Waiter): void {
    waiters.delete(waiter)
    if (waiters.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    untilAfter(workspaceId, clock, ms, signal) {
      if (isStopped || ms <= 0 || signal?.aborted) return Promise.resolve(false)
      return new Promise(resolve => {
        const late = setTimeout(() => waiter.end(false), ms)
        const leave = () => waiter.end(false)
        const waiter: Waiter = {
          workspaceId,
          clock,
          end(moved) {
            clearTimeout(late)
            signal?.removeEventListener('abort', leave)
            remove(waiter)
            resolve(moved)
          },
        }
        signal?.addEventListener('abort', leave)
        waiters.add(waiter)
        timer ??= setInterval(() => void ask(), askMs)
      })
    },
    stop() {
      isStopped = true
      for (const waiter of [...waiters]) waiter.end(false)
    },
  }
}

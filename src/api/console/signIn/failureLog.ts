/**
 * Failed sign-ins on their way to the audit log. They are gathered in memory and written every few seconds: a write
 * within the request would show, by the time it takes, which accounts exist.
 */
import type { Database } from '../../../store/engine/door.ts'
import { type FailedSignIns, recordFailedSignIns } from '../../../store/people/failedSignIns.ts'

export type Failure = Pick<FailedSignIns, 'userId' | 'address' | 'client' | 'reason'>

export interface FailureLog {
  note(failure: Failure, nowMs: number): void
  /** Writes what was gathered and is due; the last time, everything. */
  write(nowMs: number, isLast: boolean): Promise<void>
}

/** Accounts and addresses that wait to be written; limits on tries keep them far below this. */
const waitingMax = 10_000
const writtenAtOnceMax = 500
/**
 * Everybody with a second factor is first asked for the code. Only somebody who knows the password and then stops is
 * worth a record, so this much time is left to bring the code.
 */
const codeAwaitedMs = 5 * 60 * 1000

// By the first try: somebody who comes back all the time is not waited for.
const isDue = ({ reason, firstMs }: FailedSignIns, nowMs: number): boolean =>
  reason !== 'codeMissing' || firstMs <= nowMs - codeAwaitedMs

export function failureLog(db: Database): FailureLog {
  const waiting = new Map<string, FailedSignIns>()

  function add(failed: FailedSignIns): void {
    const key = [failed.userId, failed.reason, failed.address].join(' ')
    const before = waiting.get(key)
    if (before === undefined && waiting.size >= waitingMax) return
    waiting.set(key, {
      ...failed,
      tries: failed.tries + (before?.tries ?? 0),
      firstMs: Math.min(failed.firstMs, before?.firstMs ?? failed.firstMs),
      lastMs: Math.max(failed.lastMs, before?.lastMs ?? failed.lastMs),
    })
  }

  return {
    note(failure, nowMs) {
      add({ ...failure, tries: 1, firstMs: nowMs, lastMs: nowMs })
    },
    async write(nowMs, isLast) {
      const due = [...waiting].filter(([, failed]) => isLast || isDue(failed, nowMs))
      for (const [key, failed] of due.slice(0, writtenAtOnceMax)) {
        waiting.delete(key)
        try {
          await db.transaction(connection => recordFailedSignIns(connection, failed))
        } catch (error) {
          // Counted again at the next turn, with what came in meanwhile.
          add(failed)
          throw error
        }
      }
    },
  }
}

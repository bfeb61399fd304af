/**
 * Collects failed sign-ins in memory and writes them to the audit log every few seconds. Writing during the request
 * would take measurable time and so reveal which accounts exist.
 */
import type { Database } from '../../../store/engine/door.ts'
import { type FailedSignIns, recordFailedSignIns } from '../../../store/people/failedSignIns.ts'

export type Failure = Pick<FailedSignIns, 'userId' | 'address' | 'client' | 'reason'>

export interface FailureLog {
  note(failure: Failure, nowMs: number): void
  /** Writes the failures that are due; the last time, all of them. */
  write(nowMs: number, isLast: boolean): Promise<void>
}

/** Maximum number of waiting entries. The sign-in limits keep the real number far lower. */
const waitingMax = 10_000
const writtenAtOnceMax = 500
/**
 * Everyone with a second factor is asked for the code after the password, so a missing code is normal at first. It is
 * recorded only if no code follows within this time.
 */
const codeAwaitedMs = 5 * 60 * 1000

// Counted from the first attempt, so that repeated attempts do not postpone the record.
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
          // Try again next time, together with what arrived meanwhile.
          add(failed)
          throw error
        }
      }
    },
  }
}

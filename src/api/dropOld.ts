/** Deletes expired rows from the store: every few seconds, and once more at shutdown. */
import type { Connection, Database } from '../store/engine/door.ts'
import { dropOldUploads } from '../store/imports/uploads.ts'
import { dropOldReplies } from '../store/keys/idempotency.ts'
import { dropOldUses } from '../store/keys/keyUses.ts'
import { dropOldDevices } from '../store/people/knownDevices.ts'
import { dropOldLinks } from '../store/people/links.ts'
import { dropOldSessions } from '../store/people/sessions.ts'
import { dropOldAttempts } from '../store/webhooks/attempts.ts'

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

type Drop = (connection: Connection, nowMs: number) => Promise<void>

/**
 * Returns one promise per kind of row, so that a failure does not stop the others. Each runs in a transaction, which
 * has a longer time limit than a single query.
 */
export function oldRowsDropper(db: Database): (nowMs: number) => Promise<void>[] {
  const inTransaction = (drop: Drop, nowMs: number) =>
    db.transaction(connection => drop(connection, nowMs), { everyNode: true })
  const every = (periodMs: number, drop: Drop) => {
    let droppedIn = -1
    return async (nowMs: number): Promise<void> => {
      const period = Math.floor(nowMs / periodMs)
      if (period === droppedIn) return
      droppedIn = period
      await inTransaction(drop, nowMs)
    }
  }
  /** Deleting old key uses scans the whole table. */
  const dropUsesDaily = every(dayMs, dropOldUses)
  /** Looks at every webhook. */
  const dropAttempts = every(minuteMs, dropOldAttempts)
  return nowMs => [
    ...[dropOldReplies, dropOldSessions, dropOldDevices, dropOldLinks, dropOldUploads].map(drop =>
      inTransaction(drop, nowMs),
    ),
    dropUsesDaily(nowMs),
    dropAttempts(nowMs),
  ]
}

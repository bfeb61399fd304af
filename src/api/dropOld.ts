/** Deletes expired rows from the store: every few seconds, and once more at shutdown. */
import type { Database } from '../store/engine/door.ts'
import { dropOldUploads } from '../store/imports/uploads.ts'
import { dropOldReplies } from '../store/keys/idempotency.ts'
import { dropOldUses } from '../store/keys/keyUses.ts'
import { dropOldDevices } from '../store/people/knownDevices.ts'
import { dropOldLinks } from '../store/people/links.ts'
import { dropOldSessions } from '../store/people/sessions.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns one promise per kind of row, so that a failure does not stop the others. Each runs in a transaction, which
 * has a longer time limit than a single query.
 */
export function oldRowsDropper(db: Database): (nowMs: number) => Promise<void>[] {
  /** Deleting old key uses scans the whole table, so it runs once a day. */
  let usesDroppedOn = 0
  async function dropOldUsesDaily(nowMs: number): Promise<void> {
    const day = Math.floor(nowMs / dayMs)
    if (day === usesDroppedOn) return
    usesDroppedOn = day
    await db.transaction(connection => dropOldUses(connection, nowMs))
  }
  return nowMs => [
    ...[dropOldReplies, dropOldSessions, dropOldDevices, dropOldLinks, dropOldUploads].map(drop =>
      db.transaction(connection => drop(connection, nowMs)),
    ),
    dropOldUsesDaily(nowMs),
  ]
}

/** Removes from the store what has no effect any more: called every few seconds, and at the end. */
import type { Database } from '../store/engine/door.ts'
import { dropOldUploads } from '../store/imports/uploads.ts'
import { dropOldReplies } from '../store/keys/idempotency.ts'
import { dropOldUses } from '../store/keys/keyUses.ts'
import { dropOldDevices } from '../store/people/knownDevices.ts'
import { dropOldLinks } from '../store/people/links.ts'
import { dropOldSessions } from '../store/people/sessions.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Each promise is one kind of row, so that one failure does not keep the others from being removed. Each is a
 * transaction, which may take longer than a statement alone.
 */
export function oldRowsDropper(db: Database): (nowMs: number) => Promise<void>[] {
  /** Dropping old key uses looks at every count there is, so it is done once a day. */
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

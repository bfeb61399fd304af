/** When each key was last used, gathered in memory and written now and then: no request waits for a write. */
import { type KeyState, type KeyUse, recordKeyUses } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'

export interface KeyUses {
  note(key: KeyState, nowMs: number): void
  flush(): Promise<void>
}

export function keyUses(db: Database): KeyUses {
  let pending = new Map<string, KeyUse>()
  return {
    note({ workspaceId, id }, nowMs) {
      pending.set(id, { workspaceId, keyId: id, at: new Date(nowMs).toISOString() })
    },
    async flush() {
      if (pending.size === 0) return
      const uses = pending
      pending = new Map()
      try {
        await recordKeyUses(db, [...uses.values()])
      } catch (error) {
        pending = new Map([...uses, ...pending])
        throw error
      }
    },
  }
}

/** When each key was last used, gathered in memory and written now and then: no request waits for a write. */
import { type KeyState, recordKeyUses } from '../store/apiKeys.ts'
import type { Database } from '../store/door.ts'

export interface KeyUses {
  note(key: KeyState, nowMs: number): void
  flush(): Promise<void>
}

interface LastUse {
  workspaceId: string
  atMs: number
}

export function keyUses(db: Database): KeyUses {
  let pending = new Map<string, LastUse>()
  return {
    note({ workspaceId, id }, nowMs) {
      pending.set(id, { workspaceId, atMs: nowMs })
    },
    async flush() {
      if (pending.size === 0) return
      const uses = pending
      pending = new Map()
      try {
        await recordKeyUses(db, [...uses].map(asStored))
      } catch (error) {
        pending = new Map([...uses, ...pending])
        throw error
      }
    },
  }
}

const asStored = ([keyId, { workspaceId, atMs }]: [string, LastUse]) => ({
  workspaceId,
  keyId,
  at: new Date(atMs).toISOString(),
})

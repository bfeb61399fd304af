/** When the oldest unfinished work of the store was created, for the metrics. */
import type { Connection } from './engine/door.ts'

/** Instants; null if nothing is waiting. */
export interface OldestWaiting {
  /** Uploads that were neither imported nor discarded. */
  upload: string | null
  /** Suggested matches that nobody has decided on. */
  suggestion: string | null
}

/** Two index lookups per workspace, so the cost does not grow with the tables. */
export async function oldestWaiting(connection: Connection): Promise<OldestWaiting> {
  const [row] = await connection.query<OldestWaiting>(
    `select min(u.created_at) as upload, min(s.created_at) as suggestion
     from workspaces w
     left join lateral (
       select created_at from uploads where workspace_id = w.workspace_id order by created_at limit 1
     ) u on true
     left join lateral (
       select created_at from suggestions where workspace_id = w.workspace_id and state = 'open'
       order by created_at limit 1
     ) s on true`,
  )
  return row ?? { upload: null, suggestion: null }
}

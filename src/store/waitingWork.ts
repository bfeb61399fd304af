/** Housekeeping over all workspaces: since when the oldest work waits that somebody has begun or has to decide. */
import type { Connection } from './engine/door.ts'

/** Instants; null where nothing waits. */
export interface OldestWaiting {
  /** Files that were announced and neither imported nor dropped. */
  upload: string | null
  /** Matches of bills and payments that a person has to decide. */
  suggestion: string | null
}

/** One look into an index for each workspace, so it takes no longer as the tables grow. */
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

/** Settings of a workspace. They are not part of the API's data, so they do not move its clock. */
import type { Settings } from '../../contract/console/bills/settings.ts'
import type { Connection } from '../engine/door.ts'

export async function readSettings(connection: Connection, workspaceId: string): Promise<Settings> {
  const [row] = await connection.query<Settings>(
    'select four_eyes as "fourEyes" from workspaces where workspace_id = $1',
    [workspaceId],
  )
  return row ?? { fourEyes: false }
}

/** Returns whether anything changed. */
export async function writeSettings(
  connection: Connection,
  workspaceId: string,
  { fourEyes }: Settings,
): Promise<boolean> {
  const rows = await connection.query(
    'update workspaces set four_eyes = $2 where workspace_id = $1 and four_eyes <> $2 returning workspace_id',
    [workspaceId, fourEyes],
  )
  return rows.length > 0
}

/** The rows that a page of the change feed shows, as the JSON that the API's lists have. */
import type { ChangeResource } from '../../contract/changes.ts'
import type { Connection } from '../engine/door.ts'
import { selectList } from '../engine/table.ts'
import { findTransactionTexts } from '../transactions.ts'
import { feedTables } from './feedTables.ts'

export interface WantedObject {
  resource: ChangeResource
  id: string
  isDeleted: boolean
}

interface FeedObject {
  /** The stamp of this version. */
  at: string
  json: string
}

/** By resource and id, such as `payee pye_1`. Rows that do not exist any more are left out. */
export async function objectsOf(
  connection: Connection,
  workspaceId: string,
  keys: readonly WantedObject[],
): Promise<Map<string, FeedObject>> {
  const ids = new Map<ChangeResource, string[]>()
  for (const { resource, id, isDeleted } of keys) {
    if (isDeleted) continue
    const others = ids.get(resource)
    if (others === undefined) ids.set(resource, [id])
    else others.push(id)
  }
  const objects = new Map<string, FeedObject>()
  for (const [resource, wanted] of ids) {
    for (const [id, object] of await objectsByIds(connection, workspaceId, resource, wanted)) {
      objects.set(`${resource} ${id}`, object)
    }
  }
  return objects
}

async function objectsByIds(
  connection: Connection,
  workspaceId: string,
  resource: ChangeResource,
  ids: readonly string[],
): Promise<[id: string, FeedObject][]> {
  if (resource === 'transaction') {
    const texts = await findTransactionTexts(connection, workspaceId, ids)
    return texts.map(json => {
      const { id, updatedAt } = JSON.parse(json) as { id: string; updatedAt: string }
      return [id, { at: updatedAt, json }]
    })
  }
  const table = feedTables[resource]
  const rows = await connection.query<{ id: string; stampInFeed: string }>(
    `select ${selectList(table, 't')}, ${table.stamp} as "stampInFeed" from ${table.name} t
     where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, ids],
  )
  return rows.map(({ stampInFeed: at, ...row }) => [row.id, { at, json: JSON.stringify(row) }])
}

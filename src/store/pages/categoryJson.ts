/** A workspace's categories as transactions show them, kept in memory until a transaction is newer. */
import { RecentMap } from '../../domain/recentMap.ts'
import { BytesMap } from '../../postgres/protocol.ts'
import type { Connection } from '../engine/door.ts'
import { rowEnd } from './transactionJson.ts'

export interface Categories {
  /** That of the workspace when they were read. */
  clock: string
  /** What stands behind the facts of each one's transactions. */
  byId: BytesMap<Uint8Array>
  count: number
}

const categoriesMax = 50_000

const keptByStore = new WeakMap<Connection, RecentMap<Categories>>()

/** As they are, or as they were some time ago. */
export async function categoriesOf(connection: Connection, workspaceId: string): Promise<Categories> {
  const kept = keptFor(connection)
  let found = kept?.get(workspaceId)
  if (found === undefined) {
    found = await readCategories(connection, workspaceId)
    kept?.set(workspaceId, found)
  }
  return found
}

export function forgetCategories(connection: Connection, workspaceId: string): void {
  keptFor(connection)?.delete(workspaceId)
}

/** Nothing is kept for a transaction: it sees its own changes before the clock tells of them. */
function keptFor(connection: Connection): RecentMap<Categories> | null {
  if (!('transaction' in connection)) return null
  let kept = keptByStore.get(connection)
  if (kept === undefined) {
    kept = new RecentMap<Categories>(categoriesMax, ({ count }) => 1 + count)
    keptByStore.set(connection, kept)
  }
  return kept
}

/** Categories and clock from one statement, which sees one moment; both may be missing, as a workspace may be. */
async function readCategories(connection: Connection, workspaceId: string): Promise<Categories> {
  const rows = await connection.query<{ clock: string; id: string | null; name: string; slug: string }>(
    `select w.clock, c.id, c.name, c.slug
     from workspaces w left join categories c on c.workspace_id = w.workspace_id
     where w.workspace_id = $1`,
    [workspaceId],
  )
  const named = rows.filter((row): row is typeof row & { id: string } => row.id !== null)
  return {
    clock: rows[0]?.clock ?? '',
    byId: new BytesMap(named.map(({ id, name, slug }) => [id, rowEnd({ id, name, slug })])),
    count: named.length,
  }
}

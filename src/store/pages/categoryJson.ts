/** A workspace's categories as the JSON that transactions contain, cached until a newer transaction is read. */
import { RecentMap } from '../../domain/recentMap.ts'
import { BytesMap } from '../../postgres/protocol.ts'
import type { Connection } from '../engine/door.ts'
import { rowEnd } from './transactionJson.ts'

export interface Categories {
  /** The workspace's clock when they were read. */
  clock: string
  /** The end of a transaction's JSON, by the id of its category. */
  byId: BytesMap<Uint8Array>
  count: number
}

const categoriesMax = 50_000

const cacheByStore = new WeakMap<Connection, RecentMap<Categories>>()

/** From the cache if possible, so they may be out of date: compare `clock`. */
export async function categoriesOf(connection: Connection, workspaceId: string): Promise<Categories> {
  const cache = cacheFor(connection)
  let found = cache?.get(workspaceId)
  if (found === undefined) {
    found = await readCategories(connection, workspaceId)
    cache?.set(workspaceId, found)
  }
  return found
}

export function forgetCategories(connection: Connection, workspaceId: string): void {
  cacheFor(connection)?.delete(workspaceId)
}

/** A transaction has no cache: it sees its own changes before the clock has moved. */
function cacheFor(connection: Connection): RecentMap<Categories> | null {
  if (!('transaction' in connection)) return null
  let cache = cacheByStore.get(connection)
  if (cache === undefined) {
    cache = new RecentMap<Categories>(categoriesMax, ({ count }) => 1 + count)
    cacheByStore.set(connection, cache)
  }
  return cache
}

/** Reads categories and clock in one query, so both are of the same moment. The workspace may not exist. */
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

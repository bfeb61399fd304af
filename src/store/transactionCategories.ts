/** A workspace's categories as transactions show them, kept in memory for one instant of its clock. */
import { RecentMap } from '../domain/recentMap.ts'
import type { Session } from './door.ts'

/** The JSON of each, by its id. */
type Categories = ReadonlyMap<string, string>

interface KeptCategories {
  clock: string
  categories: Categories
}

const categoriesMax = 50_000

const keptByStore = new WeakMap<Session, RecentMap<KeptCategories>>()

/** By id, as they were when the workspace's clock stood there; null where it has moved on. */
export async function categoriesAt(
  session: Session,
  workspaceId: string,
  clock: string,
): Promise<Categories | null> {
  const kept = keptFor(session)
  let found = kept?.get(workspaceId)
  if (found?.clock !== clock) {
    found = await readCategories(session, workspaceId)
    kept?.set(workspaceId, found)
  }
  return found.clock === clock ? found.categories : null
}

/** Nothing is kept for a transaction: it sees its own changes before the clock tells of them. */
function keptFor(session: Session): RecentMap<KeptCategories> | null {
  if (!('transaction' in session)) return null
  const weigh = ({ categories }: KeptCategories) => 1 + categories.size
  const kept = keptByStore.get(session) ?? new RecentMap<KeptCategories>(categoriesMax, weigh)
  keptByStore.set(session, kept)
  return kept
}

/** Categories and clock from one statement, which sees one moment; both may be missing, as a workspace may be. */
async function readCategories(session: Session, workspaceId: string): Promise<KeptCategories> {
  const rows = await session.query<{ clock: string; id: string | null; name: string; slug: string }>(
    `select w.clock, c.id, c.name, c.slug
     from workspaces w left join categories c on c.workspace_id = w.workspace_id
     where w.workspace_id = $1`,
    [workspaceId],
  )
  const named = rows.filter((row): row is typeof row & { id: string } => row.id !== null)
  return {
    clock: rows[0]?.clock ?? '',
    categories: new Map(named.map(({ id, name, slug }) => [id, JSON.stringify({ id, name, slug })])),
  }
}

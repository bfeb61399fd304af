/** The names of a workspace's categories, kept in memory for one instant of its clock. */
import type { Session } from './door.ts'

export interface CategoryName {
  name: string
  slug: string
}

type Names = ReadonlyMap<string, CategoryName>

interface KeptNames {
  clock: string
  names: Names
}

const workspacesMax = 1_000

const keptByStore = new WeakMap<Session, Map<string, KeptNames>>()

/** By id, as they were when the workspace's clock stood there; null where it has moved on. */
export async function categoryNamesAt(
  session: Session,
  workspaceId: string,
  clock: string,
): Promise<Names | null> {
  const kept = keptFor(session)
  let found = kept?.get(workspaceId)
  if (found?.clock !== clock) {
    found = await readNames(session, workspaceId)
    kept?.delete(workspaceId)
    kept?.set(workspaceId, found)
    if (kept && kept.size > workspacesMax) kept.delete([...kept.keys()][0] ?? '')
  }
  return found.clock === clock ? found.names : null
}

/** Nothing is kept for a transaction: it sees its own changes before the clock tells of them. */
function keptFor(session: Session): Map<string, KeptNames> | null {
  if (!('transaction' in session)) return null
  const kept = keptByStore.get(session) ?? new Map<string, KeptNames>()
  keptByStore.set(session, kept)
  return kept
}

/** Names and clock from one statement, which sees one moment; both may be missing, as a workspace may be. */
async function readNames(session: Session, workspaceId: string): Promise<KeptNames> {
  const rows = await session.query<{ clock: string; id: string | null; name: string; slug: string }>(
    `select w.clock, c.id, c.name, c.slug
     from workspaces w left join categories c on c.workspace_id = w.workspace_id
     where w.workspace_id = $1`,
    [workspaceId],
  )
  const named = rows.filter((row): row is typeof row & { id: string } => row.id !== null)
  return {
    clock: rows[0]?.clock ?? '',
    names: new Map(named.map(({ id, name, slug }) => [id, { name, slug }])),
  }
}

/** How far the words of a list are indexed, and the rows that changed since. */
import type { Connection } from '../../engine/door.ts'
import type { ComparedRow, SearchedList } from './searchedLists.ts'

/** Every row up to this stamp and id is indexed. */
export interface SearchMark {
  changedAt: string
  id: string
}

const nothingIndexed: SearchMark = { changedAt: '-infinity', id: '' }

export async function markOf(
  connection: Connection,
  { table }: SearchedList,
  workspaceId: string,
): Promise<SearchMark> {
  const [mark] = await connection.query<SearchMark>(
    `select changed_at::text as "changedAt", id from search_marks where workspace_id = $1 and list = $2`,
    [workspaceId, table],
  )
  return mark ?? nothingIndexed
}

/** The first rows that changed after the mark, in the order of their stamps. */
export async function rowsAfter(
  connection: Connection,
  { table, sifted }: SearchedList,
  workspaceId: string,
  mark: SearchMark,
  limit: number,
): Promise<(ComparedRow & { changedAt: string })[]> {
  return await connection.query(
    `select t.id, t.updated_at::text as "changedAt", ${sifted} from ${table} t
     where t.workspace_id = $1 and (t.updated_at, t.id) > ($2::timestamptz, $3::text)
     order by t.updated_at, t.id limit ${limit}`,
    [workspaceId, mark.changedAt, mark.id],
  )
}

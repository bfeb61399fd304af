/** The rows that a list's filters leave, to add them up in one query. */
import { type Sieve, type SieveFilters, sieveOf } from '../../domain/search/sieve.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection } from '../engine/door.ts'
import { textQuery } from '../pages/search/indexed.ts'
import { markOf, rowsAfter, type SearchMark } from '../pages/search/marks.ts'
import type { SearchedList } from '../pages/search/searchedLists.ts'
import { addRanges } from '../pages/search/sift.ts'
import { addBounds, type WalkPage } from '../pages/walk.ts'

/** Too many rows are not indexed yet to compare them all. */
export class NotIndexedYet extends Error {
  override name = 'NotIndexedYet'
}

export type FiltersToAdd = SieveFilters & { updatedAfter?: string | undefined }

/** The whole list instead of a page of it. */
export const noPage = { changed: null, after: null, limit: 1 } as const

const unindexedMax = 50_000

/** `source` follows `from`, and names the rows `t`. With a search they have only `columns` and the amount. */
export async function filteredRows(
  connection: Connection,
  list: SearchedList,
  page: WalkPage,
  filters: FiltersToAdd,
  columns: readonly string[],
): Promise<{ source: string; conditions: Conditions }> {
  const conditions = new Conditions(page.workspaceId)
  page.addFilters(conditions)
  addBounds(conditions, { columns: [{ name: 'walk_day', type: 'integer' }] }, ['t.walk_day'], page)
  if (filters.updatedAfter !== undefined) conditions.add('t.updated_at > ?', filters.updatedAfter)
  const sieve = sieveOf(filters)
  if (sieve !== null) addRanges(conditions, list, sieve)
  const source = await sourceOf(connection, list, page.workspaceId, { conditions, sieve, columns })
  return { source, conditions }
}

interface Wanted {
  conditions: Conditions
  sieve: Sieve | null
  columns: readonly string[]
}

/** A search takes its rows from the index, and those after its mark one by one. */
async function sourceOf(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  { conditions, sieve, columns }: Wanted,
): Promise<string> {
  const { table, find, amount } = list
  const words = sieve?.words ?? null
  if (sieve === null || words === null) return `${table} t where ${conditions.text}`
  if (words.length === 0) return `${table} t where ${conditions.text} and false`
  const mark = await markOf(connection, list, workspaceId)
  const changed = await passingAfter(connection, list, workspaceId, mark, sieve)
  const query = conditions.mark(textQuery(workspaceId, words, words.length))
  const [at, id] = [conditions.mark(mark.changedAt), conditions.mark(mark.id)]
  const selected = [amount, ...columns.map(name => `t.${name}`)].join(', ')
  // The inner limit makes the planner look up each row by its id.
  return `(
      select found.id, true as indexed from ${find}($1, ${query}::tsquery, 1000000000) as found (id)
      union all select one.id, false from unnest(${conditions.mark(changed)}::text[]) as one (id)
    ) hit cross join lateral (
      select ${selected} from ${table} t where ${conditions.text} and t.id = hit.id
        and (not hit.indexed or (t.updated_at, t.id) <= (${at}::timestamptz, ${id}::text)) limit 1
    ) t`
}

async function passingAfter(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  mark: SearchMark,
  sieve: Sieve,
): Promise<string[]> {
  const rows = await rowsAfter(connection, list, workspaceId, mark, unindexedMax + 1)
  if (rows.length > unindexedMax) throw new NotIndexedYet('The search index is being built.')
  return rows.filter(sieve.passes).map(({ id }) => id)
}

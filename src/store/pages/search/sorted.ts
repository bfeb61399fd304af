/**
 * A page of a list in another order than its own. An index has the rows in that order; the next entries are read from
 * it, and the filters are applied to these. A page whose filters leave few rows ends early, and its cursor goes on from
 * there, so it costs the same however long the list is.
 */
import { compareDecimals } from '../../../domain/money/compareDecimals.ts'
import type { Sieve } from '../../../domain/search/sieve.ts'
import type { SortedPlace, SortKey } from '../../../domain/sortedCursor.ts'
import type { Connection, Value } from '../../engine/door.ts'
import { isOnCluster, rowLimit } from '../rowLimit.ts'
import type { ListPage } from '../walk.ts'
import { unindexedMax } from './indexed.ts'
import { markOf, rowsAfter } from './marks.ts'
import type { ComparedRow, SearchedList } from './searchedLists.ts'
import { keptRows, type SiftedList } from './sift.ts'

export interface SortOrder {
  /** The table `w` with an index of the workspace, these keys and the id. */
  table: string
  keys: readonly { sql: string; type: SortKey }[]
  descending: boolean
  /** The key of a row that is not in that table yet; null if it is the table of the list itself. */
  keyOf: ((row: ComparedRow) => string) | null
}

export type SortedListPage<Filters> = Omit<ListPage<Filters>, 'after'> & { after: SortedPlace | null }

export interface SortedPage {
  ids: string[]
  next: SortedPlace | null
}

/** Entries that are read if the first ones do not fill the page. */
const moreEntries = 3_000

/** Null if too many rows are not indexed yet. */
export async function sortedPage<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  order: SortOrder,
  workspaceId: string,
  page: SortedListPage<Filters>,
  sieve: Sieve | null,
): Promise<SortedPage | null> {
  if (sieve?.words?.length === 0) return { ids: [], next: null }
  const unindexed = await unindexedPlaces(connection, list.searched, order, workspaceId)
  if (unindexed === null) return null
  const unindexedIds = new Set(unindexed.map(({ id }) => id))
  const compare = comparisonOf(order)
  const passed: SortedPlace[] = []
  let after = page.after
  for (const limit of [page.limit, moreEntries - 1]) {
    const { entries, isEnd } = await entriesAfter(connection, order, workspaceId, after, limit)
    const end = isEnd ? null : (entries.at(-1) ?? null)
    const isNext = (place: SortedPlace) =>
      (after === null || compare(place, after) > 0) && (end === null || compare(place, end) <= 0)
    const places = [...entries.filter(({ id }) => !unindexedIds.has(id)), ...unindexed.filter(isNext)]
    if (unindexed.length > 0) places.sort(compare)
    const ids = await keptIds(connection, list, workspaceId, page, sieve, places)
    passed.push(...places.filter(({ id }) => ids.has(id)))
    after = end
    if (after === null || passed.length > page.limit) break
  }
  const last = passed.length > page.limit ? passed[page.limit - 1] : after
  return { ids: passed.slice(0, page.limit).map(({ id }) => id), next: last ?? null }
}

async function unindexedPlaces(
  connection: Connection,
  searched: SearchedList,
  { keyOf }: SortOrder,
  workspaceId: string,
): Promise<SortedPlace[] | null> {
  if (keyOf === null) return []
  const mark = await markOf(connection, searched, workspaceId)
  const rows = await rowsAfter(connection, searched, workspaceId, mark, unindexedMax + 1)
  return rows.length > unindexedMax ? null : rows.map(row => ({ keys: [keyOf(row)], id: row.id }))
}

async function entriesAfter(
  connection: Connection,
  { table, keys, descending }: SortOrder,
  workspaceId: string,
  after: SortedPlace | null,
  limit: number,
): Promise<{ entries: SortedPlace[]; isEnd: boolean }> {
  const values: Value[] = [workspaceId]
  const columns = [...keys.map(({ sql }) => sql), 'w.id']
  const start = () => {
    if (after === null) return ''
    const marks = keys.map(({ type }, index) => `$${values.push(after.keys[index] ?? '')}::${type}`)
    marks.push(`$${values.push(after.id)}::text`)
    return `and (${columns.join(', ')}) ${descending ? '<' : '>'} (${marks.join(', ')})`
  }
  const direction = descending ? 'desc' : 'asc'
  const { cut, count } = rowLimit(isOnCluster(connection), limit, value => `$${values.push(value)}`)
  const entries = await connection.query<{ id: string; keys: string[] }>(
    cut(`select w.id, array[${keys.map(({ sql }) => `(${sql})::text`).join(', ')}] as keys from ${table} w
     where w.workspace_id = $1 ${start()}
     order by ${columns.map(column => `${column} ${direction}`).join(', ')}`),
    values,
  )
  return { entries, isEnd: entries.length < count }
}

/** Those that the filters leave. */
async function keptIds<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  workspaceId: string,
  page: SortedListPage<Filters>,
  sieve: Sieve | null,
  places: readonly SortedPlace[],
): Promise<Set<string>> {
  if (places.length === 0) return new Set()
  const { table, sifted, siftedValues } = list.searched
  const conditions = keptRows(list, workspaceId, { ...page, after: null }, sieve)
  const hasWords = sieve !== null && sieve.words !== null
  const rows = await connection.query<ComparedRow>(
    `select t.* from unnest(${conditions.mark(places.map(({ id }) => id))}::text[]) as hit (id) cross join lateral (
       select t.id, ${hasWords ? sifted : siftedValues} from ${table} t
       where ${conditions.text} and t.id = hit.id limit 1
     ) t`,
    conditions.values,
  )
  return new Set(rows.filter(row => !hasWords || sieve.passes(row)).map(({ id }) => id))
}

/** By keys and id, in the direction of the order. Only orders with a single key are compared here. */
function comparisonOf({ keys, descending }: SortOrder): (a: SortedPlace, b: SortedPlace) => number {
  const compareKeys = keys[0]?.type === 'numeric' ? compareDecimals : compareTexts
  return (a, b) => {
    const ascending = compareKeys(a.keys[0] ?? '', b.keys[0] ?? '') || compareTexts(a.id, b.id)
    return descending ? -ascending : ascending
  }
}

/** Days and ids are ASCII, and "infinity" comes after every day. */
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

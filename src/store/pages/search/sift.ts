/**
 * A page of a list with a search, or with ranges of amounts or due dates. No index serves these together with all other
 * filters, so a page is found in up to three steps, each of them bounded:
 *
 * 1. Compare the next rows of the list. Frequent words fill the page at once.
 * 2. Ask the index. If few rows match, they are the whole result: filter and sort them.
 * 3. Compare more rows of the list. If that does not fill the page, it ends early, and its cursor goes on from there.
 */
import type { Position } from '../../../domain/cursor.ts'
import type { Sieve } from '../../../domain/search/sieve.ts'
import { Conditions } from '../../engine/conditions.ts'
import type { Connection } from '../../engine/door.ts'
import { type Place, placeIn } from '../place.ts'
import {
  addBounds,
  type ListPage,
  type PageQuery,
  rowsToFetch,
  type Walk,
  type WalkPage,
  walkOrder,
} from '../walk.ts'
import { passingIds } from './indexed.ts'
import type { ComparedRow, SearchedList } from './searchedLists.ts'

const firstRows = 1_000
const moreRows = 8_000
/** Rows from the index that are filtered and sorted for a page. */
const foundMax = 5_000

export interface SiftedList<Filters> {
  searched: SearchedList
  columns: Walk['columns']
  /** The query for a page with the other filters. */
  queryOfPage(
    connection: Connection,
    walk: Walk,
    workspaceId: string,
    page: ListPage<Filters>,
  ): Promise<PageQuery | null>
  /** The other filters, as conditions and bounds. */
  conditionsOf(workspaceId: string, page: ListPage<Filters>): WalkPage
}

export interface SiftedPage {
  ids: string[]
  next: Position | null
}

export async function siftedPage<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
): Promise<SiftedPage> {
  if (sieve.words?.length === 0) return { ids: [], next: null }
  const first = await compareNext(connection, list, workspaceId, page, sieve, firstRows)
  if (first.passed.length > page.limit || first.last === null) return pageOf(first.passed, page, null)

  const ids = await passingIds(connection, list.searched, workspaceId, sieve, foundMax)
  if (ids !== null) return pageOf(await placesOf(connection, list, workspaceId, page, sieve, ids), page, null)

  const after = { ...first.last, fixedAt: page.after?.fixedAt ?? null }
  const more = await compareNext(connection, list, workspaceId, { ...page, after }, sieve, moreRows)
  return pageOf([...first.passed, ...more.passed], page, more.last)
}

/** `last` is where the comparison ended; null at the end of the list. */
function pageOf(
  passed: readonly Place[],
  { limit, changed }: ListPage<unknown>,
  last: Place | null,
): SiftedPage {
  const place = passed.length > limit ? (passed[limit - 1] ?? null) : last
  return {
    ids: passed.slice(0, limit).map(({ id }) => id),
    next: place && { ...place, fixedAt: changed?.until ?? null },
  }
}

async function compareNext<Filters>(
  connection: Connection,
  { searched, columns, queryOfPage }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
  count: number,
): Promise<{ passed: Place[]; last: Place | null }> {
  const places = columns.map(({ name }) => `t.${name}`).join(', ')
  const walk: Walk = { table: searched.table, select: `t.id, ${places}, ${searched.sifted}`, columns }
  const query = await queryOfPage(connection, walkFor(walk), workspaceId, { ...page, limit: count })
  const rows = query === null ? [] : await connection.query<ComparedRow>(query.sql, query.values)
  const compared = rows.slice(0, count)
  const last = compared.at(-1)
  return {
    passed: compared.filter(sieve.passes).map(row => placeIn(row, walk)),
    last: rows.length > count && last !== undefined ? placeIn(last, walk) : null,
  }
}

/** Query texts are kept by walk, so the same walk must be the same object. */
const walks = new Map<string, Walk>()
function walkFor(walk: Walk): Walk {
  const known = walks.get(walk.table) ?? walk
  walks.set(walk.table, known)
  return known
}

/** Where the rows with these ids are in the list, without those that the other filters leave out. */
async function placesOf<Filters>(
  connection: Connection,
  { searched, columns, conditionsOf }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
  ids: readonly string[],
): Promise<Place[]> {
  if (ids.length === 0) return []
  const conditions = new Conditions(workspaceId)
  const { changed, ...bounds } = conditionsOf(workspaceId, page)
  bounds.addFilters(conditions)
  addRanges(conditions, searched, sieve)
  if (changed !== null) {
    conditions.add('t.updated_at > ?', changed.after)
    conditions.add('t.updated_at <= ?', changed.until)
  }
  addBounds(conditions, { columns }, walkOrder({ columns }, 't'), { ...bounds, changed })
  const order = walkOrder({ columns }, 't').join(', ')
  const rows = await connection.query<{ id: string }>(
    // The inner limit keeps the planner from reading the whole list in order instead.
    `select ${order} from unnest(${conditions.mark(ids)}::text[]) as hit (id) cross join lateral (
       select ${order} from ${searched.table} t where ${conditions.text} and t.id = hit.id limit 1
     ) t order by ${order} limit ${rowsToFetch(page.limit)}`,
    conditions.values,
  )
  return rows.map(row => placeIn(row, { columns }))
}

/** The sieve's ranges as conditions. Its words are compared elsewhere. */
export function addRanges(
  conditions: Conditions,
  { amount, due }: SearchedList,
  { minAmount, maxAmount, dueFrom, dueTo }: Sieve,
): void {
  if (minAmount !== undefined) conditions.add(`${amount} >= ?::numeric`, minAmount)
  if (maxAmount !== undefined) conditions.add(`${amount} <= ?::numeric`, maxAmount)
  if (due !== null && dueFrom !== undefined) conditions.add(`${due} >= ?::date`, dueFrom)
  if (due !== null && dueTo !== undefined) conditions.add(`${due} <= ?::date`, dueTo)
}

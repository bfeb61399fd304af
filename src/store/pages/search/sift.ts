/**
 * A page of a list with a search, or with ranges of amounts or due dates. No index serves these together with all other
 * filters, so a page is found in up to three steps, each of them bounded:
 *
 * 1. Compare the next rows of the list. Frequent words fill the page at once.
 * 2. Ask the index. If few rows match, they are the whole result: filter and sort them.
 * 3. Compare more rows of the list. If that does not fill the page, it ends early, and its cursor goes on from there.
 *
 * Some filters merge many short lists. A merge of n rows may read half of n², so it is asked for few rows at a time, and
 * many rows are taken from the list without these filters, which are then compared as well.
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
const mergedRows = 200
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
  /** Whether that query merges several lists. */
  merges(page: ListPage<Filters>): boolean
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
  const merges = list.merges(page)
  const first = await compareNext(connection, list, workspaceId, page, sieve, merges ? mergedRows : firstRows)
  if (first.passed.length > page.limit || first.last === null) return pageOf(first.passed, page, null)

  const ids = await passingIds(connection, list.searched, workspaceId, sieve, foundMax)
  if (ids !== null) return pageOf(await placesOf(connection, list, workspaceId, page, sieve, ids), page, null)

  const rest = { ...page, after: { ...first.last, fixedAt: page.after?.fixedAt ?? null } }
  const more = merges
    ? await compareMerged(connection, list, workspaceId, rest, sieve)
    : await compareNext(connection, list, workspaceId, rest, sieve, moreRows)
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

interface Compared {
  passed: Place[]
  last: Place | null
}

/** The next rows with the other filters. */
async function compareNext<Filters>(
  connection: Connection,
  { searched, columns, queryOfPage }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
  count: number,
): Promise<Compared> {
  const walk: Walk = { table: searched.table, select: comparedColumns(searched, columns), columns }
  const query = await queryOfPage(connection, walkFor(walk), workspaceId, { ...page, limit: count })
  const rows = query === null ? [] : await connection.query<ComparedRow>(query.sql, query.values)
  return compare(rows, { columns, count }, sieve.passes)
}

/** Where few rows have the other filters, a short merge gets further than a long walk without them. */
async function compareMerged<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
): Promise<Compared> {
  const rows = await unfilteredRows(connection, list, workspaceId, page)
  const isSparse = rows.filter(({ kept }) => kept).length < mergedRows
  if (isSparse && rows.length > moreRows)
    return await compareNext(connection, list, workspaceId, page, sieve, mergedRows)
  const { columns } = list
  return compare(rows, { columns, count: moreRows }, row => row.kept && sieve.passes(row))
}

/** The next rows of the whole list, and whether each has the other filters. */
async function unfilteredRows<Filters>(
  connection: Connection,
  { searched, columns, conditionsOf }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
): Promise<(ComparedRow & { kept: boolean })[]> {
  const conditions = new Conditions(workspaceId)
  const { changed, ...bounds } = conditionsOf(workspaceId, page)
  const kept = conditions.apart(() => {
    bounds.addFilters(conditions)
    addChanged(conditions, changed)
  })
  const order = walkOrder({ columns }, 't')
  addBounds(conditions, { columns }, order, { ...bounds, changed })
  return await connection.query(
    `select ${comparedColumns(searched, columns)}, coalesce(${kept}, false) as kept from ${searched.table} t
     where ${conditions.text} order by ${order.join(', ')} limit ${rowsToFetch(moreRows)}`,
    conditions.values,
  )
}

const comparedColumns = ({ sifted }: SearchedList, columns: Walk['columns']): string =>
  `t.id, ${columns.map(({ name }) => `t.${name}`).join(', ')}, ${sifted}`

function compare<Row extends ComparedRow>(
  rows: readonly Row[],
  { columns, count }: Pick<Walk, 'columns'> & { count: number },
  passes: (row: Row) => boolean,
): Compared {
  const compared = rows.slice(0, count)
  const last = compared.at(-1)
  return {
    passed: compared.filter(passes).map(row => placeIn(row, { columns })),
    last: rows.length > count && last !== undefined ? placeIn(last, { columns }) : null,
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
  addChanged(conditions, changed)
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

function addChanged(conditions: Conditions, changed: WalkPage['changed']): void {
  if (changed === null) return
  conditions.add('t.updated_at > ?', changed.after)
  conditions.add('t.updated_at <= ?', changed.until)
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

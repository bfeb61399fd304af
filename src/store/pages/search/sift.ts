/**
 * A page of a list with a search, ranges of amounts or due dates, a currency, or with or without own transfers. No index
 * serves these together with all other filters, so a page is found in up to three steps, each of them bounded:
 *
 * 1. Compare the next rows of the list. Frequent words fill the page at once.
 * 2. Ask the index. If few rows match, they are the whole result: filter and sort them.
 * 3. Compare more rows of the list. If that does not fill the page, it ends early, and its cursor goes on from there.
 *
 * Some filters merge many short lists. A merge of n rows may read half of n², so it is asked for few rows at a time, and
 * many rows are taken from the list without these filters, which are then compared as well. Where an index has only the
 * own transfers, or only one currency, they are taken from it.
 */
import type { Position } from '../../../domain/cursor.ts'
import type { Sieve } from '../../../domain/search/sieve.ts'
import { Conditions } from '../../engine/conditions.ts'
import type { Connection } from '../../engine/door.ts'
import { type Place, placeIn } from '../place.ts'
import { isOnCluster, rowLimit } from '../rowLimit.ts'
import { addBounds, type ListPage, type PageQuery, type Walk, type WalkPage, walkOrder } from '../walk.ts'
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
  /** Adds the filter that has its own index in the order of the list, if there is one. */
  addNarrowing?(conditions: Conditions, filters: Filters): void
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
  const isIndexed = hasIndex(sieve)
  const unmergedRows = isIndexed ? firstRows : Math.min(firstRows, page.limit * 4)
  const count = merges ? mergedRows : unmergedRows
  const first = await compareNext(connection, list, workspaceId, page, sieve, count)
  if (first.passed.length > page.limit || first.last === null) return pageOf(first.passed, page, null)

  const ids = isIndexed ? await passingIds(connection, list.searched, workspaceId, sieve, foundMax) : null
  if (ids !== null) return pageOf(await placesOf(connection, list, workspaceId, page, sieve, ids), page, null)

  const rest = { ...page, after: { ...first.last, fixedAt: page.after?.fixedAt ?? null } }
  const more = merges
    ? await compareMerged(connection, list, workspaceId, rest, sieve)
    : await compareNext(connection, list, workspaceId, rest, sieve, moreRows)
  return pageOf([...first.passed, ...more.passed], page, more.last)
}

const hasIndex = ({ words, minAmount, maxAmount, dueFrom, dueTo }: Sieve): boolean =>
  words !== null || [minAmount, maxAmount, dueFrom, dueTo].some(bound => bound !== undefined)

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
  const walk: Walk = { table: searched.table, select: comparedColumns(searched, columns, sieve), columns }
  const query = await queryOfPage(connection, walkFor(walk), workspaceId, { ...page, limit: count })
  const rows = query === null ? [] : await connection.query<ComparedRow>(query.sql, query.values)
  return compare(rows, { columns, count }, sieve.passes)
}

/** Where few rows have the other filters, a short merge may get further than a long walk without them. */
async function compareMerged<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
): Promise<Compared> {
  const rows = await unfilteredRows(connection, list, workspaceId, page, sieve)
  const isSparse = rows.filter(({ kept }) => kept).length < mergedRows
  const { columns } = list
  const walked = compare(rows, { columns, count: moreRows }, row => row.kept && sieve.passes(row))
  if (!isSparse || walked.last === null) return walked
  const merged = await compareNext(connection, list, workspaceId, page, sieve, mergedRows)
  return merged.last === null || isBefore(walked.last, merged.last) ? merged : walked
}

function isBefore(a: Place, b: Place): boolean {
  const differing = a.walk.findIndex((number, index) => number !== b.walk[index])
  return differing < 0 ? a.id < b.id : (a.walk[differing] ?? 0) < (b.walk[differing] ?? 0)
}

/** The next rows of the whole list, or of its narrower index, and whether each has the other filters. */
async function unfilteredRows<Filters>(
  connection: Connection,
  { searched, columns, conditionsOf, addNarrowing }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
): Promise<(ComparedRow & { kept: boolean })[]> {
  const conditions = new Conditions(workspaceId)
  addNarrowing?.(conditions, page.filters)
  const { changed, ...bounds } = conditionsOf(workspaceId, page)
  const kept = conditions.apart(() => {
    bounds.addFilters(conditions)
    addChanged(conditions, changed)
  })
  const order = walkOrder({ columns }, 't')
  addBounds(conditions, { columns }, order, { ...bounds, changed })
  return await connection.query(
    `select ${comparedColumns(searched, columns, sieve)}, coalesce(${kept}, false) as kept from ${searched.table} t
     where ${conditions.text} order by ${order.join(', ')} limit ${moreRows + 1}`,
    conditions.values,
  )
}

const comparedColumns = (
  { sifted, siftedValues }: SearchedList,
  columns: Walk['columns'],
  { words }: Sieve,
): string =>
  `t.id, ${columns.map(({ name }) => `t.${name}`).join(', ')}, ${words === null ? siftedValues : sifted}`

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
  const known = walks.get(walk.select) ?? walk
  walks.set(walk.select, known)
  return known
}

/** Where the rows with these ids are in the list, without those that the other filters leave out. */
async function placesOf<Filters>(
  connection: Connection,
  list: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve,
  ids: readonly string[],
): Promise<Place[]> {
  const { searched, columns } = list
  if (ids.length === 0) return []
  const conditions = keptRows(list, workspaceId, page, sieve)
  const order = walkOrder({ columns }, 't').join(', ')
  const { cut } = rowLimit(isOnCluster(connection), page.limit, value => conditions.mark(value))
  const rows = await connection.query<{ id: string }>(
    // The inner limit keeps the planner from reading the whole list in order instead.
    cut(`select ${order} from unnest(${conditions.mark(ids)}::text[]) as hit (id) cross join lateral (
       select ${order} from ${searched.table} t where ${conditions.text} and t.id = hit.id limit 1
     ) t order by ${order}`),
    conditions.values,
  )
  return rows.map(row => placeIn(row, { columns }))
}

/** All filters as conditions, except the words of a search. */
export function keptRows<Filters>(
  { searched, columns, conditionsOf, addNarrowing }: SiftedList<Filters>,
  workspaceId: string,
  page: ListPage<Filters>,
  sieve: Sieve | null,
): Conditions {
  const conditions = new Conditions(workspaceId)
  const { changed, ...bounds } = conditionsOf(workspaceId, page)
  bounds.addFilters(conditions)
  addNarrowing?.(conditions, page.filters)
  if (sieve !== null) addRanges(conditions, searched, sieve)
  addChanged(conditions, changed)
  addBounds(conditions, { columns }, walkOrder({ columns }, 't'), { ...bounds, changed })
  return conditions
}

function addChanged(conditions: Conditions, changed: WalkPage['changed']): void {
  if (changed === null) return
  conditions.add('t.updated_at > ?', changed.after)
  conditions.add('t.updated_at <= ?', changed.until)
}

/** The sieve's other filters as conditions. Its words are compared elsewhere. */
export function addRanges(
  conditions: Conditions,
  { amount, due, table }: SearchedList,
  { minAmount, maxAmount, dueFrom, dueTo, currency, ownTransfers }: Sieve,
): void {
  if (currency !== undefined) conditions.add('t.currency = ?', currency)
  if (table === 'transactions' && ownTransfers !== undefined) {
    conditions.add(`t.own_transfer is ${ownTransfers === 'only' ? 'not null' : 'null'}`)
  }
  if (minAmount !== undefined) conditions.add(`${amount} >= ?::numeric`, minAmount)
  if (maxAmount !== undefined) conditions.add(`${amount} <= ?::numeric`, maxAmount)
  if (due !== null && dueFrom !== undefined) conditions.add(`${due} >= ?::date`, dueFrom)
  if (due !== null && dueTo !== undefined) conditions.add(`${due} <= ?::date`, dueTo)
}

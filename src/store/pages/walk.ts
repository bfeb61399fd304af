/**
 * Pages of an ordered walk over a workspace's rows, carried by an index at any depth: "the rows after this one" is a
 * row comparison over the walk's ascending columns. Each shape of filter has a statement text of its own, so that
 * PostgreSQL plans each by itself.
 */
import type { Position, WalkNumber } from '../../domain/cursor.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection, Value } from '../engine/door.ts'

interface WalkColumn {
  name: string
  type: WalkNumber
}

export interface Walk {
  table: string
  /** Columns of `t`, the table, and of whatever is joined to it. `$1` is the workspace. The row's place follows them. */
  select: string
  join?: string
  /** Ascending integer columns ahead of the id, most significant first. */
  columns: readonly [WalkColumn, ...WalkColumn[]]
}

/** A page of a list, as its operation asks for it. */
export interface ListPage<Filters> {
  filters: Filters
  /** A sync: only rows that changed after the first instant, and no later than the second. */
  changed: { after: string; until: string } | null
  after: Position | null
  limit: number
}

export interface WalkPage extends Omit<ListPage<never>, 'filters'> {
  workspaceId: string
  /** `hide` makes of a column an expression, so that the planner does not see the column's indexes. */
  addFilters(conditions: Conditions, hide?: (column: string) => string): void
  /** Bounds on the first column of the walk, both included. */
  least?: number | undefined
  most?: number | undefined
}

export interface PageQuery {
  sql: string
  values: readonly Value[]
}

/**
 * An expression hides a column's index from the planner. Its estimates are poor for a range of stamps that it has not
 * seen yet, and the wrong choice would sort a whole workspace.
 */
export const hiddenStamp = "(t.updated_at + interval '0')"

/** In the order of the walk, leaving out what has not changed. */
export function walkQuery(walk: Walk, page: WalkPage): PageQuery {
  const conditions = new Conditions(page.workspaceId)
  page.addFilters(conditions)
  addChanged(conditions, page, hiddenStamp)
  const order = walkOrder(walk, 't')
  addBounds(conditions, walk, order, page)
  return pageStatement(walk, page, conditions, order)
}

/** By the index on updated_at, then sorted. */
export function changedQuery(walk: Walk, page: WalkPage): PageQuery {
  const conditions = new Conditions(page.workspaceId)
  // As above: any other index would read past all that has not changed.
  page.addFilters(conditions, column => `(${column} || '')`)
  addChanged(conditions, page, 't.updated_at')
  const [first = '', ...rest] = walkOrder(walk, 't')
  const order = [`(${first} + 0)`, ...rest]
  addBounds(conditions, walk, order, page)
  return pageStatement(walk, page, conditions, order)
}

function pageStatement(
  walk: Walk,
  page: WalkPage,
  conditions: Conditions,
  order: readonly string[],
): PageQuery {
  const sql = selectText(
    walk,
    `from ${walk.table} t ${walk.join ?? ''}
    where ${conditions.text}
    order by ${order.join(', ')}
    limit ${rowsToFetch(page.limit)}`,
  )
  return { sql, values: conditions.values }
}

/** More than there are shapes of filters. */
const textsMax = 2_000
const textsByWalk = new WeakMap<Walk, RecentMap<string>>()

/**
 * Selects the walk's columns and, behind them, the row's place in the walk. A connection finds a prepared query by its
 * text, and finding a text that was just put together takes longer than sending it; so the same rest always gives the
 * very same string.
 */
export function selectText(walk: Walk, rest: string): string {
  let texts = textsByWalk.get(walk)
  if (texts === undefined) {
    texts = new RecentMap(textsMax)
    textsByWalk.set(walk, texts)
  }
  let text = texts.get(rest)
  if (text === undefined) {
    text = `select ${walk.select}, ${walkOrder(walk, 't').join(', ')} ${rest}`
    texts.set(rest, text)
  }
  return text
}

/** The most rows that are ever sorted for a page. */
const sortedRowsMax = 4_500

/** How many rows of the whole workspace a sync is about: none, as many as can be sorted, or more. */
export async function howManyChanged(
  connection: Connection,
  { table }: Pick<Walk, 'table'>,
  workspaceId: string,
  { after, until }: NonNullable<WalkPage['changed']>,
): Promise<'none' | 'few' | 'many'> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from (
       select from ${table}
       where workspace_id = $1 and updated_at > $2 and updated_at <= $3
       limit ${sortedRowsMax + 1}
     ) as changed`,
    [workspaceId, after, until],
  )
  const count = row?.count ?? 0
  if (count === 0) return 'none'
  return count <= sortedRowsMax ? 'few' : 'many'
}

export const walkOrder = ({ columns }: Pick<Walk, 'columns'>, owner: string): string[] => [
  ...columns.map(({ name }) => `${owner}.${name}`),
  `${owner}.id`,
]

function addChanged(conditions: Conditions, { changed }: WalkPage, stamp: string): void {
  if (changed === null) return
  conditions.add(`${stamp} > ?`, changed.after)
  conditions.add(`${stamp} <= ?`, changed.until)
}

/** Of two lower bounds PostgreSQL may start at the lower one and read up to the other, so it is given one alone. */
export function addBounds(
  conditions: Conditions,
  walk: Pick<Walk, 'columns'>,
  order: readonly string[],
  { least, most, after }: WalkPage,
): void {
  if (most !== undefined) conditions.add(`${order[0]} <= ?`, most)
  if (after !== null && (after.walk[0] ?? 0) >= (least ?? Number.NEGATIVE_INFINITY)) {
    const marks = [...walk.columns.map(({ type }) => `?::${type}`), '?::text']
    conditions.add(`(${order.join(', ')}) > (${marks.join(', ')})`, ...after.walk, after.id)
  } else if (least !== undefined) {
    conditions.add(`${order[0]} >= ?`, least)
  }
}

/** The limit is part of the text, as the planner must know it; a few sizes keep the number of texts small. */
export function rowsToFetch(limit: number): number {
  return [11, 26, 51, 101].find(size => size > limit) ?? limit + 1
}

/**
 * Pages of an ordered walk over a workspace's rows. An index serves each page, however deep: "the rows after this one"
 * is a row comparison over the walk's ascending columns. Each combination of filters has its own query text, so
 * PostgreSQL plans each one separately.
 */
import type { Position, WalkNumber } from '../../domain/cursor.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection, Value } from '../engine/door.ts'
import { type RowLimit, rowLimit } from './rowLimit.ts'

interface WalkColumn {
  name: string
  type: WalkNumber
}

export interface Walk {
  table: string
  /** Columns of the table `t` and of `join`, including the row's place in the walk. `$1` is the workspace. */
  select: string
  join?: string
  /** Ascending integer columns before the id, most significant first. */
  columns: readonly [WalkColumn, ...WalkColumn[]]
}

/** The page of a list that a request asks for. */
export interface ListPage<Filters> {
  filters: Filters
  /** For a sync: only rows that changed after `after` and no later than `until`. */
  changed: { after: string; until: string } | null
  after: Position | null
  limit: number
}

export interface WalkPage extends Omit<ListPage<never>, 'filters'> {
  workspaceId: string
  isOnCluster: boolean
  /** `hide` turns a column into an expression, so that the planner does not use the column's indexes. */
  addFilters(conditions: Conditions, hide?: (column: string) => string): void
  /** Inclusive bounds on the first column of the walk. */
  least?: number | undefined
  most?: number | undefined
}

export interface PageQuery {
  sql: string
  values: readonly Value[]
}

/**
 * An expression, so that the planner does not use the index on updated_at. Its estimates are poor for stamps newer than
 * its statistics, and the wrong choice would sort a whole workspace.
 */
export const hiddenStamp = "(t.updated_at + interval '0')"

/** Reads in the order of the walk. In a sync, skips rows that have not changed. */
export function walkQuery(walk: Walk, page: WalkPage): PageQuery {
  const conditions = new Conditions(page.workspaceId)
  page.addFilters(conditions)
  addChanged(conditions, page, hiddenStamp)
  const order = walkOrder(walk, 't')
  addBounds(conditions, walk, order, page)
  return pageQuery(walk, page, conditions, order)
}

/** Reads by the index on updated_at, then sorts. */
export function changedQuery(walk: Walk, page: WalkPage): PageQuery {
  const conditions = new Conditions(page.workspaceId)
  // Hidden, because any other index would also read all rows that have not changed.
  page.addFilters(conditions, column => `(${column} || '')`)
  addChanged(conditions, page, 't.updated_at')
  const [first = '', ...rest] = walkOrder(walk, 't')
  const order = [`(${first} + 0)`, ...rest]
  addBounds(conditions, walk, order, page)
  return pageQuery(walk, page, conditions, order)
}

export const limitOf = ({ isOnCluster, limit }: WalkPage, conditions: Conditions): RowLimit =>
  rowLimit(isOnCluster, limit, value => conditions.mark(value))

function pageQuery(walk: Walk, page: WalkPage, conditions: Conditions, order: readonly string[]): PageQuery {
  const sql = selectText(
    walk,
    `from ${walk.table} t ${walk.join ?? ''}
    where ${conditions.text}
    order by ${order.join(', ')}`,
    limitOf(page, conditions),
  )
  return { sql, values: conditions.values }
}

const noLimit: Pick<RowLimit, 'cut'> = { cut: ordered => ordered }

/** More than there are combinations of filters. */
const textsMax = 2_000
const textsByWalk = new WeakMap<Walk, RecentMap<string>>()

/**
 * Selects the walk's columns. A connection looks up prepared queries by their text, and looking up a newly built string
 * takes longer than sending the query. So the same `rest` and limit always return the same string object.
 */
export function selectText(walk: Walk, rest: string, limit: Pick<RowLimit, 'cut'> = noLimit): string {
  let texts = textsByWalk.get(walk)
  if (texts === undefined) {
    texts = new RecentMap(textsMax)
    textsByWalk.set(walk, texts)
  }
  const name = limit.cut(rest)
  let text = texts.get(name)
  if (text === undefined) {
    text = limit.cut(`select ${walk.select} ${rest}`)
    texts.set(name, text)
  }
  return text
}

/** The maximum number of rows to sort for a page. */
const sortedRowsMax = 4_500

/** Walks whose rows are too many to sort. The rows that changed until a given instant only become fewer. */
const manyChanged = new RecentMap<true>(1_000)

/** How many rows of the workspace have changed: none, few enough to sort, or more. */
export async function howManyChanged(
  connection: Connection,
  { table }: Pick<Walk, 'table'>,
  workspaceId: string,
  { after, until }: NonNullable<WalkPage['changed']>,
): Promise<'none' | 'few' | 'many'> {
  // Counting takes longer than reading a page, so a long walk counts once.
  const walked = [table, workspaceId, after, until].join(' ')
  if (manyChanged.get(walked)) return 'many'
  const [row] = await connection.query<{ count: number }>(
    // Ordered, because the planner would otherwise take any index of the workspace if it expects many rows.
    `select count(*)::int as count from (
       select from ${table}
       where workspace_id = $1 and updated_at > $2 and updated_at <= $3
       order by updated_at, id limit ${sortedRowsMax + 1}
     ) as changed`,
    [workspaceId, after, until],
  )
  const count = row?.count ?? 0
  if (count === 0) return 'none'
  if (count <= sortedRowsMax) return 'few'
  manyChanged.set(walked, true)
  return 'many'
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

/** Adds only one lower bound: given two, PostgreSQL may start at the lower one and read up to the other. */
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

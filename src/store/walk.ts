/**
 * One page of an ordered walk over a workspace's rows, carried by an index at any depth: "the rows after this one" is
 * a row comparison over the walk's ascending columns. Each shape of filter has a statement text of its own, so that
 * PostgreSQL plans each by itself.
 */
import type { Position, WalkNumber } from '../domain/cursor.ts'
import { Conditions } from './conditions.ts'
import type { Session } from './door.ts'

interface WalkColumn {
  name: string
  type: WalkNumber
}

export interface Walk {
  table: string
  /** Columns of `t`, the table, and of whatever is joined to it. */
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
  addFilters(conditions: Conditions): void
  /** Bounds on the first column of the walk, both included. */
  least?: number | undefined
  most?: number | undefined
}

type WalkedRow = Record<string, number | string>

export async function walkPage<Row extends object>(session: Session, walk: Walk, page: WalkPage) {
  const { sql, values } = pageStatement(walk, page, await howToFindChanged(session, walk, page))
  const found = await session.query<Row & WalkedRow>(sql, values)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  // A row past the limit tells that there is another page.
  const next = last && found.length > page.limit ? positionOf(walk, last, page.changed?.until ?? null) : null
  return { rows, next }
}

/** `byUpdate`: from the index on updated_at, then sorted. `byWalk`: in order, leaving out the others. */
type HowToFindChanged = 'byUpdate' | 'byWalk'

/** The most rows that are ever sorted for a page. */
const sortedRowsMax = 5_000

async function howToFindChanged(session: Session, walk: Walk, page: WalkPage): Promise<HowToFindChanged> {
  if (page.changed === null) return 'byWalk'
  const [row] = await session.query<{ few: boolean }>(
    `select count(*) <= ${sortedRowsMax} as few from (
       select from ${walk.table}
       where workspace_id = $1 and updated_at > $2 and updated_at <= $3
       limit ${sortedRowsMax + 1}
     ) as changed`,
    [page.workspaceId, page.changed.after, page.changed.until],
  )
  return row?.few ? 'byUpdate' : 'byWalk'
}

function pageStatement(walk: Walk, page: WalkPage, how: HowToFindChanged) {
  const conditions = new Conditions(page.workspaceId)
  page.addFilters(conditions)
  // An expression hides a column's index from the planner. Its estimates are poor for a range of stamps that it has
  // not seen yet, and the wrong choice would sort, or walk past, a whole workspace.
  if (page.changed) {
    const stamp = how === 'byUpdate' ? 't.updated_at' : "(t.updated_at + interval '0')"
    conditions.add(`${stamp} > ?`, page.changed.after)
    conditions.add(`${stamp} <= ?`, page.changed.until)
  }
  const [first, ...rest] = walk.columns
  const order = [
    how === 'byUpdate' ? `(t.${first.name} + 0)` : `t.${first.name}`,
    ...rest.map(({ name }) => `t.${name}`),
    't.id',
  ]
  addBounds(conditions, walk, order, page)
  const sql = `select ${walk.select}, ${walk.columns.map(({ name }) => `t.${name}`).join(', ')}
    from ${walk.table} t ${walk.join ?? ''}
    where ${conditions.text}
    order by ${order.join(', ')}
    limit ${rowsToFetch(page.limit)}`
  return { sql, values: conditions.values }
}

/** Of two lower bounds PostgreSQL may start at the lower one and read up to the other, so it is given one alone. */
function addBounds(conditions: Conditions, walk: Walk, order: readonly string[], page: WalkPage): void {
  const { least, most, after } = page
  if (most !== undefined) conditions.add(`${order[0]} <= ?`, most)
  if (after !== null && (after.walk[0] ?? 0) >= (least ?? Number.NEGATIVE_INFINITY)) {
    const marks = [...walk.columns.map(({ type }) => `?::${type}`), '?::text']
    conditions.add(`(${order.join(', ')}) > (${marks.join(', ')})`, ...after.walk, after.id)
  } else if (least !== undefined) {
    conditions.add(`${order[0]} >= ?`, least)
  }
}

/** The limit is part of the text, as the planner must know it; a few sizes keep the number of texts small. */
function rowsToFetch(limit: number): number {
  return [11, 26, 51, 101].find(size => size > limit) ?? limit + 1
}

function positionOf(walk: Walk, row: WalkedRow, fixedAt: string | null): Position {
  return { walk: walk.columns.map(({ name }) => Number(row[name])), id: String(row.id), fixedAt }
}

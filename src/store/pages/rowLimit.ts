/**
 * How many rows a page's query reads: at least one more than the page has, to see whether there is another page.
 *
 * The planner must know the limit, or it would expect a tenth of the workspace and might sort that. So the limit is part of
 * the text, in a few fixed sizes that keep the texts few. On a cluster that is still too many: a node plans each text once
 * for each shard and connection, which takes longer than reading the page. So pages of any limit share one text there. It
 * has the largest page's size for the planner, and around it the page's own limit as a value: reading ends there.
 */
import type { Connection, Value } from '../engine/door.ts'

export interface RowLimit {
  count: number
  /** The same in SQL. */
  rows: string
  /**
   * Adds the limit to a query whose rows are in order. Keeps its columns. `order` is that order in terms of these, for the
   * query around it: if the planner does not know it, it sorts the rows again, and all of them are read for that.
   */
  cut(ordered: string, order?: string): string
}

const sizes = [11, 26, 51, 101, 201, 501, 1001]
/** The largest page, and the most rows that are compared at first for a page with filters that no index has. */
const sizesOnCluster = [101, 1001]

/** `mark` adds a value to the query and returns its placeholder. */
export function rowLimit(isOnCluster: boolean, limit: number, mark: (value: Value) => string): RowLimit {
  const size = (isOnCluster ? sizesOnCluster : sizes).find(each => each > limit)
  if (!isOnCluster || size === undefined) {
    const count = size ?? limit + 1
    return { count, rows: String(count), cut: ordered => `${ordered} limit ${count}` }
  }
  const rows = `${mark(limit + 1)}::bigint`
  const cut = (ordered: string, order?: string) =>
    `select * from (${ordered} limit ${size}) most ${order ? `order by ${order}` : ''} limit ${rows}`
  return { count: limit + 1, rows, cut }
}

export const isOnCluster = ({ nodeOf }: Pick<Connection, 'nodeOf'>): boolean => nodeOf !== undefined

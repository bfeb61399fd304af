/** Rows of a table on their way to a file. Every value is text, as in the rest of Florin; the column's kind says what it means. */
export type ColumnKind = 'text' | 'decimal' | 'date' | 'instant'

export interface Column {
  name: string
  kind: ColumnKind
}

/** One cell per column, in their order; null is an empty cell. */
export type Row = readonly (string | null)[]

/** Rows arrive in batches, such as the pages of a list, and leave as bytes. Nothing but the current batch is in memory. */
export type RowBatches = AsyncIterable<readonly Row[]>

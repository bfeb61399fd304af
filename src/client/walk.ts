/** Walks over paged lists: `all` for every row of every page, and `sync` to keep a copy up to date. */
import { FlorinConnectionError, isObject } from './errors.ts'

export interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

export type FetchPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>

/** Where a first sync starts: before any possible change. */
export const syncStart = '1970-01-01T00:00:00Z'

export async function* everyRow<Row>(fetchPage: FetchPage<Row>): AsyncGenerator<Row, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page: Page<Row> = await fetchPage(cursor)
    // Check each page, because a walk that ends early or loops would look like a complete one.
    if (!isPage(page) || page.nextCursor === cursor) {
      throw new FlorinConnectionError(
        'The walk cannot continue: a response is not the next page of the list',
        null,
        false,
      )
    }
    yield* page.data
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

function isPage(page: unknown): boolean {
  if (!isObject(page) || !Array.isArray(page.data)) return false
  return page.nextCursor === null || (typeof page.nextCursor === 'string' && page.nextCursor !== '')
}

/**
 * The changed rows; can be iterated once. Rows do not come in order of change, so `nextUpdatedAfter` is available only
 * after the last row: from an interrupted walk, it would skip the rows that were not read.
 */
export class Sync<Row extends { updatedAt: string }> implements AsyncIterable<Row> {
  readonly #rows: AsyncGenerator<Row, void, undefined>
  readonly #updatedAfter: string
  #started = false
  #next: string | null = null

  constructor(updatedAfter: string, fetchPage: FetchPage<Row>) {
    this.#updatedAfter = updatedAfter
    this.#rows = everyRow(fetchPage)
  }

  /** Pass this as `updatedAfter` next time. Throws until every row has been read. */
  get nextUpdatedAfter(): string {
    if (this.#next !== null) return this.#next
    throw new Error(
      'nextUpdatedAfter is not known yet: the sync is not complete. Keep using the previous value',
    )
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    if (this.#started) throw new Error('A sync can be iterated only once; call sync() again')
    this.#started = true
    let newest = ''
    for await (const row of this.#rows) {
      // Timestamps on the wire are UTC with milliseconds, so they compare as text.
      if (row.updatedAt > newest) newest = row.updatedAt
      yield row
    }
    this.#next = newest || this.#updatedAfter
  }

  async toArray(): Promise<{ rows: Row[]; nextUpdatedAfter: string }> {
    const rows: Row[] = []
    for await (const row of this) rows.push(row)
    return { rows, nextUpdatedAfter: this.nextUpdatedAfter }
  }
}

interface WalkQuery {
  cursor?: string | undefined
  updatedAfter?: string | undefined
}

/** Creates `all` and `sync` from the operation that returns one page. */
export function walks<Query extends WalkQuery, Row extends { updatedAt: string }, Options>(
  list: (query?: Query, options?: Options) => Promise<Page<Row>>,
) {
  // Every parameter of a list is optional, which a type parameter cannot express.
  const noFilters = {} as NoCursor<Query>
  /** Copies the filters, because they must not change during a walk. Always starts at the first page. */
  const pages = (query: Query, options: Options | undefined): FetchPage<Row> => {
    const fixed = { ...query }
    return cursor => list({ ...fixed, cursor }, options)
  }
  return {
    /** Every row of every page. Pages are requested as the rows are read. */
    all: (query = noFilters, options?: Options) => everyRow(pages(query, options)),

    /** Rows added or changed after `updatedAfter`; all rows if it is left out. */
    sync: (query = noFilters, options?: Options) => {
      // The service treats an empty value as left out, and a walk without `updatedAfter` is not fixed in time.
      const updatedAfter = query.updatedAfter || syncStart
      return new Sync(updatedAfter, pages({ ...query, updatedAfter }, options))
    },
  }
}

export type NoCursor<Query> = Query & { cursor?: never }

/** Walks over paged lists: every row of every page, and the sync that keeps a copy in step. */
import { FlorinConnectionError, isObject } from './errors.ts'

export interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

export type FetchPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>

/** Where a first sync starts: before anything that a workspace can hold. */
export const syncStart = '1970-01-01T00:00:00Z'

export async function* everyRow<Row>(fetchPage: FetchPage<Row>): AsyncGenerator<Row, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page: Page<Row> = await fetchPage(cursor)
    // A walk that ends early or runs in circles would pass for a complete one, so a page has to look like one.
    if (!isPage(page) || page.nextCursor === cursor) {
      throw new FlorinConnectionError('The walk cannot go on: an answer is not the next page of the list')
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
 * The rows that changed, once, as they come. They don't come in order of change, so the mark for the next sync is there
 * only when the last row has been taken: kept from a walk that was cut off, it would skip the rows not seen.
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

  /** What to pass as `updatedAfter` the next time. Throws until every row has been taken. */
  get nextUpdatedAfter(): string {
    if (this.#next !== null) return this.#next
    throw new Error('nextUpdatedAfter is not known: the sync has not come to its end. Keep the mark you had')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    if (this.#started) throw new Error('A sync can be walked once; call sync() again for another')
    this.#started = true
    let newest = ''
    for await (const row of this.#rows) {
      // Instants on the wire are UTC with milliseconds, so they compare as text.
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

/** `all` and `sync` over the operation that gives one page. */
export function walks<Query extends WalkQuery, Row extends { updatedAt: string }, Options>(
  list: (query?: Query, options?: Options) => Promise<Page<Row>>,
) {
  // Every parameter of a list may be left out, which a type parameter cannot say.
  const noFilters = {} as NoCursor<Query>
  /** Filters must stay the same through a walk, so it keeps a copy; it starts at the first page, whatever is given. */
  const pages = (query: Query, options: Options | undefined): FetchPage<Row> => {
    const fixed = { ...query }
    return cursor => list({ ...fixed, cursor }, options)
  }
  return {
    /** Every row of every page, asked for page by page as the rows are taken. */
    all: (query = noFilters, options?: Options) => everyRow(pages(query, options)),

    /** What was added or changed after `updatedAfter`; everything where none is given. */
    sync: (query = noFilters, options?: Options) => {
      // An empty one counts as not given to the service as well, and a walk without one is not fixed in time.
      const updatedAfter = query.updatedAfter || syncStart
      return new Sync(updatedAfter, pages({ ...query, updatedAfter }, options))
    },
  }
}

export type NoCursor<Query> = Query & { cursor?: never }

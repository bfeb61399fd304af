/** Follows the change feed, page by page, until it is aborted. */
import type { Change, ChangeResource } from '../contract/changes.ts'
import type { Query, RequestOptions } from './call.ts'
import { FlorinConnectionError, isObject } from './errors.ts'
import { patiently, type Trouble } from './patience.ts'
import type { Sleep } from './retry.ts'

export interface FollowOptions {
  /** Where to go on; without it, the feed starts with every row that exists. */
  cursor?: string | undefined
  /** Starts here, without the rows that exist already. Not used together with a cursor. */
  from?: 'now' | undefined
  /** By default every resource that the key may read. A cursor only works with the same resources and company. */
  resources?: readonly ChangeResource[] | undefined
  companyId?: string | undefined
  /** Rows on a page. */
  limit?: number | undefined
  /** Seconds that the service may hold a request until something changes, at most 30. With 0, the client polls. */
  wait?: number | undefined
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined
  /** Called when an attempt has failed and will be repeated. */
  onTrouble?: ((trouble: Trouble) => void) | undefined
}

/**
 * Apply the changes and store the cursor, together or in this order. A page that comes again does no harm. While nothing
 * changes, a page without changes comes after each `wait`.
 */
export interface ChangesPage {
  changes: Change[]
  /** Safe to store once the changes are. */
  cursor: string
  /** When true, a copy with these changes equals the workspace at `clock`. */
  upToDate: boolean
  clock: string
}

export interface WirePage {
  data: Change[]
  nextCursor: string
  upToDate: boolean
  clock: string
}

export type ListChanges = (query?: Query<'listChanges'>, options?: RequestOptions) => Promise<WirePage>

export const waitSecondsDefault = 25
/** Between an answer without changes and the next request. A service that is shutting down answers at once. */
export const pauseMs = 500
/** The same, if the service does not hold requests. */
export const pollMs = 5_000

export async function* follow(
  list: ListChanges,
  sleep: Sleep,
  options: FollowOptions = {},
): AsyncGenerator<ChangesPage, void, undefined> {
  const { resources, companyId, limit, wait = waitSecondsDefault, signal, onTrouble } = options
  let { cursor } = options
  const filters = { resources: resources && [...resources], companyId, limit }
  const next = (query: Query<'listChanges'>) =>
    patiently(async () => checkedPage(await list({ ...filters, ...query }, { signal, retries: 0 }), cursor), {
      sleep,
      signal,
      onTrouble,
    })
  try {
    // The first page comes at once, so that the caller knows early whether it is up to date.
    for (let isFirst = true, wasUpToDate = false; ; isFirst = false) {
      const page = await next(
        cursor === undefined ? { from: options.from } : { cursor, wait: wasUpToDate ? wait : undefined },
      )
      cursor = page.nextCursor
      wasUpToDate = page.upToDate
      yield { changes: page.data, cursor, upToDate: page.upToDate, clock: page.clock }
      signal?.throwIfAborted()
      if (wasUpToDate && page.data.length === 0 && !isFirst) await sleep(wait > 0 ? pauseMs : pollMs, signal)
    }
  } catch (error) {
    if (signal?.aborted) return
    throw error
  }
}

/** Check each page, because one that is not from the feed must not move the cursor. */
function checkedPage(page: WirePage, cursor: string | undefined): WirePage {
  const isPage =
    isObject(page) &&
    Array.isArray(page.data) &&
    typeof page.nextCursor === 'string' &&
    page.nextCursor !== '' &&
    typeof page.upToDate === 'boolean' &&
    typeof page.clock === 'string'
  // A page that leads to itself would be read for ever.
  const isStuck = isPage && page.nextCursor === cursor && (!page.upToDate || page.data.length > 0)
  if (!isPage || isStuck) {
    throw new FlorinConnectionError('A response is not the next page of the change feed', null, false)
  }
  return page
}

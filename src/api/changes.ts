/** The change feed and the digest. */
import { type ChangeResource, changeResources, readScopes } from '../contract/changes.ts'
import {
  type ChangeQuery,
  decodeChangeCursor,
  encodeChangeCursor,
  type FeedPlace,
  placeAfter,
} from '../domain/changeCursor.ts'
import type { Database } from '../store/engine/door.ts'
import { changeJson, type FeedPage, feedEnd, feedStart, readChanges } from '../store/feed/changes.ts'
import { readDigest } from '../store/feed/digest.ts'
import { requireCompany } from './companies.ts'
import { badRequest, conflict } from './errors.ts'
import type { Call, Handler } from './http/call.ts'
import { JsonBytes } from './http/jsonBytes.ts'

export const listChanges: Handler<'listChanges'> = async (call, { query }) => {
  const { db, workspaceId } = call
  const { companyId } = query
  const followed = { workspaceId, resources: resourcesFor(call, query.resources), companyId }
  const start = startOf(followed, query)
  await requireCompany(db, workspaceId, companyId)
  if (query.from === 'now') {
    const { clock, epoch } = await feedEnd(db, workspaceId)
    return pageBody(followed, { changes: [], place: placeAfter(clock), upToDate: true, clock, epoch })
  }
  try {
    return pageBody(followed, await nextPage(call, followed, start, query))
  } finally {
    call.waiting?.end()
  }
}

/** The next page. If it is empty, waits for a change that fills it, or for the end of the time. */
async function nextPage(
  call: Call,
  followed: ChangeQuery,
  start: Start,
  { limit, wait }: { limit: number; wait: number },
): Promise<FeedPage> {
  const deadlineMs = performance.now() + wait * 1000
  let place = start.place
  for (;;) {
    const page = await sharedPage(call, followed, place, limit)
    requireSameEpoch(start, page)
    const leftMs = deadlineMs - performance.now()
    if (page.changes.length > 0 || !page.upToDate || leftMs <= 0 || call.waiting === null) return page
    const moved = await call.waiting.untilAfter(page.clock, leftMs)
    if (!moved) return page
    place = page.place
  }
}

interface Start {
  /** Null if the request has no cursor. */
  epoch: string | null
  place: FeedPlace
}

function startOf(
  followed: ChangeQuery,
  { cursor, from }: { cursor?: string | undefined; from?: string | undefined },
): Start {
  if (cursor === undefined) return { epoch: null, place: feedStart }
  if (from !== undefined) throw badRequest([{ path: 'from', message: 'must be left out with a cursor' }])
  const decoded = decodeChangeCursor(followed, cursor)
  if (decoded.ok) return decoded
  const message =
    decoded.reason === 'otherQuery'
      ? 'belongs to other resources or another company; keep both the same, and use a key with the same read scopes'
      : 'is not a cursor of the change feed; pass nextCursor of the previous page unchanged'
  throw badRequest([{ path: 'cursor', message }])
}

/** What was asked for, or everything that the caller may read. A person may read the whole workspace. */
const resourcesFor = ({ key }: Call, asked: ChangeResource[] | undefined): ChangeResource[] =>
  asked ?? changeResources.filter(each => key === null || key.scopes.includes(readScopes[each]))

/** A cursor from before a restore, or from after the backup that was restored, would silently skip changes. */
function requireSameEpoch({ epoch, place }: Start, page: FeedPage): void {
  if (epoch === null || (epoch === page.epoch && place.at <= page.clock)) return
  throw conflict(
    'RESYNC_REQUIRED',
    'The workspace was restored from a backup, so this cursor no longer tells what changed. Start again without a ' +
      'cursor, and delete from your copy what the feed does not bring.',
    { reason: 'restored' },
  )
}

const pagesUnderWay = new WeakMap<Database, Map<string, Promise<FeedPage>>>()

/** Clients that wait at the same place are woken at the same moment, and share one read. */
function sharedPage(
  { db, version }: Call,
  followed: ChangeQuery,
  place: FeedPlace,
  limit: number,
): Promise<FeedPage> {
  let pages = pagesUnderWay.get(db)
  if (pages === undefined) {
    pages = new Map()
    pagesUnderWay.set(db, pages)
  }
  const name = JSON.stringify([followed, place, limit, version])
  let page = pages.get(name)
  if (page === undefined) {
    const reading = readChanges(db, followed.workspaceId, followed, place, limit)
    page = reading.finally(() => pages.delete(name))
    pages.set(name, page)
  }
  return page
}

const encoder = new TextEncoder()

function pageBody(followed: ChangeQuery, { changes, place, upToDate, clock, epoch }: FeedPage): JsonBytes {
  const nextCursor = encodeChangeCursor(followed, epoch, place)
  const rest = JSON.stringify({ nextCursor, upToDate, clock })
  return new JsonBytes(encoder.encode(`{"data":[${changes.map(changeJson).join()}],${rest.slice(1)}`))
}

export const getDigest: Handler<'getDigest'> = async ({ db, workspaceId }, { query }) => {
  if (query.accountId !== undefined && query.resource !== 'transaction')
    throw badRequest([{ path: 'accountId', message: 'is only for resource=transaction' }])
  await requireCompany(db, workspaceId, query.companyId)
  return await readDigest(db, workspaceId, query)
}

/**
 * Pages of the change feed: every row once, at the place of its newest version, and deleted rows at the place of their
 * deletion. There is no event table. Each resource has an index by stamp and id, and a page is the beginning of those
 * indexes, merged. A row that changes moves behind the reader, so a walk never has to be fixed or restarted.
 */
import type { ChangeResource } from '../../contract/changes.ts'
import { type FeedPlace, placeAfter } from '../../domain/changeCursor.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Connection, Value } from '../engine/door.ts'
import { isOnCluster, type RowLimit, rowLimit } from '../pages/rowLimit.ts'
import { type FeedTable, feedTables } from './feedTables.ts'
import { objectsOf } from './objects.ts'

export interface FeedFilter {
  resources: readonly ChangeResource[]
  /** Categories belong to no company, so they are always included. */
  companyId?: string | undefined
}

export interface FeedRow {
  at: string
  resource: ChangeResource
  id: string
  companyId: string | null
  accountId: string | null
  /** The row's JSON; null if it was deleted. */
  object: string | null
}

export interface FeedPage {
  changes: FeedRow[]
  /** Where the next page begins. */
  place: FeedPlace
  /** Whether the page goes up to `clock`. */
  upToDate: boolean
  clock: string
  epoch: string
}

/** Before every row. */
export const feedStart: FeedPlace = { at: '-infinity', resource: '~', id: '' }

/** One element of the feed on the wire. */
export function changeJson({ at, resource, id, companyId, accountId, object }: FeedRow): string {
  const head = JSON.stringify({ at, resource, id, companyId, accountId })
  return `${head.slice(0, -1)},"object":${object}}`
}

export async function readChanges(
  connection: Connection,
  workspaceId: string,
  filter: FeedFilter,
  after: FeedPlace,
  limit: number,
): Promise<FeedPage> {
  const { clock, epoch, keys } = await readKeys(connection, workspaceId, filter, after, limit)
  const page = keys.slice(0, limit)
  const objects = await objectsOf(connection, workspaceId, page)
  const changes: FeedRow[] = []
  for (const { isDeleted, ...key } of page) {
    const found = isDeleted ? { at: key.at, json: null } : objects.get(`${key.resource} ${key.id}`)
    // A write has overtaken this read. The row comes again at its new place, so this version is left out.
    if (found?.at === key.at) changes.push({ ...key, object: found.json })
  }
  const upToDate = keys.length <= limit && changes.length === page.length
  const last = page.at(-1)
  const place = upToDate || last === undefined ? placeAfter(clock) : placeOf(last)
  return { changes, place, upToDate, clock, epoch }
}

/** How many changes there are after a place, at most `limit` and one more, and which resources they are of. */
export async function countChanges(
  connection: Connection,
  workspaceId: string,
  filter: FeedFilter,
  after: FeedPlace,
  limit: number,
): Promise<{ changes: number; changed: ChangeResource[]; clock: string; epoch: string }> {
  const { clock, epoch, keys } = await readKeys(connection, workspaceId, filter, after, limit)
  const changed = new Set(keys.map(({ resource }) => resource))
  if (keys.length > limit) {
    for (const resource of filter.resources) {
      if (changed.has(resource)) continue
      const only = { ...filter, resources: [resource] }
      if ((await readKeys(connection, workspaceId, only, after, 0)).keys.length > 0) changed.add(resource)
    }
  }
  return { changes: keys.length, changed: [...changed].sort(), clock, epoch }
}

/** The workspace's present state as a place to follow from. */
export async function feedEnd(
  connection: Connection,
  workspaceId: string,
): Promise<{ clock: string; epoch: string }> {
  const [row] = await connection.query<{ clock: string; epoch: string }>(
    'select clock, epoch from workspaces where workspace_id = $1',
    [workspaceId],
  )
  if (row === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
  return row
}

const placeOf = ({ at, resource, id }: FeedPlace): FeedPlace => ({ at, resource, id })

interface FeedKey extends Omit<FeedRow, 'object'> {
  isDeleted: boolean
}

/** One query, so that clock and keys are of the same moment. */
async function readKeys(
  connection: Connection,
  workspaceId: string,
  { resources, companyId }: FeedFilter,
  after: FeedPlace,
  limit: number,
): Promise<{ clock: string; epoch: string; keys: FeedKey[] }> {
  const values: Value[] = [workspaceId, after.at, after.id]
  if (companyId !== undefined) values.push(companyId)
  const most = rowLimit(isOnCluster(connection), limit, value => `$${values.push(value)}`)
  const rows = await connection.query<Partial<FeedKey> & { clock: string; epoch: string }>(
    keysSql(resources, companyId !== undefined, after.resource, most),
    values,
  )
  const [first] = rows
  if (first === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
  const keys = rows.filter((row): row is typeof row & FeedKey => row.id !== null)
  return {
    clock: first.clock,
    epoch: first.epoch,
    keys: keys.map(({ clock: _, epoch: __, ...key }) => key),
  }
}

/** More than there are sets of resources in common use. */
const textsMax = 2_000
const texts = new RecentMap<string>(textsMax)

function keysSql(
  resources: readonly ChangeResource[],
  ofCompany: boolean,
  after: FeedPlace['resource'],
  limit: RowLimit,
): string {
  const name = limit.cut(`${resources.join()} ${ofCompany} ${after}`)
  let sql = texts.get(name)
  if (sql === undefined) {
    sql = buildKeysSql(resources, ofCompany, after, limit)
    texts.set(name, sql)
  }
  return sql
}

function buildKeysSql(
  resources: readonly ChangeResource[],
  ofCompany: boolean,
  after: FeedPlace['resource'],
  { cut }: RowLimit,
): string {
  const parts = resources.flatMap(resource => {
    const table = feedTables[resource]
    const sources = [rowsSql(resource, table, ofCompany), deletionsSql(resource, table, ofCompany)]
    if (ofCompany && table.company === 't.company_id') sources.push(departuresSql(resource))
    return sources.map(
      ({ from, stamp }) =>
        `(${cut(`${from} and ${afterSql(resource, after, stamp)} order by ${stamp}, t.id`, '2, 3')})`,
    )
  })
  // Without a resource there is still a clock, and the server must learn the types of the parameters.
  const company = ofCompany ? '$4::text' : 'null::text'
  const none = `select null::text, $2::timestamptz(3), $3::text, ${company}, null::text, false where false`
  return `
    select w.clock, w.epoch, c.resource, c.at, c.id, c."companyId", c."accountId", c."isDeleted"
    from workspaces w left join lateral (
      ${cut(
        `select * from (${[none, ...parts].join(' union all ')})
        as every (resource, at, id, "companyId", "accountId", "isDeleted")
      order by at, resource collate "C", id collate "C"`,
        'at, resource collate "C", id collate "C"',
      )}
    ) c on true
    where w.workspace_id = $1
    order by c.at, c.resource collate "C", c.id collate "C"`
}

function rowsSql(resource: ChangeResource, { name, stamp, company, account }: FeedTable, ofCompany: boolean) {
  const condition = ofCompany && company !== null ? ` and ${company} = $4` : ''
  return {
    from: `select '${resource}', ${stamp}, t.id, ${company ?? 'null'}, ${account ?? 'null'}, false
      from ${name} t where t.workspace_id = $1${condition}`,
    stamp,
  }
}

function deletionsSql(resource: ChangeResource, { company }: FeedTable, ofCompany: boolean) {
  const condition = ofCompany && company !== null ? ' and t.company_id = $4' : ''
  return {
    from: `select '${resource}', t.at, t.id, t.company_id, t.account_id, true
      from deletions t where t.workspace_id = $1 and t.resource = '${resource}'${condition}`,
    stamp: 't.at',
  }
}

/** Rows that moved to another company. To those who follow only this one, they are deleted. */
function departuresSql(resource: ChangeResource) {
  return {
    from: `select '${resource}', t.at, t.id, t.company_id, t.account_id, true
      from departures t where t.workspace_id = $1 and t.resource = '${resource}' and t.company_id = $4`,
    stamp: 't.at',
  }
}

/** The rows of a resource after the place ($2, `after`, $3) in the order of stamp, resource and id. */
function afterSql(resource: ChangeResource, after: FeedPlace['resource'], stamp: string): string {
  if (resource === after) return `(${stamp}, t.id) > ($2::timestamptz(3), $3::text)`
  return `${stamp} ${resource < after ? '>' : '>='} $2::timestamptz(3)`
}

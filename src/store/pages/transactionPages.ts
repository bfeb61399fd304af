/**
 * Queries for a page of transactions. Each reads about one page of rows, whatever the filters are:
 *
 * - `walk`: no filter, or only company or dates. Reads the walk's index.
 * - `cells`: filters on account, category, status or side. They select cells, and one index has each cell's rows in
 *   order. The page is the beginning of those cells merged.
 * - `narrow`: only own transfers, or one currency, and no filter but dates. Reads the index that has only these.
 * - `changed`: a sync with few changed rows. Reads and sorts them.
 * - `periods`: a sync with many changed rows. Walks the periods with changes and skips the others.
 */
import type { QueryOf } from '../../contract/operation.ts'
import { type listTransactions, noCategory } from '../../contract/transactions.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection } from '../engine/door.ts'
import { isOnCluster } from './rowLimit.ts'
import {
  addBounds,
  changedQuery,
  hiddenStamp,
  howManyChanged,
  type ListPage,
  limitOf,
  type PageQuery,
  selectText,
  type Walk,
  type WalkPage,
  walkOrder,
  walkQuery,
} from './walk.ts'

type TransactionQuery = QueryOf<typeof listTransactions>
type Status = NonNullable<TransactionQuery['status']>[number]

export type TransactionFilters = Omit<TransactionQuery, 'limit' | 'cursor' | 'updatedAfter' | 'status'> & {
  /** One status, or several. */
  status?: Status | readonly Status[] | undefined
}

type BoundPage = WalkPage & { filters: TransactionFilters }

export async function queryOfPage(
  connection: Connection,
  walk: Walk,
  workspaceId: string,
  { filters, changed, after, limit }: ListPage<TransactionFilters>,
): Promise<PageQuery | null> {
  const page = boundPage(workspaceId, { filters, changed, after, limit }, isOnCluster(connection))
  if (changed !== null) {
    const count = await howManyChanged(connection, walk, workspaceId, changed)
    if (count === 'none') return null
    return count === 'few' ? changedQuery(walk, page) : periodsQuery(walk, page, changed)
  }
  if (isNarrow({ filters, changed })) return narrowQuery(walk, page)
  return namesCells(filters) ? cellsQuery(walk, page) : walkQuery(walk, page)
}

/** The filters and dates as conditions and bounds, without those of a sieve. */
export function boundPage(
  workspaceId: string,
  { filters, changed, after, limit }: ListPage<TransactionFilters>,
  onCluster = false,
): BoundPage {
  // Field by field: spreading objects took as long as building the query's text.
  return {
    workspaceId,
    isOnCluster: onCluster,
    filters,
    changed,
    after,
    limit,
    least: leastDay(filters),
    most: filters.dateFrom === undefined ? undefined : walkDay(filters.dateFrom),
    addFilters: (conditions, hide) => addFilters(conditions, filters, hide),
  }
}

function addFilters(
  conditions: Conditions,
  { companyId, accountId, categoryId, status, side }: TransactionFilters,
  hide = (column: string) => column,
): void {
  if (companyId !== undefined) conditions.add(`${hide('t.company_id')} = ?`, companyId)
  if (accountId !== undefined) conditions.add(`${hide('t.account_id')} = ?`, accountId)
  if (categoryId === noCategory) conditions.add(`${hide('t.category_id')} is null`)
  else if (categoryId !== undefined) conditions.add(`${hide('t.category_id')} = ?`, categoryId)
  if (status !== undefined) conditions.add(`t.status ${isOneOf(status)}`)
  if (side !== undefined) conditions.add(`t.side = '${side}'`)
}

/** The index of currencies leaves out the most common one, which would make every write slower. */
const commonCurrency = 'EUR'

type NarrowName = 'ownTransfers' | 'currency'

/** The filter that has an index with only its rows, in the order of the walk. */
function narrowName({ ownTransfers, currency }: TransactionFilters): NarrowName | null {
  if (ownTransfers === 'only') return 'ownTransfers'
  return currency !== undefined && currency !== commonCurrency ? 'currency' : null
}

export function addNarrowing(conditions: Conditions, filters: TransactionFilters): void {
  const name = narrowName(filters)
  if (name === 'ownTransfers') conditions.add('t.own_transfer is not null')
  if (name === 'currency') {
    conditions.add(`t.currency = ? and t.currency <> '${commonCurrency}'`, filters.currency ?? '')
  }
}

type Narrowed = Pick<ListPage<TransactionFilters>, 'filters' | 'changed'>

/** Whether the narrow index has the page, so that nothing but the sieve is compared. */
const isNarrow = ({ filters, changed }: Narrowed): boolean =>
  narrowName(filters) !== null && filters.companyId === undefined && !namesCells(filters) && changed === null

/** What is left for the sieve. */
export function filtersToSift(page: Narrowed): TransactionFilters {
  const name = isNarrow(page) ? narrowName(page.filters) : null
  return name === null ? page.filters : { ...page.filters, [name]: undefined }
}

const narrowQuery = (walk: Walk, page: BoundPage): PageQuery =>
  walkQuery(walk, { ...page, addFilters: conditions => addNarrowing(conditions, page.filters) })

/** Written into the query, because they are from a closed list. */
const isOneOf = (status: Status | readonly Status[]): string =>
  `in (${[status]
    .flat()
    .map(one => `'${one}'`)
    .join(', ')})`

const namesCells = ({ accountId, categoryId, status, side }: TransactionFilters): boolean =>
  [accountId, categoryId, status, side].some(filter => filter !== undefined)

/** Whether a page is merged from the lists of several cells or periods, or its rows are fewer in a narrow index. */
export const merges = ({ filters, changed }: ListPage<TransactionFilters>): boolean =>
  changed !== null || namesCells(filters) || (narrowName(filters) !== null && !isNarrow({ filters, changed }))

/**
 * The first `count` rows of the merged cells are in the `count` cells whose first rows come first, and the nth of those
 * cells contributes at most `count + 1 - n` of them. So reading each cell's first row limits how much else to read.
 */
function cellsQuery(walk: Walk, page: BoundPage): PageQuery {
  const columns = walkOrder(walk, 't')
  const conditions = new Conditions(page.workspaceId)
  const { rows, cut } = limitOf(page, conditions)
  addCategory(conditions, page.filters)
  addBounds(conditions, walk, columns, page)
  const rowsOf = (cell: string, limit: string) => `
    select ${columns.join(', ')} from transactions t
    where ${conditions.text} and t.account_id = ${cell}.account_id and t.facet = ${cell}.facet
    order by ${columns.join(', ')} limit ${limit}`
  const headOrder = walkOrder(walk, 'head').join(', ')
  const cells = cellConditions(conditions, page.filters)
  return queryOfKeys(
    walk,
    conditions,
    `with heads as materialized (${cut(`
       select cell.account_id, cell.facet, row_number() over (order by ${headOrder}) as place
       from transaction_cells cell cross join lateral (${rowsOf('cell', '1')}) head
       where ${cells} order by ${headOrder}`)}
     )
     ${cut(
       `select ${walkOrder(walk, 'key').join(', ')}
     from heads cross join lateral (${rowsOf('heads', `${rows} + 1 - heads.place`)}) key
     order by ${walkOrder(walk, 'key').join(', ')}`,
       walkOrder(walk, 'most').join(', '),
     )}`,
  )
}

function addCategory(conditions: Conditions, { categoryId }: TransactionFilters): void {
  if (categoryId === noCategory) conditions.add('t.category_id is null')
  else if (categoryId !== undefined) conditions.add('t.category_id = ?', categoryId)
}

/** Rows without a category are in the cells of all categories, and have an index in the order of these. */
function cellConditions(conditions: Conditions, filters: TransactionFilters): string {
  const { companyId, accountId, categoryId, status, side } = filters
  const category = categoryId === undefined || categoryId === noCategory ? '' : categoryId
  const texts = ['cell.workspace_id = $1', `cell.category_id = ${conditions.mark(category)}`]
  if (companyId !== undefined) texts.push(`cell.company_id = ${conditions.mark(companyId)}`)
  if (accountId !== undefined) texts.push(`cell.account_id = ${conditions.mark(accountId)}`)
  if (status !== undefined) texts.push(`cell.status ${isOneOf(status)}`)
  if (side !== undefined) texts.push(`cell.side = '${side}'`)
  return texts.join(' and ')
}

/** Period by period, in the order of the walk. A period's rows come from the workspace's index or its merged cells. */
function periodsQuery(
  walk: Walk,
  page: BoundPage,
  { after, until }: NonNullable<WalkPage['changed']>,
): PageQuery {
  const columns = walkOrder(walk, 't').join(', ')
  const keyColumns = walkOrder(walk, 'key').join(', ')
  const most = walkOrder(walk, 'most').join(', ')
  const conditions = new Conditions(page.workspaceId)
  const { cut } = limitOf(page, conditions)
  addCategory(conditions, page.filters)
  const since = conditions.mark(after)
  conditions.add(`${hiddenStamp} > ${since}`)
  conditions.add(`${hiddenStamp} <= ?`, until)
  const { periods, withinPeriod } = periodConditions(conditions, page)
  const rowsOf = (cell: string) =>
    cut(
      `select ${columns} from transactions t where ${conditions.text} and ${withinPeriod} ${cell}
      order by ${columns}`,
      most,
    )
  const changed = (account: string, facet: string) => `
    select p.period from transaction_periods p
    where p.workspace_id = $1 and p.account_id = ${account} and p.facet = ${facet}
      and p.changed_at > ${since} and ${periods}`
  const ofCells = namesCells(page.filters) || page.filters.companyId !== undefined
  const found = !ofCells
    ? `from (${changed("''", '-1')} order by p.period) each cross join lateral (${rowsOf('')}) key`
    : `from (
         select p.period, array_agg(cell.account_id) as accounts, array_agg(cell.facet) as facets
         from transaction_cells cell cross join lateral (${changed('cell.account_id', 'cell.facet')}) p
         where ${cellConditions(conditions, page.filters)} and cell.changed_at > ${since}
         group by p.period order by p.period
       ) each
       cross join lateral (
         ${cut(
           `select ${keyColumns}
         from unnest(each.accounts, each.facets) as cell (account_id, facet)
         cross join lateral (${rowsOf('and t.account_id = cell.account_id and t.facet = cell.facet')}) key
         order by ${keyColumns}`,
           most,
         )}
       ) key`
  return queryOfKeys(
    walk,
    conditions,
    cut(`select ${keyColumns} ${found} order by each.period, ${keyColumns}`),
  )
}

/**
 * Which periods to walk, and the bounds within each. Every period starts at its first day, except the one that the
 * cursor points into.
 */
function periodConditions(conditions: Conditions, { after, least, most }: BoundPage) {
  const periods: string[] = []
  const [firstDay, lastDay] = ['each.period << 4', '(each.period << 4) + 15']
  const within: string[] = []
  if (most === undefined) within.push(`t.walk_day <= ${lastDay}`)
  else {
    const mark = `${conditions.mark(most)}::integer`
    periods.push(`p.period <= ${mark} >> 4`)
    within.push(`t.walk_day <= least(${lastDay}, ${mark})`)
  }
  const [day = undatedDay, created = 0] = after?.walk ?? []
  if (after !== null && day >= (least ?? undatedDay)) {
    const mark = `${conditions.mark(day)}::integer`
    const start = (value: string, otherwise: string) =>
      `case each.period when ${mark} >> 4 then ${value} else ${otherwise} end`
    const place = [
      start(mark, firstDay),
      start(`${conditions.mark(created)}::bigint`, '-9223372036854775808'),
      start(`${conditions.mark(after.id)}::text`, "''"),
    ]
    periods.push(`p.period >= ${mark} >> 4`)
    within.push(`(t.walk_day, t.walk_created, t.id) > (${place.join(', ')})`)
  } else {
    const mark = `${conditions.mark(least ?? undatedDay)}::integer`
    periods.push(`p.period >= ${mark} >> 4`)
    within.push(`t.walk_day >= greatest(${firstDay}, ${mark})`)
  }
  return { periods: periods.join(' and '), withinPeriod: within.join(' and ') }
}

/** Selects the rows of a page by the keys found, in the order of the walk. */
function queryOfKeys(walk: Walk, { values }: Conditions, keys: string): PageQuery {
  const sql = selectText(
    walk,
    `from (${keys}) page join transactions t on t.workspace_id = $1 and t.id = page.id ${walk.join ?? ''}
    order by ${walkOrder(walk, 'page').join(', ')}`,
  )
  return { sql, values }
}

/** Rows without a booking date have the smallest integer, and are in no range of dates. */
const undatedDay = -2_147_483_648
const dayMs = 24 * 60 * 60 * 1000

/** A booking date as a number in the walk: days before 1970. */
export const walkDay = (date: string | null): number =>
  date === null ? undatedDay : 0 - Date.parse(`${date}T00:00:00Z`) / dayMs

/** Dates are bounds on the walk, so the index scan starts and ends there. The walk starts at the latest date. */
function leastDay({ dateFrom, dateTo }: TransactionFilters): number | undefined {
  if (dateTo !== undefined) return walkDay(dateTo)
  return dateFrom === undefined ? undefined : undatedDay + 1
}

/** Queries for a page of bills. Each filter, and company and status together, has an index in the order of the list. */
import type { listBills } from '../../contract/bills.ts'
import type { QueryOf } from '../../contract/operation.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection } from '../engine/door.ts'
import { isOnCluster } from './rowLimit.ts'
import {
  addBounds,
  changedQuery,
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

type BillQuery = QueryOf<typeof listBills>
type Status = NonNullable<BillQuery['status']>[number]

export type BillFilters = Omit<BillQuery, 'limit' | 'cursor' | 'updatedAfter' | 'status'> & {
  /** One status, or several. */
  status?: Status | readonly Status[] | undefined
}

export async function queryOfPage(
  connection: Connection,
  walk: Walk,
  workspaceId: string,
  wanted: ListPage<BillFilters>,
): Promise<PageQuery | null> {
  const page = boundPage(workspaceId, wanted, isOnCluster(connection))
  const { changed } = page
  if (changed === null) {
    const statuses = statusesOf(wanted.filters)
    return statuses.length > 1 ? statusesQuery(walk, page, wanted.filters, statuses) : walkQuery(walk, page)
  }
  const count = await howManyChanged(connection, walk, workspaceId, changed)
  if (count === 'none') return null
  return count === 'few' ? changedQuery(walk, page) : walkQuery(walk, page)
}

const statusesOf = ({ status }: BillFilters): readonly Status[] =>
  status === undefined ? [] : [status].flat()

/** Whether a page is merged from the lists of several statuses. */
export const merges = ({ filters }: ListPage<BillFilters>): boolean => statusesOf(filters).length > 1

export function boundPage(workspaceId: string, page: ListPage<BillFilters>, onCluster = false): WalkPage {
  const { companyId } = page.filters
  const statuses = statusesOf(page.filters)
  return {
    ...page,
    workspaceId,
    isOnCluster: onCluster,
    addFilters(conditions, hide = column => column) {
      if (companyId !== undefined) conditions.add(`${hide('t.company_id')} = ?`, companyId)
      if (statuses.length === 1) conditions.add(`${hide('t.status')} = '${statuses[0]}'`)
      else if (statuses.length > 1) {
        conditions.add(`${hide('t.status')} in (${statuses.map(status => `'${status}'`).join(', ')})`)
      }
    },
  }
}

/** The beginnings of the lists of each status, merged. */
function statusesQuery(
  walk: Walk,
  page: WalkPage,
  { companyId }: BillFilters,
  statuses: readonly Status[],
): PageQuery {
  const order = walkOrder(walk, 't')
  const conditions = new Conditions(page.workspaceId)
  const { cut } = limitOf(page, conditions)
  const most = walkOrder(walk, 'most').join(', ')
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  addBounds(conditions, walk, order, page)
  const lists = statuses.map(
    status =>
      `(${cut(
        `select ${order.join(', ')} from bills t where ${conditions.text} and t.status = '${status}'
      order by ${order.join(', ')}`,
        most,
      )})`,
  )
  const keyOrder = walkOrder(walk, 'key').join(', ')
  const sql = selectText(
    walk,
    `from (
       ${cut(`select ${keyOrder} from (${lists.join(' union all ')}) key order by ${keyOrder}`, most)}
     ) page join bills t on t.workspace_id = $1 and t.id = page.id ${walk.join ?? ''}
     order by ${walkOrder(walk, 'page').join(', ')}`,
  )
  return { sql, values: conditions.values }
}

/** Pieces of the list of payees: reads one with a single query, and checks whether its rows have changed since. */
import type { Payee } from '../contract/payees.ts'
import { Conditions } from './engine/conditions.ts'
import type { Connection } from './engine/door.ts'
import { selectList } from './engine/table.ts'
import { payeesTable } from './payees.ts'

const select = selectList(payeesTable, 't')

export const payeesPerPiece = 250

export interface PayeeFilter {
  companyId?: string | undefined
}

/** A place in the order of the list. */
type Place = Pick<Payee, 'name' | 'id'>

interface Bounds {
  /** Exclusive; the list's beginning if undefined. */
  after?: Place | undefined
  /** Inclusive; the list's end if undefined. */
  upTo?: Place | undefined
}

/**
 * What was read between two places. Each write stamps its rows later than all writes before it, and a removed row
 * lowers the count. So if count and latest stamp are the same, the rows are the same.
 */
export interface Range extends Bounds {
  count: number
  latest: string | null
}

export async function pieceOf(
  connection: Connection,
  workspaceId: string,
  filter: PayeeFilter,
  bounds: Bounds,
): Promise<Payee[]> {
  const { text, values } = conditionsFor(workspaceId, filter, bounds)
  return await connection.query<Payee>(
    `select ${select} from payees t where ${text} order by t.name, t.id limit ${payeesPerPiece}`,
    values,
  )
}

/** A full piece ends at its last row, any other at the bound that was asked for. */
export function rangeAsRead(rows: readonly Payee[], { after, upTo }: Bounds): Range {
  const last = rows.length < payeesPerPiece ? upTo : rows.at(-1)
  const latest = rows.reduce<string | null>(
    (max, { updatedAt }) => (max === null || updatedAt > max ? updatedAt : max),
    null,
  )
  return { after, upTo: last && { name: last.name, id: last.id }, count: rows.length, latest }
}

/** The range's current count and latest stamp. */
export async function stateOf(
  connection: Connection,
  workspaceId: string,
  filter: PayeeFilter,
  bounds: Bounds,
): Promise<Pick<Range, 'count' | 'latest'>> {
  const { text, values } = conditionsFor(workspaceId, filter, bounds)
  const [row] = await connection.query<Pick<Range, 'count' | 'latest'>>(
    `select count(*)::int as count, max(t.updated_at) as latest from payees t where ${text}`,
    values,
  )
  return row ?? { count: 0, latest: null }
}

function conditionsFor(workspaceId: string, { companyId }: PayeeFilter, { after, upTo }: Bounds): Conditions {
  const conditions = new Conditions(workspaceId)
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  if (after !== undefined) conditions.add('(t.name, t.id) > (?, ?)', after.name, after.id)
  if (upTo !== undefined) conditions.add('(t.name, t.id) <= (?, ?)', upTo.name, upTo.id)
  return conditions
}

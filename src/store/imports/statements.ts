/** Imported bank statements. */
import type { checkStates } from '../../contract/console/imports.ts'
import type { Connection } from '../engine/door.ts'
import { columnOf, insertRows, selectList, type Table } from '../engine/table.ts'

const statementsTable: Table<keyof StoredStatement> = {
  name: 'statements',
  fields: {
    id: 'text',
    accountId: 'text',
    importId: 'text',
    format: 'text',
    scope: 'text',
    bankId: 'text',
    number: 'text',
    fromDay: 'date',
    toDay: 'date',
    currency: 'text',
    opening: 'numeric',
    closing: 'numeric',
    closingAt: 'timestamptz(3)',
    available: 'numeric',
    fingerprint: 'text',
    entries: 'integer',
    checkState: 'text',
    difference: 'numeric',
  },
}

export interface StoredStatement {
  id: string
  accountId: string
  importId: string | null
  format: string
  scope: 'statement' | 'report' | 'notice'
  bankId: string | null
  number: string | null
  fromDay: string | null
  toDay: string | null
  currency: string | null
  /** Signed. */
  opening: string | null
  closing: string | null
  closingAt: string | null
  available: string | null
  fingerprint: string
  entries: number
  checkState: (typeof checkStates)[number]
  difference: string | null
}

const columns = selectList(statementsTable, 't')

/** Stores a statement before its entries, so that sightings can refer to it. `completeStatement` adds the rest. */
export const insertStatement = (connection: Connection, workspaceId: string, statement: StoredStatement) =>
  insertRows(connection, statementsTable, workspaceId, [statement])

const completed = ['toDay', 'fromDay', 'currency', 'opening', 'closing', 'closingAt', 'available'] as const
const counted = ['entries', 'checkState', 'difference'] as const

export async function completeStatement(
  connection: Connection,
  workspaceId: string,
  statement: StoredStatement,
): Promise<void> {
  const names = [...completed, ...counted]
  const assignments = names.map((name, index) => `${columnOf(name)} = $${index + 3}`)
  await connection.query(
    `update statements set ${assignments.join(', ')} where workspace_id = $1 and id = $2`,
    [workspaceId, statement.id, ...names.map(name => statement[name])],
  )
}

export async function findStatement(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  fingerprint: string,
): Promise<StoredStatement | null> {
  const [row] = await connection.query<StoredStatement>(
    `select ${columns} from statements t
     where t.workspace_id = $1 and t.account_id = $2 and t.fingerprint = $3`,
    [workspaceId, accountId, fingerprint],
  )
  return row ?? null
}

const signedAmount = `case when t.side = 'debit' then -s.amount else s.amount end`
const bookedEntries = `
  from sightings s join transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
  where s.workspace_id = $1 and s.statement_id = $2 and s.day`

/** The sum of the statement's booked entries, or of those of one day. */
export async function bookedSum(
  connection: Connection,
  workspaceId: string,
  statementId: string,
  day: string | null = null,
): Promise<string> {
  const [row] = await connection.query<{ sum: string }>(
    `select coalesce(sum(${signedAmount}), 0)::text as sum ${bookedEntries} = coalesce($3, s.day)`,
    [workspaceId, statementId, day],
  )
  return row?.sum ?? '0'
}

/** The amounts of the statement's entries on that day, debits negative, and at most as many as asked for. */
export async function amountsOn(
  connection: Connection,
  workspaceId: string,
  statementId: string,
  day: string,
  max: number,
): Promise<string[]> {
  const rows = await connection.query<{ amount: string }>(
    `select (${signedAmount})::text as amount ${bookedEntries} = $3 limit $4`,
    [workspaceId, statementId, day, max],
  )
  return rows.map(({ amount }) => amount)
}

/** Statements with balances that overlap these days or adjoin them. */
export async function statementsTouching(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  fromDay: string,
  toDay: string,
): Promise<StoredStatement[]> {
  return await connection.query<StoredStatement>(
    `select ${columns} from statements t
     where t.workspace_id = $1 and t.account_id = $2 and t.to_day >= $3::date - 1 and t.from_day <= $4::date + 1
       and t.scope = 'statement' and t.opening is not null and t.closing is not null
     order by t.to_day, t.from_day, t.id`,
    [workspaceId, accountId, fromDay, toDay],
  )
}

/** The nearest statements with balances before and after these days. */
export async function neighbouringStatements(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  fromDay: string,
  toDay: string,
): Promise<StoredStatement[]> {
  const known = `t.workspace_id = $1 and t.account_id = $2 and t.scope = 'statement'
    and t.opening is not null and t.closing is not null`
  return await connection.query<StoredStatement>(
    `(select ${columns} from statements t where ${known} and t.to_day < $3::date
      order by t.to_day desc, t.id desc limit 1)
     union all
     (select ${columns} from statements t where ${known} and t.from_day > $4::date
      order by t.to_day, t.id limit 1)`,
    [workspaceId, accountId, fromDay, toDay],
  )
}

/** The statements with the latest closing balance in the account's currency. There may be several for that moment. */
export async function latestClosings(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<StoredStatement[]> {
  const closing = `t.workspace_id = $1 and t.account_id = $2 and t.closing is not null and t.closing_at is not null
    and t.currency = (select a.currency from accounts a where a.workspace_id = $1 and a.id = $2)`
  return await connection.query<StoredStatement>(
    `select ${columns} from statements t
     where ${closing} and t.closing_at = (select max(t.closing_at) from statements t where ${closing})`,
    [workspaceId, accountId],
  )
}

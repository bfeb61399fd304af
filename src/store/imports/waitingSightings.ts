/**
 * Sightings of a large import. They have four index entries each, a fifth of what PostgreSQL does for an import, and the
 * API shows nothing of them. So the import stores a dozen in one row, where they wait to be entered in `sightings`:
 * in the background (`main/serve/laterWork.ts`), or by the first that needs them. Whatever reads `sightings` calls
 * `enterSightings` first.
 */
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection } from '../engine/door.ts'
import { columnOf, type Insert, type Table } from '../engine/table.ts'
import { arrayText } from '../engine/values.ts'
import { type Sighting, sightingsTable } from './sightings.ts'

/** Each of these columns has the values of one field, as the text of an array. */
const fieldOfList = {
  transactionIds: 'transactionId',
  amounts: 'amount',
  days: 'day',
  bankReferences: 'bankReference',
  endToEndIds: 'endToEndId',
  facts: 'facts',
} as const satisfies Record<string, keyof Sighting>

const lists = Object.entries(fieldOfList)

const waitingTable: Table = {
  name: 'waiting_sightings',
  fields: {
    firstTransactionId: 'text',
    accountId: 'text',
    statementId: 'text',
    ...Object.fromEntries(lists.map(([list]) => [list, 'text'] as const)),
  },
}

/** PostgreSQL would compress rows of more than 2 kB, which takes longer than storing several short ones. */
const sightingsPerRow = 12

/** Of new transactions of one statement: nothing else may have seen them yet. */
export function waitingInsert(sightings: readonly Sighting[]): Insert {
  const rows = [...piecesOf(sightings, sightingsPerRow)].flatMap(piece => {
    const [first] = piece
    if (first === undefined) return []
    const { transactionId: firstTransactionId, accountId, statementId } = first
    const texts = lists.map(([list, field]) => [list, arrayText(piece.map(each => each[field]))])
    return [{ firstTransactionId, accountId, statementId, ...Object.fromEntries(texts) }]
  })
  return { table: waitingTable, rows }
}

/** The embedded store answers others between two queries. */
const rowsPerQuery = 20

const listed = lists.map(([, field]) => columnOf(field)).join(', ')
const unpacked = lists.map(([list, field]) => `w.${columnOf(list)}::${sightingsTable.fields[field]}[]`)

/**
 * Another process may enter the same rows. The delete then waits for it and finds them gone, so what counts is how many
 * were chosen. Each query starts after the rows of the last one: until the end of a transaction, rows that it deleted are
 * still in the index, and would be passed each time.
 */
const enterSql = `with chosen as materialized (
    select c.first_transaction_id from waiting_sightings c
    where c.workspace_id = $1 and c.first_transaction_id > $2 order by c.first_transaction_id limit ${rowsPerQuery}
  ), taken as (
    delete from waiting_sightings w
    where w.workspace_id = $1 and w.first_transaction_id in (select first_transaction_id from chosen)
    returning w.*
  ), entered as (
    insert into sightings (workspace_id, account_id, statement_id, ${listed})
    select $1, w.account_id, w.statement_id, r.*
    from taken w cross join lateral unnest(${unpacked.join(', ')}) as r (${listed})
  )
  select count(*)::int as count, max(first_transaction_id) as last from chosen`

/** Before the first row. */
export const firstWaiting = ''

/** Enters some of the sightings that wait after this row. Returns the last of them, or null if there are no more. */
export async function enterSomeSightings(
  connection: Connection,
  workspaceId: string,
  after: string,
): Promise<string | null> {
  const [row] = await connection.query<{ count: number; last: string }>(enterSql, [workspaceId, after])
  return row?.count === rowsPerQuery ? row.last : null
}

/** Enters everything that waits in this workspace, in the caller's transaction. */
export async function enterSightings(connection: Connection, workspaceId: string): Promise<void> {
  let after: string | null = firstWaiting
  while (after !== null) after = await enterSomeSightings(connection, workspaceId, after)
}

/** Batch bookings that a file lists transaction by transaction. Other files may show only the total of such a batch. */
import type { Connection } from '../engine/door.ts'
import { insertRows, type Table } from '../engine/table.ts'
import type { AmountsAndDays } from './sightings.ts'

const batchesTable: Table<keyof Batch> = {
  name: 'batches',
  fields: {
    id: 'text',
    statementId: 'text',
    importId: 'text',
    accountId: 'text',
    amount: 'numeric',
    side: 'text',
    currency: 'text',
    day: 'date',
    bankReference: 'text',
    parts: 'integer',
  },
}

export interface Batch {
  id: string
  statementId: string
  importId: string
  accountId: string
  amount: string
  side: 'credit' | 'debit'
  currency: string
  day: string | null
  bankReference: string | null
  parts: number
}

export const insertBatches = (connection: Connection, workspaceId: string, rows: readonly Batch[]) =>
  insertRows(connection, batchesTable, workspaceId, rows)

export interface KnownBatch extends Pick<Batch, 'id' | 'amount' | 'side' | 'currency'> {
  day: string
  bankReference: string | null
  format: string
}

export async function batchesOnDays(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { amounts, days }: AmountsAndDays,
): Promise<KnownBatch[]> {
  return await connection.query<KnownBatch>(
    `select b.id, b.amount, b.side, b.currency, b.day,
       b.bank_reference as "bankReference", m.format
     from unnest($3::numeric[], $4::date[]) as e(amount, day)
     cross join lateral (
       select x.* from batches x
       where x.workspace_id = $1 and x.account_id = $2 and x.amount = e.amount and x.day = e.day offset 0
     ) b
     join statements m on m.workspace_id = b.workspace_id and m.id = b.statement_id
     order by b.id`,
    [workspaceId, accountId, amounts, days],
  )
}

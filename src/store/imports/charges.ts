/** Bank charges that statements say are included in the amounts of transactions. */
import type { Connection } from '../engine/door.ts'
import { type Insert, insertRows, type Table } from '../engine/table.ts'

export interface Charge {
  transactionId: string
  statementId: string
  /** In the transaction's currency. */
  amount: string
}

const chargesTable: Table<keyof Charge> = {
  name: 'transaction_charges',
  fields: { transactionId: 'text', statementId: 'text', amount: 'numeric' },
}

export const insertCharges = (connection: Connection, workspaceId: string, rows: readonly Charge[]) =>
  insertRows(connection, chargesTable, workspaceId, rows)

export const chargesInsert = (rows: readonly Charge[]): Insert => ({ table: chargesTable, rows })

/** For matching by hand: payments of a company that are not used up for bills, and the bills that a payment settles. */
import type { Bill } from '../../contract/bills.ts'
import { searchedMax } from '../../contract/console/bills/candidates.ts'
import { billsTable } from '../bills.ts'
import type { Connection } from '../engine/door.ts'
import { selectList } from '../engine/table.ts'
import { amountsUsed } from './billPayments.ts'

export interface SearchedPayment {
  id: string
  amount: string
  /** What of the amount pays no bill yet. */
  available: string
  words: string
}

/**
 * The company's newest debits in the currency that are not used up. The walk through the company's transactions stops after `searchedMax`
 * rows, whatever they are, so that a search is bounded.
 */
export async function listNewestPayments(
  connection: Connection,
  workspaceId: string,
  { companyId, currency }: { companyId: string; currency: string },
): Promise<SearchedPayment[]> {
  return await connection.query<SearchedPayment>(
    `select t.id, t.amount, t.amount - used.amount as available,
       concat_ws(' ', t.counterparty_name, t.merchant_name, t.description, t.reference, t.counterparty_iban) as words
     from (
       select * from transactions
       where workspace_id = $1 and company_id = $2
       order by walk_day, walk_created, id limit ${searchedMax}
     ) t
     cross join lateral (select coalesce(sum(amount), 0) as amount from (${amountsUsed('t.id')}) each) used
     where t.side = 'debit' and t.status in ('pending', 'booked') and t.currency = $3 and t.amount > used.amount
     order by t.walk_day, t.walk_created, t.id`,
    [workspaceId, companyId, currency],
  )
}

/** Charges that a statement says are in the transaction's amount; null if none names any. */
export async function statedCharge(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<string | null> {
  const [row] = await connection.query<{ amount: string | null }>(
    'select max(amount) as amount from transaction_charges where workspace_id = $1 and transaction_id = $2',
    [workspaceId, transactionId],
  )
  return row?.amount ?? null
}

const billsShownMax = 100

/** The bills that the transaction settles or pays a part of. */
export async function listBillsOf(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<Bill[]> {
  return await connection.query<Bill>(
    `select ${selectList(billsTable, 't')}
     from (
       select id from bills where workspace_id = $1 and matched_transaction_id = $2
       union
       select bill_id from bill_payments where workspace_id = $1 and transaction_id = $2
     ) paid
     join bills t on t.workspace_id = $1 and t.id = paid.id
     order by t.id limit ${billsShownMax}`,
    [workspaceId, transactionId],
  )
}

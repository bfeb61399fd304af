/** For matching by hand: payments of a company that settle no bill, and the bills that a payment settles. */
import type { Bill } from '../../contract/bills.ts'
import { searchedMax } from '../../contract/console/bills/candidates.ts'
import { billsTable } from '../bills.ts'
import type { Connection } from '../engine/door.ts'
import { selectList } from '../engine/table.ts'

export interface SearchedPayment {
  id: string
  amount: string
  words: string
}

/**
 * The company's newest debits in the currency. The walk through the company's transactions stops after `searchedMax`
 * rows, whatever they are, so that a search is bounded.
 */
export async function listNewestPayments(
  connection: Connection,
  workspaceId: string,
  { companyId, currency }: { companyId: string; currency: string },
): Promise<SearchedPayment[]> {
  return await connection.query<SearchedPayment>(
    `select t.id, t.amount::text as amount,
       concat_ws(' ', t.counterparty_name, t.merchant_name, t.description, t.reference, t.counterparty_iban) as words
     from (
       select * from transactions
       where workspace_id = $1 and company_id = $2
       order by walk_day, walk_created, id limit ${searchedMax}
     ) t
     where t.side = 'debit' and t.status in ('pending', 'booked') and t.currency = $3
       and not exists (
         select from bills b where b.workspace_id = t.workspace_id and b.matched_transaction_id = t.id
       )
     order by t.walk_day, t.walk_created, t.id`,
    [workspaceId, companyId, currency],
  )
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

/** Bills that wait for a payment, and payments that settle none yet. */
import type { Bill } from '../../contract/bills.ts'
import type { BillFields, PaymentFields } from '../../domain/matching/matching.ts'
import { billsTable } from '../bills.ts'
import type { Connection } from '../engine/door.ts'
import { selectFields } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'

export const openBillStatuses = ['pending_match', 'approved', 'scheduled'] as const satisfies Bill['status'][]

/** The newest of a company; older ones that are still open are for people to look at. */
export const openBillsMax = 5_000
/** Of one amount on one account; the newest. */
export const paymentsPerAmountMax = 100

export interface OpenBill extends BillFields {
  status: Bill['status']
}

const openBillFields = selectFields(billsTable, 'each', [
  ...(['id', 'status', 'supplierName', 'supplierIban', 'invoiceNumber', 'totalAmount'] as const),
  ...(['currency', 'invoiceDate', 'dueDate', 'paymentReference'] as const),
])

/** Each with total and currency. One past the limit tells that there are more. */
export async function listOpenBills(
  connection: Connection,
  workspaceId: string,
  companyId: string,
): Promise<OpenBill[]> {
  const statuses = openBillStatuses.map(status => `'${status}'`).join(', ')
  return await connection.query<OpenBill>(
    `select ${openBillFields}
     from unnest(array[${statuses}]) as open (status)
     cross join lateral (
       select t.* from bills t
       where t.workspace_id = $1 and t.company_id = $2 and t.status = open.status
         and t.total_amount is not null and t.currency is not null
       order by t.walk_created, t.id limit ${openBillsMax + 1}
     ) each
     order by each.walk_created, each.id limit ${openBillsMax + 1}`,
    [workspaceId, companyId],
  )
}

export async function accountIdsOf(
  connection: Connection,
  workspaceId: string,
  companyId: string,
): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    'select id from accounts where workspace_id = $1 and company_id = $2',
    [workspaceId, companyId],
  )
  return rows.map(({ id }) => id)
}

export interface FreePayment extends PaymentFields {
  accountId: string
}

const freePaymentFields = selectFields(transactionsTable, 't', [
  ...(['id', 'accountId', 'amount', 'currency', 'reference', 'description', 'counterpartyName'] as const),
  ...(['counterpartyIban', 'merchantName', 'bookingDate', 'valueDate'] as const),
])

/** Whether a transaction, as `t`, can settle a bill: money that goes out, or is about to, and settles nothing yet. */
const isFree = `t.side = 'debit' and t.status in ('pending', 'booked') and not exists (
  select from bills settled where settled.workspace_id = t.workspace_id and settled.matched_transaction_id = t.id)`

/** Debits of these amounts that settle no bill yet: the index on sightings has every transaction by its amount. */
export async function listFreePayments(
  connection: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  amounts: readonly string[],
): Promise<FreePayment[]> {
  return await connection.query<FreePayment>(
    `select ${freePaymentFields}
     from (
       select distinct sighted.transaction_id, wanted.amount
       from unnest($2::text[]) as account (id)
       cross join unnest($3::text[]::numeric[]) as wanted (amount)
       cross join lateral (
         select s.transaction_id from sightings s
         where s.workspace_id = $1 and s.account_id = account.id and s.amount = wanted.amount
         order by s.day desc limit ${paymentsPerAmountMax}
       ) sighted
     ) found
     join transactions t on t.workspace_id = $1 and t.id = found.transaction_id
     where t.amount = found.amount and ${isFree}`,
    [workspaceId, accountIds, amounts],
  )
}

/** The amounts of those that are debits of the company and settle nothing yet, each once. */
export async function freeAmounts(
  connection: Connection,
  workspaceId: string,
  companyId: string,
  transactionIds: readonly string[],
): Promise<string[]> {
  const rows = await connection.query<{ amount: string }>(
    `select distinct t.amount from transactions t
     where t.workspace_id = $1 and t.id = any($3) and t.company_id = $2 and ${isFree}`,
    [workspaceId, companyId, transactionIds],
  )
  return rows.map(({ amount }) => amount)
}

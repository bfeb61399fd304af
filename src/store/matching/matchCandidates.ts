/** Open bills and unmatched payments. */
import type { Bill } from '../../contract/bills.ts'
import type { BillFields, PaymentFields } from '../../domain/matching/matching.ts'
import type { ChargedPayment, PartlyPaid } from '../../domain/matching/settlement.ts'
import { piecesOf } from '../../domain/pieces.ts'
import { billsTable } from '../bills.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { selectFields } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'

export const openBillStatuses = ['pending_match', 'approved', 'scheduled'] as const satisfies Bill['status'][]

/** Maximum number of open bills considered per company, newest first. Older ones have to be matched by hand. */
export const openBillsMax = 5_000
/** Maximum number of payments considered per account and amount, newest first. */
export const paymentsPerAmountMax = 100

export interface OpenBill extends BillFields, PartlyPaid {
  status: Bill['status']
}

const openBillFields = selectFields(billsTable, 'each', [
  ...(['id', 'status', 'supplierName', 'supplierIban', 'invoiceNumber', 'totalAmount'] as const),
  ...(['currency', 'invoiceDate', 'dueDate', 'paymentReference'] as const),
])

/** Open bills that have a total and a currency. Returns one row past the limit if there are more. */
export async function listOpenBills(
  connection: Connection,
  workspaceId: string,
  companyId: string,
): Promise<OpenBill[]> {
  const statuses = openBillStatuses.map(status => `'${status}'`).join(', ')
  return await connection.query<OpenBill>(
    `select ${openBillFields}, coalesce(paid.settled, 0) as settled, coalesce(d.discounts, '[]') as discounts
     from unnest(array[${statuses}]) as open (status)
     cross join lateral (
       select t.* from bills t
       where t.workspace_id = $1 and t.company_id = $2 and t.status = open.status
         and t.total_amount is not null and t.currency is not null
       order by t.walk_created, t.id limit ${openBillsMax + 1}
     ) each
     left join lateral (
       select sum(p.amount + p.discount + p.charge + p.tolerance) as settled from bill_payments p
       where p.workspace_id = $1 and p.bill_id = each.id
     ) paid on true
     left join lateral (
       select x.discounts from bill_details x where x.workspace_id = $1 and x.bill_id = each.id
     ) d on true
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

/** Whether transaction `t` can settle a bill: a pending or booked debit that is not matched yet. */
const isFree = `t.side = 'debit' and t.status in ('pending', 'booked') and not exists (
  select from bills settled where settled.workspace_id = t.workspace_id and settled.matched_transaction_id = t.id)
  and not exists (
  select from bill_payments paying where paying.workspace_id = t.workspace_id and paying.transaction_id = t.id)`

const endToEndId = `(
  select max(s.end_to_end_id) from sightings s where s.workspace_id = $1 and s.transaction_id = t.id) as "endToEndId"`

/** Unmatched debits of these amounts. Goes through `sightings`, which has an index on the amount. */
export async function listFreePayments(
  connection: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  amounts: readonly string[],
): Promise<FreePayment[]> {
  return await connection.query<FreePayment>(
    `select ${freePaymentFields}, ${endToEndId}
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

/** The distinct amounts of those transactions that are unmatched debits of the company. */
export async function freeAmounts(
  connection: Connection,
  workspaceId: string,
  companyId: string,
  transactionIds: readonly string[],
): Promise<string[]> {
  const amounts = new Set<string>()
  for (const ids of piecesOf(transactionIds, rowsPerQuery)) {
    const rows = await connection.query<{ amount: string }>(
      `select distinct t.amount from transactions t
       where t.workspace_id = $1 and t.id = any($3) and t.company_id = $2 and ${isFree}`,
      [workspaceId, companyId, ids],
    )
    for (const { amount } of rows) amounts.add(amount)
  }
  return [...amounts]
}

/** Maximum number of payments, of other amounts than the bills', that are considered in one run. */
export const settlingPaymentsMax = 2_000
const paymentsPerAccountMin = 20

export interface SettlingPayment extends FreePayment, ChargedPayment {}

const settlingFields = `${freePaymentFields}, ${endToEndId}, (
  select max(c.amount) from transaction_charges c where c.workspace_id = $1 and c.transaction_id = t.id) as charge`

/** The newest unmatched debits of these accounts. Each account and status is read by an index, newest first. */
export async function listRecentPayments(
  connection: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<SettlingPayment[]> {
  if (accountIds.length === 0) return []
  const each = Math.max(paymentsPerAccountMin, Math.ceil(settlingPaymentsMax / accountIds.length))
  return await connection.query<SettlingPayment>(
    `select ${settlingFields}
     from unnest($2::text[]) as account (id)
     -- Pending and booked debits.
     cross join unnest(array[1, 4]::smallint[]) as wanted (facet)
     cross join lateral (
       select x.* from transactions x
       where x.workspace_id = $1 and x.account_id = account.id and x.facet = wanted.facet
       order by x.walk_day, x.walk_created, x.id limit ${each}
     ) t
     where ${isFree}
     order by t.walk_day, t.walk_created, t.id limit ${settlingPaymentsMax}`,
    [workspaceId, accountIds],
  )
}

/** Those of the transactions that are unmatched debits of the company. */
export async function listPaymentsAmong(
  connection: Connection,
  workspaceId: string,
  companyId: string,
  transactionIds: readonly string[],
): Promise<SettlingPayment[]> {
  const found: SettlingPayment[] = []
  for (const ids of piecesOf(transactionIds, rowsPerQuery)) {
    const rows = await connection.query<SettlingPayment>(
      `select ${settlingFields} from transactions t
       where t.workspace_id = $1 and t.id = any($3) and t.company_id = $2 and ${isFree}`,
      [workspaceId, companyId, ids],
    )
    found.push(...rows)
  }
  return found
}

/** What transactions pay on bills. Writers run inside a workspace write and use its stamp. */
import type { Bill } from '../../contract/bills.ts'
import type { Match } from '../../contract/console/matching.ts'
import type { BillPayment, BillSettlement, DiscountTerms } from '../../contract/console/settlement.ts'
import { offersOf } from '../../domain/matching/discounts.ts'
import { openAmount, type SettledParts } from '../../domain/matching/settledParts.ts'
import { sumOf } from '../../domain/money/decimal.ts'
import type { Connection } from '../engine/door.ts'

export interface NewPayment {
  billId: string
  transactionId: string
  parts: SettledParts
  score: number
  reasons: Match['reasons']
}

export interface MatchMaker {
  kind: Match['by']['kind'] | 'key'
  id: string
  importId: string | null
}

/** A payment for the whole bill. */
export const inFull = (amount: string): SettledParts => ({
  amount,
  discount: '0',
  charge: '0',
  tolerance: '0',
})

export async function insertPayments(
  connection: Connection,
  workspaceId: string,
  payments: readonly NewPayment[],
  by: MatchMaker,
  stamp: string,
): Promise<void> {
  const column = (name: keyof SettledParts) => payments.map(({ parts }) => parts[name])
  await connection.query(
    `insert into bill_payments
       (workspace_id, bill_id, transaction_id, amount, discount, charge, tolerance, actor_kind, actor_id, import_id, at,
        score, reasons)
     select $1, made.bill_id, made.transaction_id, made.amount, made.discount, made.charge, made.tolerance, $2, $3, $4, $5,
       made.score, made.reasons::jsonb
     from unnest($6::text[], $7::text[], $8::text[]::numeric[], $9::text[]::numeric[], $10::text[]::numeric[],
       $11::text[]::numeric[], $12::integer[], $13::text[])
       as made (bill_id, transaction_id, amount, discount, charge, tolerance, score, reasons)`,
    [
      workspaceId,
      by.kind,
      by.id,
      by.importId,
      stamp,
      payments.map(({ billId }) => billId),
      payments.map(({ transactionId }) => transactionId),
      column('amount'),
      column('discount'),
      column('charge'),
      column('tolerance'),
      payments.map(({ score }) => score),
      payments.map(({ reasons }) => JSON.stringify(reasons)),
    ],
  )
}

interface PaymentRow extends Omit<BillPayment, 'by'> {
  actorKind: Match['by']['kind']
  actorId: string
  actorName: string | null
}

/** In the order in which they were recorded. */
export async function listPayments(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<BillPayment[]> {
  const rows = await connection.query<PaymentRow>(
    `select p.transaction_id as "transactionId", p.amount, p.discount, p.charge, p.tolerance, t.status,
       t.amount as "transactionAmount",
       coalesce(t.booking_date, t.value_date) as day, p.actor_kind as "actorKind", p.actor_id as "actorId",
       u.name as "actorName", p.at, p.score, p.reasons
     from bill_payments p
     left join transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id
     left join users u on p.actor_kind = 'person' and u.user_id = p.actor_id
     where p.workspace_id = $1 and p.bill_id = $2
     order by p.at, p.transaction_id`,
    [workspaceId, billId],
  )
  return rows.map(({ actorKind, actorId, actorName, ...payment }) => ({
    ...payment,
    by: { kind: actorKind, id: actorId, name: actorName },
  }))
}

export type SettledBill = Pick<
  Bill,
  'id' | 'totalAmount' | 'currency' | 'invoiceDate' | 'matchedTransactionId'
>

export async function settlementOfBill(
  connection: Connection,
  workspaceId: string,
  bill: SettledBill,
  discounts: readonly DiscountTerms[],
): Promise<BillSettlement> {
  const payments = await listPayments(connection, workspaceId, bill.id)
  const { totalAmount } = bill
  const offers = offersOf(bill, discounts)
  const sum = (name: keyof SettledParts) => sumOf(payments.map(payment => payment[name]))
  const sums = {
    paid: sum('amount'),
    discount: sum('discount'),
    charge: sum('charge'),
    tolerance: sum('tolerance'),
  }
  // A bill from a workspace file may be settled without a record of how.
  if (payments.length === 0 && bill.matchedTransactionId !== null && totalAmount !== null) {
    return { ...sums, paid: totalAmount, open: '0', payments, offers }
  }
  const open = totalAmount === null ? null : openAmount(totalAmount, payments)
  return { ...sums, open, payments, offers }
}

/** A query for the amounts of a transaction that are used for bills already, one per bill. The workspace is $1. */
export const amountsUsed = (transactionId: string): string => `
  select used.amount from bill_payments used where used.workspace_id = $1 and used.transaction_id = ${transactionId}
  union all
  -- Settled by a workspace file, without a record of it.
  select b.total_amount from bills b
  where b.workspace_id = $1 and b.matched_transaction_id = ${transactionId} and b.total_amount is not null and not exists (
    select from bill_payments p
    where p.workspace_id = $1 and p.bill_id = b.id and p.transaction_id = ${transactionId}
  )`

export async function amountsUsedOf(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<string[]> {
  const rows = await connection.query<{ amount: string }>(amountsUsed('$2'), [workspaceId, transactionId])
  return rows.map(({ amount }) => amount)
}

export interface RemovedPayment extends Pick<Match, 'transactionId' | 'score' | 'reasons'> {
  /** Whether the bill was settled and is open again. */
  reopened: boolean
}

/**
 * Removes a payment from a bill, and returns it; null if the transaction pays nothing on it. If the bill was settled,
 * it gets its earlier status back, and its other payments stay.
 */
export async function removePayment(
  connection: Connection,
  workspaceId: string,
  billId: string,
  transactionId: string,
  stamp: string,
): Promise<RemovedPayment | null> {
  const [removed] = await connection.query<Pick<Match, 'score' | 'reasons'>>(
    `delete from bill_payments where workspace_id = $1 and bill_id = $2 and transaction_id = $3
     returning score, reasons`,
    [workspaceId, billId, transactionId],
  )
  // Bills that were already matched in a workspace file have neither a payment nor a recorded earlier status.
  const [reopened] = await connection.query(
    `with taken as (
       delete from bill_matches where workspace_id = $1 and bill_id = $2 and ($3 or transaction_id = $4)
       returning status_before
     )
     update bills b
     set status = coalesce((select status_before from taken), 'pending_match'), matched_transaction_id = null,
       paid_at = null, updated_at = $5
     where b.workspace_id = $1 and b.id = $2 and b.matched_transaction_id is not null
       and ($3 or b.matched_transaction_id = $4)
     returning b.id`,
    [workspaceId, billId, removed !== undefined, transactionId, stamp],
  )
  if (removed === undefined && reopened === undefined) return null
  const { score, reasons } = removed ?? { score: 0, reasons: [] }
  return { transactionId, score, reasons, reopened: reopened !== undefined }
}

/**
 * Deletes the records of how these bills were settled where a workspace file has settled them otherwise, or opened them
 * again. A part payment stays as long as its bill is open.
 */
export async function forgetOverwritten(
  connection: Connection,
  workspaceId: string,
  billIds: readonly string[],
): Promise<void> {
  await connection.query(
    `with overwritten as materialized (
       select b.id from unnest($2::text[]) as loaded (id)
       join bills b on b.workspace_id = $1 and b.id = loaded.id
       left join bill_matches m on m.workspace_id = $1 and m.bill_id = b.id
       where m.transaction_id is distinct from b.matched_transaction_id
     ), unmatched as (
       delete from bill_matches m using overwritten where m.workspace_id = $1 and m.bill_id = overwritten.id
     )
     delete from bill_payments p using overwritten where p.workspace_id = $1 and p.bill_id = overwritten.id`,
    [workspaceId, billIds],
  )
}

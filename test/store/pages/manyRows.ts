/**
 * A workspace with tens of thousands of rows, created by SQL in a few seconds. The oldest rows are inserted first, as in
 * real workspaces, but many filters match only rows at the far end of the walk.
 */
import type { Connection, Database } from '../../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { setWriteStamp } from '../../../src/store/workspaceClock.ts'
import { withoutAutovacuum } from './explained.ts'

export const transactionCount = 60_000
export const billCount = 5_000

const epoch = Date.parse('2026-06-01T00:00:00.000Z')

/** The stamp of the nth change. */
export const stampOf = (nth: number): string => new Date(epoch + nth * 1000).toISOString()

/**
 * Row n is the nth row of the walk. The newest third is pending and the newer half is all debits. Two of the three
 * companies and all rejected rows are old. Changes are spread evenly over the walk.
 */
export async function insertManyRows(db: Database, workspaceId: string): Promise<void> {
  await db.transaction(async connection => {
    await withoutTimeouts(connection)
    await withoutAutovacuum(connection)
    await setWriteStamp(connection, stampOf(0))
    await insertRows(connection, workspaceId)
  })
  await analyze(db)
}

async function insertRows(connection: Connection, workspaceId: string): Promise<void> {
  await connection.query(
    `insert into companies (workspace_id, id, name, verification_status, created_at, updated_at)
     select $1, 'com_' || c, 'Company ' || c, 'Verified', $2, $2 from unnest(array['a', 'b', 'c']) c`,
    [workspaceId, stampOf(0)],
  )
  await connection.query(
    `insert into accounts (workspace_id, id, company_id, currency, type, provider, enabled, created_at)
     select $1, 'acc_' || c || n, 'com_' || c, 'EUR', 'depository', 'paygoro', true, $2
     from unnest(array['a', 'b', 'c']) c, generate_series(1, 2) n`,
    [workspaceId, stampOf(0)],
  )
  await connection.query(
    `insert into categories (workspace_id, id, name, slug, is_system, created_at)
     select $1, 'cat_' || n, 'Category ' || n, 'category-' || n, false, $2 from generate_series(0, 39) n`,
    [workspaceId, stampOf(0)],
  )
  // 31337 and the row count are coprime, so each stamp is used once and stamps are spread over the walk.
  await connection.query(
    `insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status,
       description, booking_date, category_id, created_at, updated_at)
     select $1, 'txn_' || lpad(n::text, 6, '0'), 'com_' || company, 'acc_' || company || 1 + n % 2, n, 'EUR',
       case when n < 30000 then 'debit' when n % 100 > 0 then 'credit' end,
       case when n < 20000 then 'pending' when n >= 59900 then 'rejected'
         when n between 40000 and 40499 then 'released' else 'booked' end,
       'Something that a bank would write about a payment, number ' || n,
       case when n >= 500 then date '2026-05-31' - n / 40 end,
       case when n >= 59000 then 'cat_39' when n % 3 > 0 then 'cat_' || n % 39 end,
       timestamptz '2026-05-31T00:00:00Z' - n * interval '1 minute',
       $2::timestamptz + (n * 31337 % ${transactionCount}) * interval '1 second'
     from (
       select ${transactionCount} - i as n from generate_series(1, ${transactionCount}) i
     ) as numbers,
     lateral (select case when n < 50000 then 'a' when n < 59900 then 'b' else 'c' end as company) as owner`,
    [workspaceId, stampOf(0)],
  )
  await connection.query(
    `insert into bills (workspace_id, id, company_id, status, supplier_name, created_at, updated_at)
     select $1, 'bil_' || lpad(n::text, 6, '0'), case when n < 4000 then 'com_a' else 'com_b' end,
       case when n < 2000 then 'new' when n >= 4900 then 'archived' else 'paid' end, 'Supplier ' || n,
       timestamptz '2026-05-31T00:00:00Z' - n * interval '1 minute',
       $2::timestamptz + (n * 31337 % ${billCount}) * interval '1 second'
     from (select ${billCount} - i as n from generate_series(1, ${billCount}) i) as numbers`,
    [workspaceId, stampOf(0)],
  )
}

/** Samples the whole tables, so that plans do not depend on chance. */
async function analyze(db: Database): Promise<void> {
  await db.script('set default_statistics_target = 300; analyze')
}

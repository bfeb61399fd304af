/**
 * 600,000 transactions, half a million of them in one workspace and the others in thousands of small ones, created by SQL.
 * They are a worst case: two filters match many rows each but few together, rare rows are at the far end of the walk,
 * changes come in clusters, and what suits a workspace of average size reads half a million rows for the large one.
 */
import type { Connection, Database } from '../../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { setWriteStamp } from '../../../src/store/workspaceClock.ts'
import { withoutAutovacuum } from './explained.ts'

export const bigWorkspace = 'wsp_big'
export const bigCount = 500_000
const otherWorkspaces = 2_500
const otherCount = 100_000 / otherWorkspaces
/** The others have each row at this distance in the big one's list, so that all kinds of rows are among them. */
const otherStep = 12_503

const epoch = Date.parse('2026-06-01T00:00:00.000Z')

/** Stamps of the big workspace: first one per row, then those of the changes below, in this order. */
const stampAt = (second: number): string => new Date(epoch + second * 1000).toISOString()
/** The oldest 100,000 rows changed right after this. */
export const beforeOldChanged = stampAt(1_000_000 - 1)
/** 10,000 rows, spread evenly, changed after this. */
export const beforeManyChanged = stampAt(2_000_000 - 1)
/** 4,000 rows of one account changed after this. */
export const beforeFewChanged = stampAt(3_000_000 - 1)
export const lastStamp = stampAt(4_000_000)

/** Id of the nth row of the big workspace's walk. */
export const idOf = (n: number): string => `txn_${String(n).padStart(6, '0')}`

export async function insertUnkindRows(db: Database): Promise<void> {
  await db.transaction(async connection => {
    await withoutTimeouts(connection)
    await connection.script(`set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'`)
    await withoutAutovacuum(connection)
    await setWriteStamp(connection, stampAt(0))
    await connection.script(surroundings)
    await filledWithoutIndexes(connection, 'transactions', async () => {
      // The rows say which of them are own transfers, so the trigger would search them all and change none.
      await connection.script('alter table transactions disable trigger own_of_inserted')
      await connection.script(transactions)
      await connection.script('alter table transactions enable trigger own_of_inserted')
    })
  })
  // Applies to the queries below, because the pool reuses the connection it used last.
  await db.script('set statement_timeout = 0')
  for (const table of ['transactions', 'transaction_cells', 'transaction_periods']) {
    await db.script(`vacuum analyze ${table}`)
  }
}

/** Creating the indexes, and checking the foreign keys, after the rows takes a fraction of the time. */
export async function filledWithoutIndexes(
  connection: Connection,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const indexes = await connection.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes
     where tablename = $1 and indexname <> $1 || '_pkey'`,
    [table],
  )
  const keys = await connection.query<{ name: string; sql: string }>(
    `select conname as name, pg_get_constraintdef(oid) as sql from pg_constraint
     where conrelid = $1::text::regclass and contype = 'f'`,
    [table],
  )
  for (const { name } of indexes) await connection.script(`drop index ${name}`)
  for (const { name } of keys) await connection.script(`alter table ${table} drop constraint ${name}`)
  await fill()
  for (const { sql } of indexes) await connection.script(sql)
  for (const { name, sql } of keys)
    await connection.script(`alter table ${table} add constraint ${name} ${sql}`)
}

/** Ids of companies, accounts and categories are never the same in two workspaces. */
const suffix = `case workspace_id when '${bigWorkspace}' then '' else '_' || workspace_id end`

const surroundings = `
  insert into workspaces (workspace_id, name, clock, created_at)
  select id, id, '${lastStamp}', '${stampAt(0)}'
  from (select '${bigWorkspace}' union all select 'wsp_' || n from generate_series(1, ${otherWorkspaces}) n) w (id);

  insert into companies (workspace_id, id, name, verification_status, created_at, updated_at)
  select workspace_id, 'com_' || n || ${suffix}, 'Company', 'Verified', '${stampAt(0)}', '${stampAt(0)}'
  from workspaces, generate_series(0, 3) n;

  insert into accounts (workspace_id, id, company_id, currency, type, provider, enabled, created_at)
  select workspace_id, 'acc_' || n || ${suffix}, 'com_' || n / 5 || ${suffix}, 'EUR', 'depository', 'paygoro', true, '${stampAt(0)}'
  from workspaces, generate_series(0, 19) n;

  insert into categories (workspace_id, id, name, slug, is_system, created_at)
  select workspace_id, 'cat_' || n || ${suffix}, 'Category', 'category-' || n, false, '${stampAt(0)}'
  from workspaces, generate_series(0, 39) n;
`

/**
 * Row n is the nth row of its workspace's walk. Accounts: acc_0 has nearly half of all rows, acc_1 a quarter, acc_17 has
 * 50, acc_18 the oldest 20 and acc_19 none. Categories: cat_0 has only 3 old rows of acc_0, all others are in other
 * accounts; cat_1 and acc_1 have no rows in common; cat_39 has the oldest 30. The newest 200,000 are debits. The newest
 * third of acc_1 and some rows without a date are pending, the oldest 200 are rejected, none are canceled.
 * Of 300,000 rows in a row all but six are own transfers, and no others are. 100,000 of these are all in Swiss francs, and
 * a few rows are in dollars.
 */
const transactions = `
  insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status,
    type, own_transfer, booking_date, category_id, created_at, updated_at)
  select workspace_id, 'txn_' || lpad(n::text, 6, '0'), 'com_' || account / 5 || suffix, 'acc_' || account || suffix, n,
    case when n % 5000 = 1 then 'USD' when n >= 250000 and n < 350000 then 'CHF' else 'EUR' end,
    case when n < 200000 then 'debit' when n % 100 = 0 then null when n % 3 = 0 then 'credit' else 'debit' end,
    case when n >= count - 200 then 'rejected' when n = count / 2 then 'released'
      when account = 1 and n < count / 3 or n < 15000 then 'pending' else 'booked' end,
    case when is_own then 'InternalCredit' end, case when is_own then 'type' end,
    case when n >= 15000 then date '2026-05-31' - (n / 274) end,
    case when n >= count - 30 then 'cat_39' when account = 0 and n >= count - 54 then 'cat_0'
      when account = 0 then 'cat_' || 2 + n % 8 when account = 1 then 'cat_0'
      when n % 7 = 0 then null when n % 2 = 0 then 'cat_0' else 'cat_' || 1 + n % 37 end || suffix,
    timestamptz '2026-05-31T00:00:00Z' - n * interval '1 minute',
    timestamptz '${stampAt(0)}' + case
      when workspace_id = '${bigWorkspace}' and n >= count - 100000 and n % 50 > 0 then interval '1000000 seconds'
      when workspace_id = '${bigWorkspace}' and n % 50 = 0 then interval '2000000 seconds' + n * interval '1 second'
      when workspace_id = '${bigWorkspace}' and account = 2 and n % 3 = 0 then interval '3000000 seconds'
      else (n * 31337::bigint % count) * interval '1 second' end
  from (
    select '${bigWorkspace}', ${bigCount}, n from generate_series(0, ${bigCount - 1}) n
    union all
    select 'wsp_' || w, ${bigCount}, (w * 7 + n * ${otherStep}) % ${bigCount}
    from generate_series(1, ${otherWorkspaces}) w, generate_series(0, ${otherCount - 1}) n
  ) as numbers (workspace_id, count, n),
  lateral (select n >= 100000 and n < 400000 and n % 50000 <> 7 as is_own, case
    when n >= count - 20 then 18 when n % 10000 = 7777 then 17
    when n % 100 < 49 then 0 when n % 100 < 74 then 1 when n % 100 < 77 then 2 else 3 + n % 14 end as account) as owner,
  lateral (select ${suffix} as suffix) as own;
`

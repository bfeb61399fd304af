import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transactionSides, transactionStatuses } from '../../../src/contract/transactions.ts'
import type { Position } from '../../../src/domain/cursor.ts'
import { ConstraintViolation, type Database } from '../../../src/store/engine/door.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { listTransactions, type TransactionFilters } from '../../../src/store/transactions.ts'
import { setWriteStamp } from '../../../src/store/workspaceClock.ts'
import { describeOnBothStores, freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'

const clock = '2026-06-01T00:00:00.000Z'

/** Two workspaces with the same ids, so that reading from the wrong one would show. */
async function insertSurroundings(db: Database): Promise<void> {
  await db.transaction(async connection => {
    await setWriteStamp(connection, clock)
    for (const workspaceId of ['wsp_1', 'wsp_2']) {
      await connection.query(
        'insert into workspaces (workspace_id, name, clock, created_at) values ($1, $1, $2, $2)',
        [workspaceId, clock],
      )
      await connection.query(
        `insert into companies (workspace_id, id, name, verification_status, created_at, updated_at)
         select $1, 'com_' || n, 'Company', 'Verified', $2, $2 from generate_series(0, 1) n`,
        [workspaceId, clock],
      )
      await connection.query(
        `insert into accounts (workspace_id, id, company_id, currency, type, provider, enabled, created_at)
         select $1, 'acc_' || n, 'com_' || n / 2, 'EUR', 'depository', 'paygoro', true, $2
         from generate_series(0, 3) n`,
        [workspaceId, clock],
      )
      await connection.query(
        `insert into categories (workspace_id, id, name, slug, is_system, created_at)
         select $1, 'cat_' || n, 'Category ' || n, 'category-' || n, false, $2 from generate_series(0, 2) n`,
        [workspaceId, clock],
      )
    }
  })
}

/** Pseudo-random rows in all cells, determined by `seed` and the row's number. A few cells have several pages. */
async function insertRows(db: Database, workspaceId: string, count: number, seed: number): Promise<void> {
  await db.query(
    `insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status,
       booking_date, category_id, created_at, updated_at)
     select $1, 'txn_' || $3::int || '_' || n, 'com_' || account / 2, 'acc_' || account, n, 'EUR',
       (array['debit', 'debit', 'credit', null])[1 + h[2] % 4],
       (array['booked', 'booked', 'booked', 'pending', 'rejected', 'released', 'canceled'])[1 + h[3] % 7],
       case when h[4] % 7 > 0 then date '2026-05-01' - h[4] % 60 end,
       (array['cat_0', 'cat_0', 'cat_1', 'cat_2', null])[1 + h[5] % 5],
       $4::timestamptz - (h[6] % 20) * interval '1 minute',
       $4::timestamptz - (h[7] % 1000) * interval '1 second'
     from generate_series(1, $2::int) n,
       lateral (select array_agg((abs(hashint8extended(n, k + $3::int)) % 1000003)::int) as h from generate_series(1, 7) k) spread,
       lateral (select (array[0, 0, 0, 1, 2, 3])[1 + h[1] % 6] as account) as owner`,
    [workspaceId, count, seed, clock],
  )
}

async function walkedIds(
  db: Database,
  filters: TransactionFilters,
  updatedAfter: string | null,
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  let after: Position | null = null
  do {
    const changed = updatedAfter === null ? null : { after: updatedAfter, until: clock }
    const page: Awaited<ReturnType<typeof listTransactions>> = await listTransactions(db, 'wsp_1', {
      ...{ filters, changed, after, limit },
    })
    ids.push(...page.data.texts().map(text => (JSON.parse(text) as { id: string }).id))
    after = page.next
    // Stops even if the walk never ends.
  } while (after !== null && ids.length < 20_000)
  return ids
}

async function expectedIds(
  db: Database,
  filters: TransactionFilters,
  updatedAfter: string | null,
): Promise<string[]> {
  const columns = {
    ...{
      companyId: 'company_id =',
      accountId: 'account_id =',
      categoryId: 'category_id =',
      status: 'status =',
    },
    ...{ side: 'side =', dateFrom: 'booking_date >=', dateTo: 'booking_date <=' },
  }
  const given = Object.entries(filters).map(
    ([name, value]) => `${columns[name as keyof typeof columns]} '${value}'`,
  )
  const changed = updatedAfter === null ? [] : [`updated_at > '${updatedAfter}'`]
  const rows = await db.query<{ id: string }>(
    `select id from transactions where ${["workspace_id = 'wsp_1'", ...given, ...changed].join(' and ')}
     order by booking_date desc nulls first, created_at desc, id`,
  )
  return rows.map(({ id }) => id)
}

const perhaps = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 })
const anyFilters = fc
  .record({
    companyId: perhaps(fc.constantFrom('com_0', 'com_1')),
    accountId: perhaps(fc.constantFrom('acc_0', 'acc_1', 'acc_2', 'acc_9')),
    categoryId: perhaps(fc.constantFrom('cat_0', 'cat_2', 'cat_9')),
    status: perhaps(fc.constantFrom(...transactionStatuses)),
    side: perhaps(fc.constantFrom(...transactionSides)),
    dateFrom: perhaps(fc.constantFrom('2026-03-15', '2026-04-10')),
    dateTo: perhaps(fc.constantFrom('2026-04-10', '2026-04-25')),
  })
  .map(filters => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)))

describeOnBothStores('transaction cells', name => {
  let store: TestStore

  beforeAll(async () => {
    store = await freshStore(name)
    await insertSurroundings(store.db)
    // More recent rows than a sync may sort, so that both of its strategies are tested.
    await insertRows(store.db, 'wsp_1', 6_000, 1)
    await insertRows(store.db, 'wsp_2', 500, 2)
  })
  afterAll(async () => await store?.remove())

  it('give exactly the rows of any combination of filters, in order, with any page size', async () => {
    const pages = fc.record({
      filters: anyFilters,
      updatedAfter: fc.constantFrom(null, '2026-05-31T23:43:00.000Z', '2026-05-31T23:55:00.000Z'),
      limit: fc.constantFrom(10, 25, 50, 100),
    })
    await fc.assert(
      fc.asyncProperty(pages, async ({ filters, updatedAfter, limit }) => {
        const found = await walkedIds(store.db, filters, updatedAfter, limit)
        expect(found).toEqual(await expectedIds(store.db, filters, updatedAfter))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['a company that does not exist', "company_id = 'com_9'"],
    ['an account that does not exist', "account_id = 'acc_9'"],
    ['a company other than its account has', "company_id = 'com_1', account_id = 'acc_0'"],
    ['a category that does not exist', "category_id = 'cat_9'"],
  ])('reject a transaction with %s', async (_, change) => {
    const write = store.db.query(
      `update transactions set ${change} where workspace_id = 'wsp_2' and id = 'txn_2_1'`,
    )
    await expect(write).rejects.toThrow(ConstraintViolation)
  })

  it('follow a row that changes its account, category, status, side or day', async () => {
    await store.db.query(
      `update transactions set company_id = 'com_1', account_id = 'acc_3', category_id = 'cat_1', status = 'canceled',
         side = 'credit', booking_date = '2020-02-29', updated_at = $1 where workspace_id = 'wsp_1' and id = 'txn_1_1'`,
      [clock],
    )
    const filters: TransactionFilters = {
      accountId: 'acc_3',
      categoryId: 'cat_1',
      status: 'canceled',
      side: 'credit',
      dateTo: '2020-03-01',
    }
    expect(await walkedIds(store.db, filters, null, 50)).toEqual(['txn_1_1'])
    expect(await walkedIds(store.db, filters, '2026-05-31T23:59:59.000Z', 50)).toEqual(['txn_1_1'])
  })
})

describe('a store with transactions from before cells existed (postgres)', () => {
  it('gets cells for them from the migration', async () => {
    const store = await freshDatabase('template1')
    try {
      const [first, ...later] = readMigrations()
      if (first === undefined) throw new Error('there is no migration')
      await migrate(store.db, [first])
      await insertSurroundings(store.db)
      await insertRows(store.db, 'wsp_1', 300, 3)
      await migrate(store.db, [first, ...later])
      for (const filters of [{ accountId: 'acc_1' }, { status: 'booked', categoryId: 'cat_0' }] as const) {
        const expected = await expectedIds(store.db, filters, null)
        expect(expected.length).toBeGreaterThan(0)
        expect(await walkedIds(store.db, filters, null, 50)).toEqual(expected)
      }
    } finally {
      await store.remove()
    }
  })
})

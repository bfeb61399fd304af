/** A page of the change feed reads about a page of each index, also in the middle of one large commit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import type { FeedPlace } from '../../../src/domain/changeCursor.ts'
import { listBills } from '../../../src/store/bills.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { feedStart, readChanges } from '../../../src/store/feed/changes.ts'
import { feedTables } from '../../../src/store/feed/feedTables.ts'
import { listTransactions } from '../../../src/store/transactions.ts'
import { setWriteStamp } from '../../../src/store/workspaceClock.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { Explainer, planModes, recorded, withoutAutovacuum } from '../pages/explained.ts'

const before = '2026-06-01T11:59:59.999Z'
const stamp = '2026-06-01T12:00:00.000Z'
const workspaceId = 'wsp_1'
/** Rows with the same stamp in each of the large tables. */
const rowsOfCommit = 18_000
const limit = 50
/** Six resources with their deletions and departures, and about two pages of each. */
const entriesMax = 17 * 101

const walkedTables = [...Object.values(feedTables).map(({ name }) => name), 'deletions', 'departures']

/** Two workspaces with the same ids. In each, one commit wrote everything; com_1 has the last third of the ids. */
const rows = `
  insert into workspaces (workspace_id, name, clock, created_at)
  select 'wsp_' || n, 'Workspace', '${stamp}', '${stamp}' from generate_series(1, 2) n;
  insert into companies (workspace_id, id, name, verification_status, created_at, updated_at)
  select workspace_id, 'com_' || n, 'Company', 'Verified', '${stamp}', '${stamp}'
  from workspaces, generate_series(0, 1) n;
  insert into accounts (workspace_id, id, company_id, currency, type, provider, enabled, created_at)
  select workspace_id, 'acc_' || n, 'com_' || n, 'EUR', 'depository', 'paygoro', true, '${stamp}'
  from workspaces, generate_series(0, 1) n;
  insert into categories (workspace_id, id, name, slug, is_system, created_at)
  select workspace_id, 'cat_' || n, 'Category', 'category-' || n, false, '${stamp}'
  from workspaces, generate_series(1, 200) n;
  insert into transactions (workspace_id, id, company_id, account_id, amount, currency, status, booking_date,
    created_at, updated_at)
  select workspace_id, 'txn_' || lpad(n::text, 6, '0'), 'com_' || rare, 'acc_' || rare, n, 'EUR', 'booked',
    date '2026-01-01' + n % 90, '${stamp}', '${stamp}'
  from workspaces, generate_series(1, ${rowsOfCommit}) n, lateral (select (n > ${(rowsOfCommit * 2) / 3})::int as rare) r;
  insert into bills (workspace_id, id, company_id, status, created_at, updated_at)
  select workspace_id, 'bil_' || lpad(n::text, 6, '0'), 'com_' || (n > ${(rowsOfCommit * 2) / 3})::int, 'new', '${stamp}', '${stamp}'
  from workspaces, generate_series(1, ${rowsOfCommit}) n;
  insert into payees (workspace_id, id, company_id, name, iban, created_at, updated_at)
  select workspace_id, 'pye_' || lpad(n::text, 6, '0'), 'com_' || (n > ${(rowsOfCommit * 2) / 3})::int, 'Payee', 'X' || n,
    '${stamp}', '${stamp}'
  from workspaces, generate_series(1, ${rowsOfCommit}) n;
  insert into deletions (workspace_id, resource, id, company_id, account_id)
  select workspace_id, resource, 'gone_' || lpad(n::text, 6, '0'), 'com_' || (n > ${(rowsOfCommit * 2) / 9})::int, 'acc_0'
  from workspaces, generate_series(1, ${rowsOfCommit / 3}) n, unnest(array['transaction', 'bill', 'payee']) resource;
  insert into departures (workspace_id, resource, id, company_id)
  select workspace_id, resource, 'left_' || lpad(n::text, 6, '0'), 'com_' || (n > ${(rowsOfCommit * 2) / 9})::int
  from workspaces, generate_series(1, ${rowsOfCommit / 3}) n, unnest(array['transaction', 'bill', 'payee']) resource;
`

describe('pages of one large commit (postgres)', () => {
  let store: TestStore
  let explainer: Explainer

  beforeAll(async () => {
    store = await freshStore('postgres')
    await store.db.transaction(async connection => {
      await withoutTimeouts(connection)
      await withoutAutovacuum(connection)
      await setWriteStamp(connection, stamp)
      await connection.script(rows)
    })
    await analyze()
    explainer = await Explainer.connect(store.databaseUrl ?? '')
  }, 600_000)
  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  async function analyze(): Promise<void> {
    for (const table of walkedTables) await store.db.script(`analyze ${table}`)
  }

  interface Asked {
    resources?: readonly ChangeResource[]
    companyId?: string
    after?: FeedPlace
  }

  /** Rows and index entries that a page reads, in the worse of both ways of planning. */
  async function entriesOf({
    resources = changeResources,
    companyId,
    after = feedStart,
  }: Asked): Promise<number> {
    const { result, queries } = await recorded(store.db, connection =>
      readChanges(connection, workspaceId, { resources, companyId }, after, limit),
    )
    expect(result.changes.length).toBe(limit)
    const costs: number[] = []
    for (const mode of planModes) {
      const [keys] = queries
      if (keys === undefined) throw new Error('There is no query.')
      const { rowsWalked, wholeWalked } = await explainer.cost(keys, mode, walkedTables)
      expect(wholeWalked.filter(table => isLarge(table))).toEqual([])
      costs.push(rowsWalked)
    }
    return Math.max(...costs)
  }

  const isLarge = (table: string) => !['companies', 'accounts', 'categories'].includes(table)
  const at = (resource: FeedPlace['resource'], id: string): FeedPlace => ({ at: stamp, resource, id })
  const middle = String(rowsOfCommit / 2).padStart(6, '0')
  /** At the beginning, before the commit, and in the middle of it in each of the large tables and the deletions. */
  const places: FeedPlace[] = [
    feedStart,
    { at: before, resource: '~', id: '' },
    at('transaction', `txn_${middle}`),
    at('bill', `bil_${middle}`),
    at('payee', `pye_${middle}`),
    at('bill', 'gone_003000'),
    at('category', 'zzz'),
    at('company', 'com_0'),
  ]

  it('read about a page of each index, at any place, with and without a company', async () => {
    for (const after of places) {
      for (const companyId of [undefined, 'com_0', 'com_1']) {
        const asked = { after, ...(companyId && { companyId }) }
        expect(await entriesOf(asked), JSON.stringify(asked)).toBeLessThanOrEqual(entriesMax)
      }
    }
  })

  it('read only the indexes of the resources that are asked for', async () => {
    for (const resource of ['transaction', 'bill', 'payee'] as const) {
      const id = { transaction: 'txn_', bill: 'bil_', payee: 'pye_' }[resource] + middle
      for (const companyId of [undefined, 'com_0', 'com_1']) {
        const asked = { resources: [resource], after: at(resource, id), ...(companyId && { companyId }) }
        expect(await entriesOf(asked), JSON.stringify(asked)).toBeLessThanOrEqual(3 * 101)
      }
    }
  })

  it('a walk over the commit has every row once, and no row of the other workspace', async () => {
    let after = feedStart
    const seen = new Set<string>()
    let count = 0
    for (;;) {
      const page = await readChanges(store.db, workspaceId, { resources: ['payee'] }, after, 10_000)
      for (const { resource, id } of page.changes) seen.add(`${resource} ${id}`)
      count += page.changes.length
      if (page.upToDate) break
      after = page.place
    }
    expect([count, seen.size]).toEqual([rowsOfCommit + rowsOfCommit / 3, rowsOfCommit + rowsOfCommit / 3])
  })

  it('pages with updatedAfter are bounded too', async () => {
    const page = { filters: {}, changed: { after: before, until: stamp }, limit }
    for (const list of [listTransactions, listBills]) {
      const { next } = await list(store.db, workspaceId, { ...page, after: null })
      for (const after of [null, next]) {
        const { queries } = await recorded(store.db, async connection => {
          await list(connection, workspaceId, { ...page, after })
        })
        for (const mode of planModes) {
          let entries = 0
          for (const query of queries) entries += (await explainer.cost(query, mode)).rowsWalked
          expect(entries).toBeLessThan(10_000)
        }
      }
    }
  })

  it.each([
    ['transactions_by_update', 'transactions', 'workspace_id, updated_at', {}],
    ['bills_by_company_update', 'bills', 'workspace_id, company_id, updated_at', { companyId: 'com_1' }],
    ['payees_by_update', 'payees', 'workspace_id, updated_at', {}],
    ['deletions_by_time', 'deletions', 'workspace_id, resource, at', {}],
  ] as const)('a build without the id in %s is noticed', async (index, table, columns, asked) => {
    const [row] = await store.db.query<{ sql: string }>(
      'select indexdef as sql from pg_indexes where indexname = $1',
      [index],
    )
    const resource = {
      transactions: 'transaction',
      bills: 'bill',
      payees: 'payee',
      deletions: 'bill',
    } as const
    const id = {
      transactions: `txn_${middle}`,
      bills: `bil_${middle}`,
      payees: `pye_${middle}`,
      deletions: 'gone_003000',
    }
    const after = at(resource[table], 'companyId' in asked ? 'bil_000001' : id[table])
    expect(await entriesOf({ ...asked, after })).toBeLessThanOrEqual(entriesMax)
    await store.db.script(`drop index ${index}; create index ${index} on ${table} (${columns})`)
    await expect(entriesOf({ ...asked, after }).then(bounded)).rejects.toThrow()
    await store.db.script(`drop index ${index}; ${row?.sql}`)
    expect(await entriesOf({ ...asked, after })).toBeLessThanOrEqual(entriesMax)
  })

  function bounded(entries: number): void {
    expect(entries).toBeLessThanOrEqual(entriesMax)
  }
})

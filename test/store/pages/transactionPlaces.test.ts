/** The next page begins behind the last row, whatever that row's texts are. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { inWalkOrder, listTransactions } from '../../../src/store/transactions.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const owner = company()
const on = account(owner)

/** Texts that look like a place in the row's JSON, with quotes and without. */
const imitations = [
  'companyId',
  'bookingDate',
  '"companyId"',
  '","companyId":"com_1',
  ',"bookingDate":"1999-01-01","valueDate":"1999-01-02"}',
  '"bookingDate" : null, "valueDate" : null}',
  'bookingDate:1999-01-01,valueDate:1999-01-02}',
  '\\',
  '\\"',
  'é😀\u2028',
]
const dates = [
  { bookingDate: null, valueDate: null },
  { bookingDate: '2026-03-05', valueDate: null },
  { bookingDate: null, valueDate: '2026-03-04' },
  { bookingDate: '2026-03-03', valueDate: '2026-03-03' },
  { bookingDate: '0001-01-01', valueDate: '9999-12-31' },
]
const rows = dates.flatMap((days, day) =>
  imitations.flatMap((text, index) => {
    // Some at the same instant, and in no order.
    const created = { createdAt: `2026-02-0${1 + ((index * 3) % 4)}T00:00:00.000Z` }
    return [
      transaction(on, { ...days, ...created, id: `${text}~${day}`, merchantName: null }),
      transaction(on, {
        ...days,
        ...created,
        id: `txn_${day}_${index}`,
        merchantName: text,
        description: text,
      }),
    ]
  }),
)

describeOnBothStores('the place of a transaction', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  async function load(transactions: Transaction[]): Promise<string> {
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions })
    const nowMs = Date.parse('2026-03-01T00:00:00.000Z')
    await loadWorkspace(store.db, file, { nowMs, actor: { kind: 'command', id: 'test' } })
    return file.workspace.id
  }

  it('leads from each to the one behind it', async () => {
    await load(rows.map(({ id }) => transaction(on, { id, description: 'foreign' })))
    const workspaceId = await load(rows)
    const walked: unknown[] = []
    let after: Awaited<ReturnType<typeof listTransactions>>['next'] = null
    do {
      const page = { filters: {}, changed: null, after, limit: 1 }
      const { data, next } = await listTransactions(store.db, workspaceId, page)
      walked.push(...data.texts().map(text => JSON.parse(text)))
      after = next
    } while (after !== null && walked.length <= rows.length)
    expect(walked).toEqual(inWalkOrder(rows))
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { inWalkOrder, listTransactions } from '../../../src/store/transactions.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

describeOnBothStores('transactions of a new workspace', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  it('are stored in list order, whatever the order in the file', async () => {
    const owner = company()
    const on = account(owner)
    const days = [
      '2026-01-05',
      null,
      '2025-12-31',
      '2026-01-05',
      null,
      '2026-01-06',
      '2026-01-05',
      '2024-02-29',
    ]
    const instants = ['2026-01-07T10:00:00.000Z', '2026-01-07T09:59:59.999Z', '2026-01-08T00:00:00.000Z']
    const transactions = days.flatMap(bookingDate =>
      instants.map(createdAt => transaction(on, { bookingDate, createdAt, updatedAt: createdAt })),
    )
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions })
    const workspaceId = file.workspace.id
    await loadWorkspace(store.db, file, { nowMs: Date.now(), actor: { kind: 'command', id: 'test' } })

    const stored = await store.db.query<{ id: string }>(
      'select id from transactions where workspace_id = $1 order by ctid',
      [workspaceId],
    )
    const page = { filters: {}, changed: null, after: null, limit: 100 }
    const { data } = await listTransactions(store.db, workspaceId, page)
    const listed = data.texts().map(text => (JSON.parse(text) as { id: string }).id)
    expect(listed).toHaveLength(transactions.length)
    expect(inWalkOrder(transactions).map(({ id }) => id)).toEqual(listed)
    expect(stored.map(({ id }) => id)).toEqual(listed)
  })
})

/** Removing old rows may take longer than a single query is allowed to. */
import { expect, it } from 'vitest'
import { oldRowsDropper } from '../../../src/api/dropOld.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { describeOnBothStores, freshStore } from '../../support/stores.ts'

describeOnBothStores('the removal of old rows', name => {
  it('runs in transactions, which have longer time limits', async () => {
    const store = await freshStore(name)
    let transactions = 0
    const db: Database = {
      ...store.db,
      query: () => Promise.reject(new Error('outside of a transaction')),
      transaction: (work, options) => {
        transactions += 1
        return store.db.transaction(work, options)
      },
    }
    await Promise.all(oldRowsDropper(db)(Date.UTC(2030, 0, 1)))
    expect(transactions).toBe(7)
    await store.remove()
  })
})

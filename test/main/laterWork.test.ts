/** The search index is brought up to date in the background, and leaves the store to requests for half of the time. */
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { keepCatchingUp } from '../../src/main/serve/laterWork.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { listsBehind } from '../../src/store/pages/search/wordIndex.ts'
import { account, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'

const rows = 3_500

describeOnBothStores('the search index', storeName => {
  const service = useService(storeName)

  it('is completed in slices, and on PostgreSQL each is followed by a rest of its length', async () => {
    const owner = company()
    const giro = account(owner)
    const transactions = Array.from({ length: rows }, (_, index) =>
      transaction(giro, { description: `Miete ${index}` }),
    )
    await service.current.load(workspaceFile({ companies: [owner], accounts: [giro], transactions }))
    const { db } = service.current.store
    const slices: { startMs: number; endMs: number }[] = []
    const watched: Database = {
      ...db,
      async transaction(work, options) {
        const startMs = performance.now()
        const result = await db.transaction(work, options)
        slices.push({ startMs, endMs: performance.now() })
        return result
      },
    }
    const index = keepCatchingUp(watched, pino({ level: 'silent' }))
    await vi.waitFor(async () => expect(await listsBehind(db)).toEqual([]), { timeout: 60_000, interval: 50 })
    await index.close()
    expect(slices.length).toBeGreaterThan(3)
    if (storeName === 'embedded') return
    for (const [number, { startMs, endMs }] of slices.slice(0, -1).entries()) {
      const restMs = (slices[number + 1]?.startMs ?? 0) - endMs
      // A timer may be a millisecond early.
      expect(restMs).toBeGreaterThanOrEqual(endMs - startMs - 2)
    }
  })
})

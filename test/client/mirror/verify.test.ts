import { describe, expect, test } from 'vitest'
import { repairRowsMax } from '../../../src/client/mirror/mirror.ts'
import { reportedRowsMax } from '../../../src/client/mirror/report.ts'
import { changeResources } from '../../../src/contract/changes.ts'
import { randomStream } from '../../../src/demo/random.ts'
import { FakeFeed, type FakeRow } from '../fakeFeed.ts'
import { failure, rejection, unplugged } from '../fakeNetwork.ts'
import { MemoryStore } from './memoryStore.ts'
import { createdAt, expectEqual, feedOf, transaction, write } from './mirrored.ts'

describe('verify', () => {
  test.each(changeResources)('repairs %s rows that are missing, stale, extra and doubled', async resource => {
    const [feed, store] = [feedOf(30, 30), new MemoryStore()]
    const mirror = feed.client().mirror(store)
    await mirror.sync()
    const copies = (number: number) => store.rows.get(`${resource} ${resource}_${number}`) ?? []
    const [stale, doubled, extra] = [copies(2)[0], copies(3)[0], copies(4)[0]]
    if (!stale || !doubled || !extra) throw new Error('the copy is not complete')
    store.rows.delete(`${resource} ${resource}_1`)
    store.rows.set(`${resource} ${resource}_2`, [{ ...stale, at: createdAt }])
    store.rows.set(`${resource} ${resource}_3`, [doubled, doubled])
    store.rows.set(`${resource} lost`, [{ ...extra, id: 'lost' }])
    const report = await mirror.verify()
    expect(report.repaired).toEqual({ missing: 1, stale: 1, extra: 1, doubled: 1 })
    expect(report.rows.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual([
      `doubled ${resource}_3`,
      'extra lost',
      `missing ${resource}_1`,
      `stale ${resource}_2`,
    ])
    expect(report.equal).toBe(true)
    expectEqual(store, feed)
    expect((await mirror.verify()).repaired).toEqual({ missing: 0, stale: 0, extra: 0, doubled: 0 })
  })

  test('costs one request for each resource if nothing differs', async () => {
    const feed = feedOf(300)
    const mirror = feed.client().mirror(new MemoryStore())
    await mirror.sync()
    feed.requests.length = 0
    expect(await mirror.verify()).toMatchObject({ equal: true, put: 0 })
    expect(feed.requests).toHaveLength(changeResources.length)
    expect(feed.requests.every(path => path.startsWith('/digest'))).toBe(true)
  })

  test('reports no difference for what changes meanwhile, and is exact afterwards', async () => {
    const { below } = randomStream('meanwhile')
    for (let seed = 0; seed < 10; seed += 1) {
      const [feed, store] = [feedOf(200), new MemoryStore()]
      const mirror = feed.client().mirror(store)
      await mirror.sync()
      // A change before nearly every request of the comparison.
      const first = feed.requests.length
      feed.before = number => {
        if (number < first + 25 && below(4) > 0) write(feed, below, 1 + below(4))
      }
      const report = await mirror.verify()
      expect(report).toMatchObject({ equal: true, repaired: { missing: 0, stale: 0, extra: 0, doubled: 0 } })
      feed.before = null
      await mirror.sync()
      expectEqual(store, feed)
    }
  })

  test('finds real differences also while other rows change', async () => {
    const { below } = randomStream('both')
    for (let seed = 0; seed < 10; seed += 1) {
      const [feed, store] = [feedOf(200), new MemoryStore()]
      const mirror = feed.client().mirror(store)
      await mirror.sync()
      // Rows that the writer does not touch.
      for (const number of [100, 150]) store.rows.delete(`transaction transaction_${number}`)
      const first = feed.requests.length
      feed.before = number => {
        if (number < first + 12 && below(3) > 0) write(feed, below, 1 + below(4))
      }
      const report = await mirror.verify()
      expect(report).toMatchObject({ equal: true, repaired: { missing: 2, stale: 0, extra: 0, doubled: 0 } })
      feed.before = null
      await mirror.sync()
      expectEqual(store, feed)
    }
  })

  test('a kill before any write of a repair leaves nothing that the next sync does not repair', async () => {
    for (let killedBefore = 1; killedBefore < 12; killedBefore += 1) {
      const [feed, store] = [feedOf(60), new MemoryStore()]
      await feed.client().mirror(store).sync()
      for (const number of [1, 2]) store.rows.delete(`transaction transaction_${number}`)
      const doubled = store.rows.get('payee payee_1') ?? []
      store.rows.set('payee payee_1', [...doubled, ...doubled])
      store.killedBefore = store.writes + killedBefore
      const killed = await feed
        .client()
        .mirror(store)
        .verify()
        .then(
          () => false,
          () => true,
        )
      store.killedBefore = Number.POSITIVE_INFINITY
      if (killed && killedBefore > 1) await feed.client().mirror(store).sync()
      else await feed.client().mirror(store).verify()
      expectEqual(store, feed)
      if (!killed) return
    }
    expect.unreachable('the repair has more writes than this test kills')
  })

  test('a copy in which far too much is wrong is read again from the start', async () => {
    const feed = new FakeFeed()
    const rows = repairRowsMax + 500
    const all = Array.from({ length: rows }, (_, row): ['transaction', string, FakeRow['object']] => [
      'transaction',
      `t${row}`,
      transaction(row),
    ])
    feed.commit(all)
    const store = new MemoryStore()
    const mirror = feed.client().mirror(store, { resources: ['transaction'] })
    await mirror.sync()
    store.rows.clear()
    feed.requests.length = 0
    const report = await mirror.verify()
    expect(report).toMatchObject({ equal: true, resyncs: 1, put: rows })
    expect(report.rows).toHaveLength(reportedRowsMax)
    expectEqual(store, feed)
  })

  test('a store that does not keep what is written is reported as not equal, after a few rounds', async () => {
    const [feed, store] = [feedOf(30), new MemoryStore()]
    const mirror = feed.client().mirror(store)
    await mirror.sync()
    const { put } = store
    store.put = rows =>
      put.call(
        store,
        rows.filter(({ id }) => id !== 'transaction_3'),
      )
    store.rows.delete('transaction transaction_3')
    expect(await mirror.verify()).toMatchObject({ equal: false, repaired: { missing: 3 } })
    // The next process knows that a comparison is due.
    store.put = put
    expect(await feed.client().mirror(store).sync()).toMatchObject({ equal: true, repaired: { missing: 1 } })
  })

  test('survives any failure of any of its requests', async () => {
    for (let faulty = 1; ; faulty += 1) {
      const [feed, store] = [feedOf(30), new MemoryStore()]
      const mirror = feed.client().mirror(store)
      await mirror.sync()
      store.rows.delete('transaction transaction_3')
      store.rows.delete('bill bill_1')
      const first = feed.requests.length
      feed.fault = number => (number >= first + faulty && number < first + faulty + 3 ? unplugged : null)
      expect(await mirror.verify()).toMatchObject({ equal: true, repaired: { missing: 2 } })
      expectEqual(store, feed)
      if (feed.requests.length < first + faulty) return expect(faulty).toBeGreaterThan(10)
    }
  })

  test('throws the error of the service if it would only come again', async () => {
    const feed = feedOf(30)
    feed.fault = number => (number === 2 ? failure(403, 'FORBIDDEN') : null)
    const error = await rejection(feed.client().mirror(new MemoryStore()).verify())
    expect(error).toMatchObject({ code: 'FORBIDDEN' })
  })
})

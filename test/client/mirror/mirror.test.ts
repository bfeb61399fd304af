import { describe, expect, test } from 'vitest'
import { FlorinError, type MirrorReport } from '../../../src/client/index.ts'
import { pageRows } from '../../../src/client/mirror/reads.ts'
import { changeResources } from '../../../src/contract/changes.ts'
import { randomStream } from '../../../src/demo/random.ts'
import { failure, rejection, silent } from '../fakeNetwork.ts'
import { MemoryStore, TransactionalStore } from './memoryStore.ts'
import { createdAt, expectEqual, feedOf, transaction, write } from './mirrored.ts'

describe('sync', () => {
  test('copies everything, then only what changed, with deletions', async () => {
    const [feed, store] = [feedOf(250), new MemoryStore()]
    const mirror = feed.client().mirror(store)
    expect(await mirror.sync()).toMatchObject({ put: 265, deleted: 0, equal: true, clock: feed.clock })
    expectEqual(store, feed)
    feed.requests.length = 0
    feed.commit([
      ['transaction', 'transaction_7', null],
      ['transaction', 'transaction_new', transaction(1)],
      ['account', 'account_1', { createdAt }],
    ])
    const report = await mirror.sync()
    expect(report).toEqual({
      clock: feed.clock,
      put: 2,
      deleted: 1,
      resyncs: 0,
      equal: null,
      repaired: { missing: 0, stale: 0, extra: 0, doubled: 0 },
      rows: [],
    })
    expectEqual(store, feed)
    expect(feed.requests).toHaveLength(1)
    expect(store.rows.get('account account_1')?.[0]).toMatchObject({ day: '2026-01-01', at: feed.clock })
  })

  test('goes on in another process from what the store has saved', async () => {
    const [feed, store] = [feedOf(250), new MemoryStore()]
    await feed.client().mirror(store).sync()
    feed.requests.length = 0
    feed.commit([['payee', 'payee_1', null]])
    expect(await feed.client().mirror(store).sync()).toMatchObject({ put: 0, deleted: 1, equal: null })
    expect(feed.requests).toHaveLength(1)
    expectEqual(store, feed)
  })

  test('copies only the resources that it is given', async () => {
    const [feed, store] = [feedOf(5), new MemoryStore()]
    await feed
      .client()
      .mirror(store, { resources: ['payee', 'bill'], companyId: 'c1' })
      .sync()
    expect(new Set([...store.rows.values()].flat().map(({ resource }) => resource))).toEqual(
      new Set(['payee', 'bill']),
    )
    expect(feed.requests.every(path => path.includes('companyId=c1'))).toBe(true)
  })

  test('asks for the digest of categories without the company, because they belong to none', async () => {
    const feed = feedOf(5)
    await feed.client().mirror(new MemoryStore(), { companyId: 'c1' }).sync()
    const digests = feed.requests.filter(path => path.startsWith('/digest'))
    expect(digests).toHaveLength(6)
    const without = digests.filter(path => !path.includes('companyId=c1'))
    expect(without).toEqual([expect.stringContaining('resource=category')])
  })

  test.each([
    ['without transactions', MemoryStore],
    ['with transactions', TransactionalStore],
  ])('may be killed before any write of a store %s', async (_, Store) => {
    const { below } = randomStream('kills')
    let [kills, lives] = [0, 0]
    for (let seed = 0; seed < 10; seed += 1) {
      const [feed, store] = [feedOf(20 + below(150)), new Store()]
      for (let life = 0; life < 12; life += 1) {
        store.killedBefore = store.writes + 1 + below(200)
        if (below(8) === 0) feed.restore(feed.snapshot())
        await feed
          .client()
          .mirror(store)
          .sync()
          .catch(error => {
            expect(error).toEqual(new Error('killed'))
            kills += 1
          })
        lives += 1
        write(feed, below, 1 + below(30))
      }
      store.killedBefore = Number.POSITIVE_INFINITY
      await feed.client().mirror(store).sync()
      expectEqual(store, feed)
    }
    expect(kills).toBeGreaterThan(20)
    expect(lives - kills).toBeGreaterThan(20)
  })

  test('does not lose a page that the store has refused', async () => {
    const [feed, store] = [feedOf(250), new TransactionalStore()]
    const mirror = feed.client().mirror(store)
    store.killedBefore = pageRows + 50
    expect(await rejection(mirror.sync())).toEqual(new Error('killed'))
    store.killedBefore = Number.POSITIVE_INFINITY
    await mirror.sync()
    expectEqual(store, feed)
  })

  test('is at work only once at a time', async () => {
    const mirror = feedOf(5).client().mirror(new MemoryStore())
    const first = mirror.sync()
    expect(await rejection(mirror.verify())).toHaveProperty(
      'message',
      expect.stringContaining('at work already'),
    )
    await first
    expect(await mirror.verify()).toMatchObject({ equal: true })
  })
})

describe('after a restore of the service', () => {
  /** A copy that is newer than the service, which was restored from a backup and has gone on differently. */
  async function restored(Store: typeof MemoryStore = MemoryStore) {
    const { below } = randomStream('restore')
    const [feed, store] = [feedOf(250, 20), new Store()]
    const backup = feed.snapshot()
    for (let commit = 0; commit < 20; commit += 1) write(feed, below, 5)
    await feed.client().mirror(store).sync()
    expectEqual(store, feed)
    feed.restore(backup)
    for (let commit = 0; commit < 3; commit += 1) write(feed, below, 5)
    return { feed, store }
  }

  test('the copy is started again, and loses what the service has lost', async () => {
    const { feed, store } = await restored()
    const report = await feed.client().mirror(store).sync()
    expectEqual(store, feed)
    expect(report).toMatchObject({ resyncs: 1, equal: true })
    expect(report.repaired.extra).toBeGreaterThan(0)
    expect(store.saved).not.toContain('!')
  })

  test('a kill at any moment of that does not keep a row that the service has lost', async () => {
    for (let killedBefore = 1; ; killedBefore += 17) {
      const { feed, store } = await restored()
      store.killedBefore = store.writes + killedBefore
      const killed = await feed
        .client()
        .mirror(store)
        .sync()
        .then(
          () => false,
          () => true,
        )
      store.killedBefore = Number.POSITIVE_INFINITY
      await feed.client().mirror(store).sync()
      expectEqual(store, feed)
      if (!killed) return expect(killedBefore).toBeGreaterThan(100)
    }
  })

  test('also if it happens during a comparison', async () => {
    const [feed, store] = [feedOf(250, 20), new MemoryStore()]
    const mirror = feed.client().mirror(store)
    await mirror.sync()
    store.rows.delete('bill bill_3')
    const walk = feed.requests.length + changeResources.length + 1
    feed.before = number => {
      // The first page of all bills has been read.
      if (number === walk) feed.restore(feed.snapshot())
    }
    const report = await mirror.verify()
    expect(report).toMatchObject({ equal: true })
    expectEqual(store, feed)
  })

  test('a service that asks for it again and again ends the sync with its error', async () => {
    const [feed, store] = [feedOf(250), new MemoryStore()]
    feed.fault = number => (number % 2 === 0 ? failure(409, 'RESYNC_REQUIRED', {}, { defined: false }) : null)
    const error = await rejection(feed.client().mirror(store).sync())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ code: 'RESYNC_REQUIRED' })
    expect(feed.requests.length).toBeLessThan(50)
  })
})

describe('run', () => {
  test('keeps the copy up to date and compares it from time to time, until it is aborted', async () => {
    const [feed, store] = [feedOf(120), new MemoryStore()]
    const { below } = randomStream('run')
    const stop = new AbortController()
    const reports: MirrorReport[] = []
    let nowMs = 0
    const client = feed.client({
      sleep: async ms => {
        nowMs += ms
        write(feed, below, 2)
      },
      now: () => nowMs,
    })
    feed.before = () => {
      nowMs += 1_000
    }
    await client
      .mirror(store, {
        signal: stop.signal,
        verifyEverySeconds: 60,
        onReport: report => {
          reports.push(report)
          if (reports.length === 2) store.rows.delete(store.rows.keys().next().value ?? '')
          if (reports.length === 4) stop.abort()
        },
      })
      .run()
    expect(reports.map(({ equal }) => equal)).toEqual([true, true, true, true])
    expect(reports[2]?.repaired).toEqual({ missing: 1, stale: 0, extra: 0, doubled: 0 })
    expect(reports[2]?.put).toBeGreaterThan(10)
    expectEqual(store, feed)
  })

  test('ends without an error when it is aborted during a request', async () => {
    const feed = feedOf(5)
    const stop = new AbortController()
    feed.fault = number => {
      if (number < 9) return null
      queueMicrotask(() => stop.abort())
      return silent
    }
    await feed.client().mirror(new MemoryStore(), { signal: stop.signal }).run()
    expect(feed.requests).toHaveLength(9)
  })

  test('sync and verify end with the reason of the signal instead, because they are not done', async () => {
    const signal = AbortSignal.abort('enough')
    expect(await rejection(feedOf(5).client().mirror(new MemoryStore(), { signal }).sync())).toBe('enough')
    expect(await rejection(feedOf(5).client().mirror(new MemoryStore(), { signal }).verify())).toBe('enough')
  })
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Bucket,
  type BucketRules,
  describeTake,
  fullBucket,
  takeTokens,
} from '../../src/domain/access/tokenBucket.ts'
import { dropFullBuckets, takeFromBuckets } from '../../src/store/keys/rateBuckets.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

const startMs = Date.parse('2026-06-01T12:00:00.000Z')
const rules: BucketRules = { perSecond: 25, burst: 100 }

interface Take {
  atMs: number
  wanted: number
}

const anyRules: fc.Arbitrary<BucketRules> = fc.record({
  perSecond: fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    // The quota for failed authentications is per minute.
    fc.integer({ min: 1, max: 600 }).map(perMinute => perMinute / 60),
  ),
  burst: fc.integer({ min: 1, max: 200 }),
})

const anyTakes = (waitMs: fc.Arbitrary<number>, lengthMax: number): fc.Arbitrary<Take[]> =>
  fc
    .array(fc.record({ waitMs, wanted: fc.integer({ min: 0, max: 250 }) }), {
      minLength: 1,
      maxLength: lengthMax,
    })
    .map(steps => {
      let atMs = startMs
      return steps.map(({ waitMs: passed, wanted }) => {
        atMs += passed
        return { atMs, wanted }
      })
    })

const forward = fc.oneof(fc.constant(0), fc.nat({ max: 100 }), fc.nat({ max: 20_000 }))
/** Clocks of two machines differ, so a request may come slightly before the previous one. */
const backAndForth = fc.oneof(forward, fc.integer({ min: -500, max: 0 }))
/** Now and then, a clock is set back for good. */
const anyhow = fc.oneof(backAndForth, fc.integer({ min: -100_000, max: -500 }))

/** What a bucket that starts full grants to each take. */
function run(of: BucketRules, takes: readonly Take[]) {
  let bucket: Bucket = fullBucket
  return takes.map(({ atMs, wanted }) => {
    const taken = takeTokens(of, bucket, atMs, wanted)
    bucket = taken
    return taken
  })
}

describe('a token bucket', () => {
  test('grants no more than its burst plus the refill in any time window', () => {
    fc.assert(
      fc.property(anyRules, anyTakes(forward, 40), (of, takes) => {
        const results = run(of, takes)
        for (const [first, { atMs: fromMs }] of takes.entries()) {
          let granted = 0
          for (const [index, { atMs }] of takes.entries()) {
            if (index < first) continue
            granted += results[index]?.granted ?? 0
            expect(granted).toBeLessThanOrEqual(of.burst + (of.perSecond * (atMs - fromMs)) / 1000 + 1e-5)
          }
        }
      }),
    )
  })

  test('never refuses while it has a whole token left', () => {
    fc.assert(
      fc.property(anyRules, anyTakes(forward, 40), (of, takes) => {
        let tokens = of.burst
        let lastMs = startMs
        for (const [index, { granted }] of run(of, takes).entries()) {
          const { atMs = 0, wanted = 0 } = takes[index] ?? {}
          tokens = Math.min(of.burst, tokens + (of.perSecond * (atMs - lastMs)) / 1000) - granted
          lastMs = atMs
          if (granted < wanted) expect(tokens).toBeLessThan(1 + 1e-5)
        }
      }),
    )
  })

  test('grants whole tokens, never more than requested, and never takes any back', () => {
    fc.assert(
      fc.property(anyRules, anyTakes(backAndForth, 40), (of, takes) => {
        let atMs = 0
        for (const [index, taken] of run(of, takes).entries()) {
          expect(Number.isInteger(taken.granted)).toBe(true)
          expect(taken.granted).toBeGreaterThanOrEqual(0)
          expect(taken.granted).toBeLessThanOrEqual(Math.min(takes[index]?.wanted ?? 0, of.burst))
          expect(taken.missing).toBeGreaterThanOrEqual(taken.granted)
          expect(taken.missing).toBeLessThanOrEqual(of.burst + 1e-5)
          expect(taken.atMs).toBeGreaterThanOrEqual(atMs)
          atMs = taken.atMs
        }
      }),
    )
  })

  test('grants a take of many tokens like many single takes', () => {
    fc.assert(
      fc.property(anyRules, anyTakes(forward, 10), (of, takes) => {
        const together = run(of, takes).map(({ granted }) => granted)
        const singly = takes.flatMap(({ atMs, wanted }, index) =>
          Array.from({ length: wanted }, () => ({ atMs, wanted: 1, index })),
        )
        const counts = takes.map(() => 0)
        for (const [at, { granted }] of run(of, singly).entries()) {
          const index = singly[at]?.index ?? 0
          counts[index] = (counts[index] ?? 0) + granted
        }
        expect(counts).toEqual(together)
      }),
    )
  })

  test.each([
    { perSecond: 25, burst: 100 },
    { perSecond: 60, burst: 100 },
    { perSecond: 13, burst: 100 },
    { perSecond: 7, burst: 20 },
    { perSecond: 7 / 60, burst: 7 },
    { perSecond: 100 / 60, burst: 100 },
  ])('at $perSecond per second grants exactly its burst of $burst to single requests', of => {
    const takes = Array.from({ length: of.burst + 10 }, () => ({ atMs: startMs, wanted: 1 }))
    const granted = run(of, takes).map(taken => taken.granted)
    expect(granted).toEqual([...Array(of.burst).fill(1), ...Array(10).fill(0)])
  })

  test('at 25 per second and burst 100 grants 100 at once, then one every 40 ms', () => {
    const takes = [0, 39, 40, 79, 80, 1_080, 11_080].map(ms => ({ atMs: startMs + ms, wanted: 1_000 }))
    expect(run(rules, takes).map(({ granted }) => granted)).toEqual([100, 0, 1, 0, 1, 25, 100])
  })
})

describe('a clock that goes back', () => {
  const emptied = takeTokens(rules, fullBucket, startMs, 100)

  test('by a few seconds, as clocks of two machines differ, refills nothing twice', () => {
    const behind = takeTokens(rules, emptied, startMs - 5_000, 1)
    expect(behind.granted).toBe(0)
    expect(takeTokens(rules, behind, startMs + 1_000, 100).granted).toBe(25)
  })

  test('by an hour, as when it is corrected, is followed from there', () => {
    const hourAgoMs = startMs - 3_600_000
    const followed = takeTokens(rules, emptied, hourAgoMs, 1)
    expect(followed.granted).toBe(0)
    expect(takeTokens(rules, followed, hourAgoMs + 1_000, 100).granted).toBe(25)
  })
})

describe('the limit values of a request', () => {
  const valuesOf = (missing: number, granted: number, order: number) =>
    describeTake(rules, { granted, missing }, order)

  test('are the tokens left after it, and the whole seconds until the bucket is full', () => {
    expect(valuesOf(1, 1, 0)).toEqual({ allowed: true, remaining: 99, resetSeconds: 1, retryAfterSeconds: 0 })
    expect(valuesOf(100, 1, 0)).toEqual({
      allowed: true,
      remaining: 0,
      resetSeconds: 4,
      retryAfterSeconds: 0,
    })
    expect(valuesOf(25.025, 1, 0)).toEqual({
      allowed: true,
      remaining: 74,
      resetSeconds: 2,
      retryAfterSeconds: 0,
    })
  })

  test('do not count the tokens of later requests in the same batch', () => {
    expect([0, 1, 2].map(order => valuesOf(3, 3, order).remaining)).toEqual([99, 98, 97])
    expect([0, 1, 2].map(order => valuesOf(100, 2, order).allowed)).toEqual([true, true, false])
  })

  test('ask to wait whole seconds, at least one, after which there is a token', () => {
    expect(valuesOf(100, 0, 0)).toEqual({
      allowed: false,
      remaining: 0,
      resetSeconds: 4,
      retryAfterSeconds: 1,
    })
    fc.assert(
      fc.property(anyRules, fc.nat({ max: 10_000 }), (of, laterMs) => {
        const emptied = takeTokens(of, fullBucket, startMs, of.burst)
        const refused = takeTokens(of, emptied, startMs + laterMs, 1)
        fc.pre(refused.granted === 0)
        const { retryAfterSeconds } = describeTake(of, refused, 0)
        expect(Number.isInteger(retryAfterSeconds)).toBe(true)
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
        const laterStillMs = startMs + laterMs + retryAfterSeconds * 1000
        expect(takeTokens(of, refused, laterStillMs, 1).granted).toBe(1)
      }),
    )
  })
})

describeOnBothStores('buckets in the database', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => {
    await store?.remove()
  })

  test('grant exactly what the pure ones do, whatever the takes and the clock', async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, anyTakes(anyhow, 8), async (of, takes) => {
        const bucket = randomUUID()
        const results = []
        for (const { atMs, wanted } of takes) {
          results.push(...(await takeFromBuckets(store.db, of, [{ bucket, wanted }], atMs)))
        }
        expect(results).toEqual(run(of, takes).map(taken => ({ bucket, ...taken })))
      }),
      { numRuns: 40 },
    )
  })

  test('that are taken from together do not affect each other', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await takeFromBuckets(store.db, rules, [{ bucket: one, wanted: 100 }], startMs)
    const wanted = [
      { bucket: one, wanted: 3 },
      { bucket: other, wanted: 3 },
    ]
    const taken = await takeFromBuckets(store.db, rules, wanted, startMs + 40)
    expect(new Map(taken.map(({ bucket, granted }) => [bucket, granted]))).toEqual(
      new Map([
        [one, 1],
        [other, 3],
      ]),
    )
  })

  test('are deleted once they are full, and not before', async () => {
    const [early, late] = [`key:${randomUUID()}`, `key:${randomUUID()}`]
    const other = `failures:${randomUUID()}`
    await takeFromBuckets(store.db, rules, [{ bucket: early, wanted: 1 }], startMs)
    await takeFromBuckets(store.db, rules, [{ bucket: late, wanted: 100 }], startMs)
    await takeFromBuckets(store.db, rules, [{ bucket: other, wanted: 1 }], startMs)
    await dropFullBuckets(store.db, 'key', rules, startMs + 41)
    const left = await store.db.query<{ bucket: string }>(
      'select bucket from rate_buckets where bucket = any($1)',
      [[early, late, other]],
    )
    expect(left.map(({ bucket }) => bucket).sort()).toEqual([other, late].sort())
    const [taken] = await takeFromBuckets(store.db, rules, [{ bucket: late, wanted: 5 }], startMs + 41)
    expect(taken?.granted).toBe(1)
  })
})

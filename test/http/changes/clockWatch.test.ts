/** Waiting without a service: how often the database is asked, and what ends a wait. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockWatch } from '../../../src/api/feed/clockWatch.ts'
import type { Database } from '../../../src/store/engine/door.ts'

const early = '2026-06-01T12:00:00.000Z'
const late = '2026-06-01T12:00:00.001Z'

/** A database that knows only clocks. */
function fakeClocks() {
  const clocks = new Map([
    ['wsp_1', early],
    ['wsp_2', early],
  ])
  const asked: string[][] = []
  let answer = async (): Promise<void> => undefined
  const query = async (_: string, [ids]: [string[]]) => {
    asked.push(ids)
    await answer()
    return ids.map(id => ({ id, clock: clocks.get(id) }))
  }
  return {
    db: { query } as unknown as Database,
    clocks,
    asked,
    answerWith: (work: () => Promise<void>) => {
      answer = work
    },
  }
}

describe('the watch on the clocks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('asks for every waiting workspace once in a query, at most five times a second', async () => {
    const { db, asked } = fakeClocks()
    const watch = clockWatch(db)
    const waits = ['wsp_1', 'wsp_1', 'wsp_2'].map(id => watch.untilAfter(id, early, 10_000))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked.length).toBeGreaterThanOrEqual(4)
    expect(asked.length).toBeLessThanOrEqual(5)
    for (const ids of asked) expect(ids).toEqual(['wsp_1', 'wsp_2'])
    watch.stop()
    expect(await Promise.all(waits)).toEqual([false, false, false])
  })

  it('ends only the waits whose clock is later', async () => {
    const { db, clocks } = fakeClocks()
    const watch = clockWatch(db)
    const ended: string[] = []
    for (const id of ['wsp_1', 'wsp_2']) {
      void watch.untilAfter(id, early, 60_000).then(moved => ended.push(`${id} ${moved}`))
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toEqual([])
    clocks.set('wsp_2', late)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toEqual(['wsp_2 true'])
    watch.stop()
  })

  it('asks nothing when nobody waits, also after waits that ended, and asks again for the next', async () => {
    const { db, asked } = fakeClocks()
    const watch = clockWatch(db)
    const controller = new AbortController()
    const waits = [
      watch.untilAfter('wsp_1', early, 300),
      watch.untilAfter('wsp_1', early, 10_000, controller.signal),
    ]
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    expect(await Promise.all(waits)).toEqual([false, false])
    expect(vi.getTimerCount()).toBe(0)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(before)
    void watch.untilAfter('wsp_1', early, 10_000)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked.length).toBeGreaterThan(before)
    watch.stop()
  })

  it('does not ask a slow database again before it has answered', async () => {
    const { db, asked, answerWith } = fakeClocks()
    const watch = clockWatch(db)
    let letGo: () => void = () => undefined
    answerWith(
      () =>
        new Promise<void>(settle => {
          letGo = settle
        }),
    )
    void watch.untilAfter('wsp_1', early, 60_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveLength(1)
    letGo()
    await vi.advanceTimersByTimeAsync(500)
    expect(asked.length).toBeGreaterThan(1)
    watch.stop()
  })

  it('goes on waiting while the database is out of reach, and never longer than asked', async () => {
    const { db, clocks, answerWith } = fakeClocks()
    const watch = clockWatch(db)
    answerWith(() => Promise.reject(new Error('out of reach')))
    const [short, long] = [watch.untilAfter('wsp_1', early, 2_000), watch.untilAfter('wsp_1', early, 20_000)]
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await short).toBe(false)
    clocks.set('wsp_1', late)
    answerWith(async () => undefined)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await long).toBe(true)
  })

  it('ends every wait when it is stopped, and every later one at once', async () => {
    const { db } = fakeClocks()
    const watch = clockWatch(db)
    const wait = watch.untilAfter('wsp_1', early, 30_000)
    watch.stop()
    expect(await wait).toBe(false)
    expect(await watch.untilAfter('wsp_1', early, 30_000)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** When a server counts as gone, on a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerWatch, type Watched } from '../../../src/store/wire/watch.ts'

const limits = { tickMs: 100, probeAfterMs: 1_000, silentMsMax: 4_000, queryMsMax: 10_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

class FakeWatched implements Watched {
  isBusy = false
  sent = 0
  isLimited = true
  abandoned: string | null = null

  ask(): void {
    this.isBusy = true
    this.sent += 1
  }

  abandon(reason: string): void {
    this.isBusy = false
    this.abandoned = reason
  }
}

/** `answer` settles the probes under way. */
function watched() {
  const probes: (() => void)[] = []
  const watch = new ServerWatch(limits, () => new Promise<void>(settle => probes.push(settle)))
  const connection = new FakeWatched()
  watch.add(connection)
  let gone = 0
  watch.onGone = () => {
    gone += 1
  }
  const answer = () => {
    for (const settle of probes.splice(0)) settle()
  }
  return { watch, connection, probes, answer, gone: () => gone }
}

describe('a server', () => {
  it('that nobody asks may be silent, and is not asked for a sign of life', async () => {
    const { watch, probes } = watched()
    await pass(60_000)
    expect([watch.isGone, probes.length]).toEqual([false, 0])
  })

  it('is gone after the time limit where neither a query nor a probe is answered, and not before', async () => {
    const { watch, connection, probes, gone } = watched()
    connection.ask()
    await pass(3_900)
    expect([watch.isGone, probes.length, gone()]).toEqual([false, 1, 0])
    await pass(100)
    expect([watch.isGone, gone()]).toEqual([true, 1])
  })

  it('that answers probes lives, however long a query takes that has no limit', async () => {
    const { watch, connection, answer } = watched()
    connection.isLimited = false
    connection.ask()
    for (let second = 0; second < 60; second += 1) {
      await pass(1_000)
      answer()
    }
    expect([watch.isGone, connection.abandoned]).toEqual([false, null])
  })

  it('that answers anybody lives', async () => {
    const { watch, connection } = watched()
    connection.ask()
    for (let second = 0; second < 8; second += 1) {
      await pass(1_000)
      watch.heard = true
    }
    expect(watch.isGone).toBe(false)
  })

  it('that is gone is probed until it answers, with one probe at a time', async () => {
    const { watch, connection, probes, answer } = watched()
    connection.ask()
    await pass(5_000)
    connection.abandon('gone')
    expect(probes.length).toBeLessThanOrEqual(2)
    await pass(60_000)
    expect(watch.isGone).toBe(true)
    answer()
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('that refuses a connection at once is not gone', async () => {
    const { watch } = watched()
    const refused = watch.opening(async () => {
      throw new Error('ECONNREFUSED')
    })
    await expect(refused).rejects.toThrow('ECONNREFUSED')
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('is gone, too, where a connection that is being opened gets no answer', async () => {
    const { watch } = watched()
    void watch.opening(() => new Promise(() => undefined))
    await pass(limits.silentMsMax)
    expect(watch.isGone).toBe(true)
  })
})

describe('a query', () => {
  it('past its limit is given up while the server lives, and the count begins anew with the next', async () => {
    const { watch, connection } = watched()
    connection.ask()
    for (let second = 0; second < 9; second += 1) {
      await pass(1_000)
      watch.heard = true
    }
    connection.ask()
    for (let second = 0; second < 9; second += 1) {
      await pass(1_000)
      watch.heard = true
    }
    expect(connection.abandoned).toBeNull()
    await pass(1_200)
    expect(connection.abandoned).toMatch(/did not answer this query in time/)
  })
})

describe('a watch', () => {
  it('counts the time that this process was stopped as one tick', async () => {
    const { watch, connection } = watched()
    connection.ask()
    await pass(limits.tickMs)
    // The clock jumps, and the interval fires once.
    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('rests where no connection is left, and leaves no timer behind', async () => {
    const { watch, connection } = watched()
    watch.remove(connection)
    await pass(limits.tickMs)
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** When a server counts as gone, on a fake clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerWatch, type Watched } from '../../../src/postgres/server/watch.ts'

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
  queryMsMax: number | null = null
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

/** A server that was heard before. `respond` settles the running probes. */
async function watched({ wasHeard = true } = {}) {
  const probes: (() => void)[] = []
  const watch = new ServerWatch(limits, () => new Promise<void>(settle => probes.push(settle)))
  const connection = new FakeWatched()
  watch.add(connection)
  let gone = 0
  watch.onGone = () => {
    gone += 1
  }
  watch.heard = wasHeard
  await pass(limits.tickMs)
  const respond = () => {
    for (const settle of probes.splice(0)) settle()
  }
  return { watch, connection, probes, respond, gone: () => gone }
}

describe('a server', () => {
  it('may be silent while no query runs, and is not probed', async () => {
    const { watch, probes } = await watched()
    await pass(60_000)
    expect([watch.isGone, probes.length]).toEqual([false, 0])
  })

  it('is gone after the time limit if neither a query nor a probe gets a response, and not before', async () => {
    const { watch, connection, probes, gone } = await watched()
    connection.ask()
    await pass(3_900)
    expect([watch.isGone, probes.length, gone()]).toEqual([false, 1, 0])
    await pass(100)
    expect([watch.isGone, gone()]).toEqual([true, 1])
  })

  it('is alive while it responds to probes, however long a query without a limit takes', async () => {
    const { watch, connection, respond } = await watched()
    connection.isLimited = false
    connection.ask()
    for (let second = 0; second < 60; second += 1) {
      await pass(1_000)
      respond()
    }
    expect([watch.isGone, connection.abandoned]).toEqual([false, null])
  })

  it('is alive while it responds on any connection', async () => {
    const { watch, connection } = await watched()
    connection.ask()
    for (let second = 0; second < 8; second += 1) {
      await pass(1_000)
      watch.heard = true
    }
    expect(watch.isGone).toBe(false)
  })

  it('is probed while gone until it responds, with one probe at a time', async () => {
    const { watch, connection, probes, respond } = await watched()
    connection.ask()
    await pass(5_000)
    connection.abandon('gone')
    expect(probes.length).toBeLessThanOrEqual(2)
    await pass(60_000)
    expect(watch.isGone).toBe(true)
    respond()
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('is not gone if it refuses a connection at once', async () => {
    const { watch } = await watched()
    const refused = watch.opening(async () => {
      throw new Error('ECONNREFUSED')
    })
    await expect(refused).rejects.toThrow('ECONNREFUSED')
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('is also gone if a connection being opened gets no response', async () => {
    const { watch } = await watched()
    void watch.opening(() => new Promise(() => undefined))
    await pass(limits.silentMsMax)
    expect(watch.isGone).toBe(true)
  })
})

describe('a server that was never heard', () => {
  it('may take its time for the first login, which has its own limit', async () => {
    const { watch, probes } = await watched({ wasHeard: false })
    void watch.opening(() => new Promise(() => undefined))
    await pass(60_000)
    expect([watch.isGone, probes.length]).toEqual([false, 0])
  })
})

describe('a sign of life', () => {
  it.each(['ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'ETIMEDOUT'])(
    'is not an error of the network: %s',
    async code => {
      const watch = new ServerWatch(limits, async () => {
        throw Object.assign(new Error('no'), { code })
      })
      const connection = new FakeWatched()
      watch.add(connection)
      watch.heard = true
      await pass(limits.tickMs)
      connection.ask()
      await pass(limits.silentMsMax)
      expect(watch.isGone).toBe(true)
    },
  )

  it.each([
    [false, 'work without a limit'],
    [true, 'a query with a limit'],
  ])(
    'is a login at a pooler, but not enough for queries with a limit: isGone is %s for %s',
    async (isGone, _) => {
      const { watch, connection, probes } = await watched()
      connection.isLimited = isGone
      connection.ask()
      let known = 0
      for (let second = 0; second < 60; second += 1) {
        await pass(1_000)
        // Each probe is accepted once and gets no further.
        if (probes.length > known) watch.letIn = true
        known = probes.length
      }
      expect(watch.isGone).toBe(isGone)
      expect(known).toBeLessThanOrEqual(60 / 4 + 1)
    },
  )
})

describe('a query', () => {
  it("is dropped after its connection's own limit, and the loss is reported", async () => {
    const { watch, connection } = await watched()
    let stuck = 0
    watch.onStuck = () => {
      stuck += 1
    }
    connection.queryMsMax = 2_000
    connection.ask()
    for (const ms of [1_000, 900]) {
      await pass(ms)
      watch.heard = true
    }
    expect([connection.abandoned, stuck]).toEqual([null, 0])
    await pass(200)
    expect([connection.abandoned !== null, stuck]).toEqual([true, 1])
  })

  it('is dropped after its limit while the server is alive, and the next query starts a new count', async () => {
    const { watch, connection } = await watched()
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
    const { watch, connection } = await watched()
    connection.ask()
    await pass(limits.tickMs)
    // The clock jumps, and the interval fires once.
    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(limits.tickMs)
    expect(watch.isGone).toBe(false)
  })

  it('leaves no timer when no connection is left', async () => {
    const { watch, connection } = await watched()
    watch.remove(connection)
    await pass(limits.tickMs)
    expect(vi.getTimerCount()).toBe(0)
  })
})

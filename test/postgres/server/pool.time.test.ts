/** What a pool does as time goes by, on a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoConnection } from '../../../src/postgres/server/pool.ts'
import { Asker, FakeConnections } from './fakeConnections.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('somebody who waits for a connection', () => {
  it('is refused after the time that the pool allows, and not before', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, waitMsMax: 1000 })
    await connections.take()
    const first = new Asker(connections)
    await pass(400)
    const second = new Asker(connections)
    await pass(599)
    expect([first.isWaiting, second.isWaiting]).toEqual([true, true])
    await pass(1)
    expect(first.refusal).toBeInstanceOf(NoConnection)
    expect(second.isWaiting).toBe(true)
    await pass(400)
    expect(second.refusal).toBeInstanceOf(NoConnection)
  })

  it('is passed over once refused: the connection goes to the next', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, waitMsMax: 1000 })
    const held = await connections.take()
    const first = new Asker(connections)
    await pass(500)
    const second = new Asker(connections)
    await pass(500)
    connections.giveBack(held)
    await pass(0)
    expect([first.connection, second.connection]).toEqual([null, held])
  })

  it('who was served is not refused later', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, waitMsMax: 1000, idleMsMax: 100_000 })
    const held = await connections.take()
    const asker = new Asker(connections)
    connections.giveBack(held)
    await pass(5000)
    expect([asker.connection, asker.refusal]).toEqual([held, null])
    // Nor is a timer left behind.
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is refused although a connection is being opened, and that one is kept for the next', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, waitMsMax: 1000, byHand: true })
    const first = new Asker(connections)
    await pass(1000)
    expect(first.refusal).toBeInstanceOf(NoConnection)
    connections.openings[0]?.succeed()
    await pass(0)
    const second = new Asker(connections)
    await pass(0)
    expect(second.connection?.number).toBe(0)
  })
})

describe('a connection that nobody uses', () => {
  const idleMsMax = 100

  it.each([0, 1, 50, 99])(
    'is closed after the idle time and before twice that, freed %i ms after another',
    async offset => {
      const connections = new FakeConnections({ idleMsMax, connectionsMax: 2 })
      const [other, connection] = [await connections.take(), await connections.take()]
      connections.giveBack(other)
      await pass(offset)
      connections.giveBack(connection)
      await pass(idleMsMax - 1)
      expect(connection.isOpen).toBe(true)
      await pass(idleMsMax + 1)
      expect([connection.isOpen, connection.closings]).toEqual([false, 1])
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('is closed, and those that are used are not, however many there are', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 4 })
    const taken = await Promise.all(Array.from({ length: 4 }, () => connections.take()))
    const [out, ...free] = taken
    for (const each of free) connections.giveBack(each)
    for (let time = 0; time < 100; time += 1) {
      // One at a time is enough, and it is always the same. At times it is free when the pool looks, at times it is not.
      const used = await connections.take()
      await pass(3)
      connections.giveBack(used)
      await pass(4)
    }
    expect(connections.open).toEqual([out, free.at(-1)])
    expect(connections.all).toHaveLength(4)
  })

  it('is replaced when it is needed again', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 1 })
    connections.giveBack(await connections.take())
    await pass(2 * idleMsMax)
    expect(connections.open).toEqual([])
    const again = await connections.take()
    expect(again.number).toBe(1)
    // And is looked after as the first one was.
    connections.giveBack(again)
    await pass(2 * idleMsMax)
    expect(connections.open).toEqual([])
  })

  it('is let go where it was lost meanwhile, and no other in its place', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 2 })
    const [a, b] = [await connections.take(), await connections.take()]
    connections.giveBack(a)
    await pass(idleMsMax + 1)
    connections.giveBack(b)
    a.lose()
    await pass(idleMsMax - 1)
    expect([a.closings, b.isOpen]).toEqual([1, true])
    expect(await connections.take()).toBe(b)
  })

  it('is not looked after any more once the pool is closed', async () => {
    const connections = new FakeConnections({ idleMsMax })
    connections.giveBack(await connections.take())
    await connections.pool.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a pool that is closed', () => {
  it('waits for connections in use up to its time limit, and not for one that is never given back', async () => {
    const connections = new FakeConnections({ closeMsMax: 500 })
    const [returned, kept] = [await connections.take(), await connections.take()]
    let isClosed = false
    const closed = connections.pool.close().then(() => {
      isClosed = true
    })
    connections.giveBack(returned)
    await pass(499)
    expect([isClosed, kept.isOpen]).toEqual([false, true])
    await pass(1)
    await closed
    expect([kept.isOpen, kept.closings, vi.getTimerCount()]).toEqual([false, 1, 0])
  })

  it('does not wait for a connection that is never opened', async () => {
    const connections = new FakeConnections({ closeMsMax: 500, byHand: true })
    const asker = new Asker(connections)
    const closed = connections.pool.close()
    await pass(500)
    await closed
    expect(asker.refusal).toBeInstanceOf(NoConnection)
  })
})

describe('a pool whose server is gone', () => {
  it('refuses everyone who waits, and uses none of its connections again', async () => {
    const connections = new FakeConnections({ connectionsMax: 2 })
    const [used, free] = [await connections.take(), await connections.take()]
    connections.giveBack(free)
    const [, waiting] = [await connections.take(), new Asker(connections)]
    connections.pool.abandon('gone')
    await pass(0)
    expect(waiting.refusal).toBeInstanceOf(NoConnection)
    connections.giveBack(used)
    expect((await connections.take()).number).toBe(2)
  })

  it('closes a connection that was being opened to it, and opens another', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, byHand: true })
    new Asker(connections)
    connections.pool.abandon('gone')
    const later = new Asker(connections)
    expect(connections.openings).toHaveLength(2)
    for (const opening of [...connections.openings]) opening.succeed()
    await pass(0)
    expect(later.connection?.number).toBe(1)
    expect(connections.all[0]?.closings).toBe(1)
  })
})

describe('a connection that is opened too late for those who waited', () => {
  it('is kept for the next one, as logins may be slow', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, byHand: true })
    const [opening, asker] = [connections.openings, new Asker(connections)]
    connections.pool.abandon('gone')
    opening[0]?.succeed()
    await pass(0)
    expect([asker.refusal, connections.all[0]?.closings]).toEqual([expect.any(NoConnection), 0])
    expect((await connections.take()).number).toBe(0)
  })

  it('is closed where the pool is closed', async () => {
    const connections = new FakeConnections({ closeMsMax: 500, byHand: true })
    const asker = new Asker(connections)
    const closed = connections.pool.close()
    await pass(500)
    await closed
    connections.openings[0]?.succeed()
    await pass(0)
    expect([asker.connection, connections.all[0]?.closings]).toEqual([null, 1])
  })
})

describe('a pool that is renewed', () => {
  it('closes free connections at once and those in use when they are given back', async () => {
    const connections = new FakeConnections({ connectionsMax: 2 })
    const [used, free] = [await connections.take(), await connections.take()]
    connections.giveBack(free)
    connections.pool.renew()
    expect([free.closings, used.isOpen]).toEqual([1, true])
    connections.giveBack(used)
    expect(used.closings).toBe(1)
    expect((await connections.take()).number).toBe(2)
  })
})

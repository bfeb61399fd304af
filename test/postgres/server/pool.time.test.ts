/** The time limits of a pool, on a fake clock. */
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

describe('a caller who waits for a connection', () => {
  it("is rejected after the pool's time limit and not before", async () => {
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

  it('is skipped once rejected: the connection goes to the next caller', async () => {
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

  it('is not rejected later once served', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, waitMsMax: 1000, idleMsMax: 100_000 })
    const held = await connections.take()
    const asker = new Asker(connections)
    connections.giveBack(held)
    await pass(5000)
    expect([asker.connection, asker.refusal]).toEqual([held, null])
    // And no timer is left.
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is rejected even if a connection is being opened, which is kept for the next caller', async () => {
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

describe('an idle connection', () => {
  const idleMsMax = 100

  it.each([0, 1, 50, 99])(
    'is closed after the idle time and before twice that, if freed %i ms after another',
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

  it('is kept for longer on a cluster, where a new one would have to plan everything again', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 1 })
    const connection = await connections.take()
    Object.assign(connection, { isDistributed: true })
    connections.giveBack(connection)
    await pass(50 * idleMsMax)
    expect(connection.isOpen).toBe(true)
    await pass(70 * idleMsMax)
    expect([connection.isOpen, connection.closings]).toEqual([false, 1])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is closed while connections in use stay open', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 4 })
    const taken = await Promise.all(Array.from({ length: 4 }, () => connections.take()))
    const [out, ...free] = taken
    for (const each of free) connections.giveBack(each)
    for (let time = 0; time < 100; time += 1) {
      // One is always enough, and it is always the same one. When the pool checks, it is sometimes free, sometimes not.
      const used = await connections.take()
      await pass(3)
      connections.giveBack(used)
      await pass(4)
    }
    expect(connections.open).toEqual([out, free.at(-1)])
    expect(connections.all).toHaveLength(4)
  })

  it('is replaced when another one is needed', async () => {
    const connections = new FakeConnections({ idleMsMax, connectionsMax: 1 })
    connections.giveBack(await connections.take())
    await pass(2 * idleMsMax)
    expect(connections.open).toEqual([])
    const again = await connections.take()
    expect(again.number).toBe(1)
    // The new one is closed after the idle time too.
    connections.giveBack(again)
    await pass(2 * idleMsMax)
    expect(connections.open).toEqual([])
  })

  it('is removed if it was lost meanwhile, and no other one instead of it', async () => {
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

  it('has no timer after the pool is closed', async () => {
    const connections = new FakeConnections({ idleMsMax })
    connections.giveBack(await connections.take())
    await connections.pool.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('closing a pool', () => {
  it('waits for connections in use, but not longer than its time limit', async () => {
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

  it('does not wait forever for a connection being opened', async () => {
    const connections = new FakeConnections({ closeMsMax: 500, byHand: true })
    const asker = new Asker(connections)
    const closed = connections.pool.close()
    await pass(500)
    await closed
    expect(asker.refusal).toBeInstanceOf(NoConnection)
  })
})

describe('a pool whose server is gone', () => {
  it('rejects all waiting callers and never uses its connections again', async () => {
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

  it('closes a connection that was being opened, and opens another', async () => {
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

describe('a connection that is opened after its callers gave up', () => {
  it('is kept for the next caller, because logins may be slow', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, byHand: true })
    const [opening, asker] = [connections.openings, new Asker(connections)]
    connections.pool.abandon('gone')
    opening[0]?.succeed()
    await pass(0)
    expect([asker.refusal, connections.all[0]?.closings]).toEqual([expect.any(NoConnection), 0])
    expect((await connections.take()).number).toBe(0)
  })

  it('is closed if the pool is closed', async () => {
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

describe('renewing a pool', () => {
  it('closes free connections at once, and those in use when they are given back', async () => {
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

import { describe, expect, it } from 'vitest'
import type { WireConnection } from '../../../src/postgres/server/connection.ts'
import { NoConnection } from '../../../src/postgres/server/pool.ts'
import { turn } from '../fake/fakeServer.ts'
import { Asker, ask, FakeConnections } from './fakeConnections.ts'

const numbers = (askers: readonly Asker[]) => askers.map(({ connection }) => connection?.number ?? null)

describe('a pool', () => {
  it('opens connections only on demand, up to its limit', async () => {
    const connections = new FakeConnections({ connectionsMax: 3, byHand: true })
    expect(connections.openings).toHaveLength(0)
    await ask(connections, 2)
    expect(connections.openings).toHaveLength(2)
    await ask(connections, 5)
    expect(connections.openings).toHaveLength(3)
  })

  it('reuses connections, the last used one first', async () => {
    const connections = new FakeConnections({ connectionsMax: 3 })
    const [first, second] = [await connections.take(), await connections.take()]
    connections.giveBack(first)
    connections.giveBack(second)
    expect(await connections.take()).toBe(second)
    expect(await connections.take()).toBe(first)
    expect(connections.all).toHaveLength(2)
  })

  it('gives callers with the same number the same connection if it is free, and any other one if not', async () => {
    const connections = new FakeConnections({ connectionsMax: 3 })
    const all = await Promise.all([connections.take(), connections.take(), connections.take()])
    for (const each of all) connections.giveBack(each)
    const [first, second, third] = all
    for (const number of [1, 0, 2, 1, 31, 33]) {
      const taken = await connections.take(number)
      expect([number, taken.number]).toEqual([number, number % 3])
      connections.giveBack(taken)
    }
    expect(await connections.take(1)).toBe(second)
    const other = await connections.take(1)
    expect([first, third]).toContain(other)
    connections.giveBack(second)
    connections.giveBack(other)
    // Without a number, it is still the one used last.
    expect(await connections.take()).toBe(other)
  })

  it('serves waiting callers in order, before any later ones', async () => {
    const connections = new FakeConnections({ connectionsMax: 2 })
    const [a, b] = [await connections.take(), await connections.take()]
    const askers = await ask(connections, 3)
    expect(numbers(askers)).toEqual([null, null, null])
    connections.giveBack(b)
    const late = new Asker(connections)
    await turn()
    expect([...numbers(askers), late.connection]).toEqual([b.number, null, null, null])
    connections.giveBack(a)
    connections.giveBack(b)
    await turn()
    expect([...numbers(askers), late.connection]).toEqual([b.number, a.number, b.number, null])
    expect(connections.all).toHaveLength(2)
  })

  it('takes a connection back after the work, even if it fails', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const used: WireConnection[] = []
    const work = (connection: WireConnection) => {
      used.push(connection)
      return Promise.resolve('done')
    }
    const failing = connections.pool.use(connection => {
      used.push(connection)
      return Promise.reject(new Error('no'))
    })
    await expect(failing).rejects.toThrow('no')
    expect(await connections.pool.use(work)).toBe('done')
    expect(used[0]).toBe(used[1])
  })

  it('drops a lost connection and opens another when needed', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const first = await connections.take()
    first.lose()
    connections.giveBack(first)
    expect([connections.all.length, first.closings]).toEqual([1, 1])
    expect((await connections.take()).isOpen).toBe(true)
    expect(connections.all).toHaveLength(2)
  })

  it('opens another one for a waiting caller when a lost one is given back', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const first = await connections.take()
    const [waiting] = await ask(connections, 1)
    first.lose()
    connections.giveBack(first)
    await turn()
    expect(waiting?.connection?.number).toBe(1)
  })

  it('skips connections that were lost while idle, even if all of them were', async () => {
    const connections = new FakeConnections({ connectionsMax: 3 })
    const taken = [await connections.take(), await connections.take(), await connections.take()]
    for (const each of taken) connections.giveBack(each)
    taken[0]?.lose()
    taken[2]?.lose()
    expect(await connections.take()).toBe(taken[1])
    taken[1]?.lose()
    const [asker] = await ask(connections, 1)
    expect(asker?.connection?.number).toBe(3)
    // Lost connections no longer count towards the limit.
    connections.giveBack(taken[1] as (typeof taken)[0])
    expect(numbers(await ask(connections, 3))).toEqual([4, 5, null])
  })

  it('rejects the caller who has waited longest when opening fails, and tries again for the next', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, byHand: true })
    const [first, second, third] = await ask(connections, 3)
    const reason = new Error('no route')
    connections.openings[0]?.fail(reason)
    await turn()
    expect([first?.refusal, second?.isWaiting, third?.isWaiting]).toEqual([reason, true, true])
    connections.openings[0]?.fail(reason)
    await turn()
    expect([second?.refusal, third?.isWaiting]).toEqual([reason, true])
    connections.openings[0]?.succeed()
    await turn()
    expect(third?.connection?.number).toBe(0)
    expect(connections.openings).toHaveLength(0)
  })

  it('stops trying when nobody waits, and tries again for the next caller', async () => {
    const connections = new FakeConnections({ connectionsMax: 1, byHand: true })
    const [first] = await ask(connections, 1)
    connections.openings[0]?.fail(new Error('no route'))
    await turn()
    expect([first?.isWaiting, connections.openings.length]).toEqual([false, 0])
    const [second] = await ask(connections, 1)
    connections.openings[0]?.succeed()
    await turn()
    expect(second?.connection?.number).toBe(0)
  })

  it('keeps a connection whose caller got another one meanwhile', async () => {
    const connections = new FakeConnections({ connectionsMax: 2, byHand: true })
    const [first] = await ask(connections, 1)
    connections.openings[0]?.succeed()
    await turn()
    const [second] = await ask(connections, 1)
    connections.giveBack(first?.connection as NonNullable<Asker['connection']>)
    await turn()
    expect(second?.connection?.number).toBe(0)
    connections.openings[0]?.succeed()
    await turn()
    const [third] = await ask(connections, 1)
    expect([third?.connection?.number, connections.openings.length]).toEqual([1, 0])
  })
})

describe('closing a pool', () => {
  it('resolves at once if nothing is open', async () => {
    const connections = new FakeConnections()
    await expect(connections.pool.close()).resolves.toBeUndefined()
    expect(connections.openings).toHaveLength(0)
  })

  it('closes free connections and waits until they are closed', async () => {
    const connections = new FakeConnections({ closeSlowly: true })
    const [a, b] = [await connections.take(), await connections.take()]
    for (const each of [a, b]) connections.giveBack(each)
    let isClosed = false
    const closed = connections.pool.close().then(() => {
      isClosed = true
    })
    await turn()
    expect([a.closings, b.closings, isClosed]).toEqual([1, 1, false])
    a.finishClosing()
    await turn()
    expect(isClosed).toBe(false)
    b.finishClosing()
    await closed
  })

  it('waits for connections in use to be given back', async () => {
    const connections = new FakeConnections()
    const [a, b] = [await connections.take(), await connections.take()]
    let isClosed = false
    const closed = connections.pool.close().then(() => {
      isClosed = true
    })
    connections.giveBack(a)
    await turn()
    expect([a.closings, b.closings, isClosed]).toEqual([1, 0, false])
    // Even one that was lost meanwhile.
    b.lose()
    connections.giveBack(b)
    await closed
    expect(connections.all).toHaveLength(2)
  })

  it('rejects all waiting and later callers', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const held = await connections.take()
    const waiting = await ask(connections, 2)
    const closed = connections.pool.close()
    const later = await ask(connections, 1)
    for (const { refusal } of [...waiting, ...later]) expect(refusal).toBeInstanceOf(NoConnection)
    connections.giveBack(held)
    await closed
    const [last] = await ask(connections, 1)
    expect(last?.refusal).toBeInstanceOf(NoConnection)
    expect(connections.all).toHaveLength(1)
  })

  it.each(['succeed', 'fail'] as const)(
    'waits for a connection being opened, whatever the outcome: %s',
    async end => {
      const connections = new FakeConnections({ byHand: true })
      const [waiting] = await ask(connections, 1)
      let isClosed = false
      const closed = connections.pool.close().then(() => {
        isClosed = true
      })
      await turn()
      expect([waiting?.isWaiting, isClosed]).toEqual([false, false])
      connections.openings[0]?.[end](new Error('no route'))
      await closed
      expect(connections.open).toEqual([])
      expect(connections.openings).toHaveLength(0)
    },
  )

  it('can be called twice at once', async () => {
    const connections = new FakeConnections()
    const held = await connections.take()
    const both = Promise.all([connections.pool.close(), connections.pool.close()])
    connections.giveBack(held)
    await both
    expect(held.closings).toBe(1)
  })
})

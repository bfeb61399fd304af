import { describe, expect, it } from 'vitest'
import type { WireConnection } from '../../../src/postgres/server/connection.ts'
import { NoConnection } from '../../../src/postgres/server/pool.ts'
import { turn } from '../fake/fakeServer.ts'
import { Asker, ask, FakeConnections } from './fakeConnections.ts'

const numbers = (askers: readonly Asker[]) => askers.map(({ connection }) => connection?.number ?? null)

describe('a pool', () => {
  it('opens nothing before anyone asks, and as many as are asked for up to its limit', async () => {
    const connections = new FakeConnections({ connectionsMax: 3, byHand: true })
    expect(connections.openings).toHaveLength(0)
    await ask(connections, 2)
    expect(connections.openings).toHaveLength(2)
    await ask(connections, 5)
    expect(connections.openings).toHaveLength(3)
  })

  it('gives the same connection again, and the one that was used last', async () => {
    const connections = new FakeConnections({ connectionsMax: 3 })
    const [first, second] = [await connections.take(), await connections.take()]
    connections.giveBack(first)
    connections.giveBack(second)
    expect(await connections.take()).toBe(second)
    expect(await connections.take()).toBe(first)
    expect(connections.all).toHaveLength(2)
  })

  it('serves those who wait in the order in which they came, ahead of anyone who comes later', async () => {
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

  it('gives a connection back after work, also where the work fails', async () => {
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

  it('does not give a lost connection back to anyone, and opens another when it is needed', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const first = await connections.take()
    first.lose()
    connections.giveBack(first)
    expect([connections.all.length, first.closings]).toEqual([1, 1])
    expect((await connections.take()).isOpen).toBe(true)
    expect(connections.all).toHaveLength(2)
  })

  it('opens another for who waits when a lost one is given back', async () => {
    const connections = new FakeConnections({ connectionsMax: 1 })
    const first = await connections.take()
    const [waiting] = await ask(connections, 1)
    first.lose()
    connections.giveBack(first)
    await turn()
    expect(waiting?.connection?.number).toBe(1)
  })

  it('passes over those that were lost while nobody had them, though all of them were', async () => {
    const connections = new FakeConnections({ connectionsMax: 3 })
    const taken = [await connections.take(), await connections.take(), await connections.take()]
    for (const each of taken) connections.giveBack(each)
    taken[0]?.lose()
    taken[2]?.lose()
    expect(await connections.take()).toBe(taken[1])
    taken[1]?.lose()
    const [asker] = await ask(connections, 1)
    expect(asker?.connection?.number).toBe(3)
    // Each place of a lost one is free again.
    connections.giveBack(taken[1] as (typeof taken)[0])
    expect(numbers(await ask(connections, 3))).toEqual([4, 5, null])
  })

  it('tells an opening that failed to who waits longest, and tries again for the next', async () => {
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

  it('tries no more once nobody waits, and tries again for the next who comes', async () => {
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

  it('keeps a connection that was opened for one who has got another by then', async () => {
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

describe('a pool that is closed', () => {
  it('is closed at once where nothing is open', async () => {
    const connections = new FakeConnections()
    await expect(connections.pool.close()).resolves.toBeUndefined()
    expect(connections.openings).toHaveLength(0)
  })

  it('closes what is free, and waits until that is done', async () => {
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

  it('lets who has a connection go on, and waits for it to come back', async () => {
    const connections = new FakeConnections()
    const [a, b] = [await connections.take(), await connections.take()]
    let isClosed = false
    const closed = connections.pool.close().then(() => {
      isClosed = true
    })
    connections.giveBack(a)
    await turn()
    expect([a.closings, b.closings, isClosed]).toEqual([1, 0, false])
    // Also one that was lost meanwhile.
    b.lose()
    connections.giveBack(b)
    await closed
    expect(connections.all).toHaveLength(2)
  })

  it('refuses those who wait, and all who come later', async () => {
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
    'waits for what is being opened, whether or not that succeeds: %s',
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

  it('twice at once is closed for both', async () => {
    const connections = new FakeConnections()
    const held = await connections.take()
    const both = Promise.all([connections.pool.close(), connections.pool.close()])
    connections.giveBack(held)
    await both
    expect(held.closings).toBe(1)
  })
})

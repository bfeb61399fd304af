/** Random actions on a pool, in random order. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { turn } from '../fake/fakeServer.ts'
import { Asker, type FakeConnection, FakeConnections } from './fakeConnections.ts'

type Step = readonly ['take' | 'giveBack' | 'loseTaken' | 'loseFree' | 'opened' | 'failed', number]

const steps = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('take' as const, 'giveBack' as const, 'opened' as const) },
      { weight: 1, arbitrary: fc.constantFrom('loseTaken' as const, 'loseFree' as const, 'failed' as const) },
    ),
    fc.nat(100),
  ),
  { maxLength: 60, size: 'max' },
)

const pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % items.length]

class World {
  readonly connections: FakeConnections
  readonly askers: Asker[] = []
  /** Taken and not yet given back. */
  readonly taken = new Set<FakeConnection>()
  readonly max: number
  #served = 0

  constructor(max: number) {
    this.max = max
    this.connections = new FakeConnections({
      connectionsMax: max,
      byHand: true,
      idleMsMax: 1e6,
      waitMsMax: 1e6,
    })
  }

  get waiting(): number {
    return this.askers.filter(({ isWaiting }) => isWaiting).length
  }

  get free(): FakeConnection[] {
    return this.connections.open.filter(each => !this.taken.has(each))
  }

  async do([what, place]: Step): Promise<void> {
    const { connections } = this
    const one = pick([...this.taken], place)
    if (what === 'take') this.askers.push(new Asker(connections))
    else if (what === 'giveBack' && one) this.#giveBack(one)
    else if (what === 'loseTaken') one?.lose()
    else if (what === 'loseFree') pick(this.free, place)?.lose()
    else if (what === 'opened') pick(connections.openings, place)?.succeed()
    else if (what === 'failed') pick(connections.openings, place)?.fail(new Error('no route'))
    await turn()
    this.#noteServed()
  }

  #giveBack(connection: FakeConnection): void {
    this.taken.delete(connection)
    this.connections.giveBack(connection)
  }

  #noteServed(): void {
    const ended = this.askers.slice(this.#served).filter(({ isWaiting }) => !isWaiting)
    this.#served += ended.length
    for (const { connection } of ended) {
      if (connection === null) continue
      if (this.taken.has(connection)) throw new Error('Two callers have the same connection.')
      if (!connection.isOpen) throw new Error('A caller got a lost connection.')
      this.taken.add(connection)
    }
  }

  check(): void {
    const { connections, taken, max, waiting } = this
    expect(taken.size + this.free.length + connections.openings.length).toBeLessThanOrEqual(max)
    // Callers are served or rejected in order.
    const firstWaiting = this.askers.findIndex(({ isWaiting }) => isWaiting)
    expect(firstWaiting === -1 ? 0 : this.askers.length - firstWaiting).toBe(waiting)
    if (waiting === 0) return
    expect(this.free).toEqual([])
    // A connection is being opened for each waiting caller, within the limit.
    expect(connections.openings.length).toBeGreaterThanOrEqual(Math.min(waiting, max - taken.size))
  }

  /** All connections are given back, and all openings succeed. */
  async settle(): Promise<void> {
    for (let round = 0; this.waiting + this.taken.size + this.connections.openings.length > 0; round += 1) {
      if (round > this.askers.length + this.max) throw new Error('A caller waits forever.')
      await this.do(['opened', 0])
      await this.do(['giveBack', 0])
    }
  }
}

it('a pool never exceeds its limit, serves callers in order, and keeps nobody waiting while it could serve', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (max, done) => {
      const world = new World(max)
      for (const step of done) {
        await world.do(step)
        world.check()
      }
      await world.settle()
      await world.connections.pool.close()
      expect(world.connections.all.map(({ closings }) => closings)).toEqual(
        world.connections.all.map(() => 1),
      )
    }),
    { numRuns: 150 },
  )
})

/** Connections for a pool that are only open or closed, and openings that a test lets succeed or fail. */
import type { WireConnection } from '../../../src/postgres/server/connection.ts'
import { type PoolOptions, WirePool } from '../../../src/postgres/server/pool.ts'
import { turn } from '../fake/fakeServer.ts'

export class FakeConnection {
  readonly number: number
  isOpen = true
  closings = 0
  #finishClosing: (() => void) | null = null
  readonly #closesSlowly: boolean

  constructor(number: number, closesSlowly: boolean) {
    this.number = number
    this.#closesSlowly = closesSlowly
  }

  lose(): void {
    this.isOpen = false
  }

  abandon(): void {
    this.isOpen = false
  }

  close(): Promise<void> {
    this.isOpen = false
    this.closings += 1
    if (!this.#closesSlowly) return Promise.resolve()
    return new Promise(resolve => {
      this.#finishClosing = resolve
    })
  }

  finishClosing(): void {
    this.#finishClosing?.()
  }
}

interface Opening {
  succeed(): void
  fail(reason: Error): void
}

export class FakeConnections {
  readonly pool: WirePool
  /** All connections ever opened. */
  readonly all: FakeConnection[] = []
  /** Connections being opened, oldest first. */
  readonly openings: Opening[] = []
  readonly closeSlowly: boolean

  /** `byHand`: the test settles each opening; otherwise all succeed. */
  constructor(given: Partial<Omit<PoolOptions, 'open'>> & { byHand?: boolean; closeSlowly?: boolean } = {}) {
    const { byHand = false, closeSlowly = false, ...options } = given
    this.closeSlowly = closeSlowly
    this.pool = new WirePool({
      ...{ connectionsMax: 2, waitMsMax: 1000, idleMsMax: 100 },
      ...options,
      open: () => {
        const opened = this.#begin()
        if (!byHand) this.openings[0]?.succeed()
        return opened
      },
    })
  }

  #begin(): Promise<WireConnection> {
    return new Promise((resolve, reject) => {
      const leave = () => void this.openings.splice(this.openings.indexOf(opening), 1)
      const opening: Opening = {
        succeed: () => {
          leave()
          const connection = new FakeConnection(this.all.length, this.closeSlowly)
          this.all.push(connection)
          resolve(connection as unknown as WireConnection)
        },
        fail: reason => {
          leave()
          reject(reason)
        },
      }
      this.openings.push(opening)
    })
  }

  get open(): FakeConnection[] {
    return this.all.filter(({ isOpen }) => isOpen)
  }

  async take(preferred?: number): Promise<FakeConnection> {
    return (await this.pool.take(preferred)) as unknown as FakeConnection
  }

  giveBack(connection: FakeConnection): void {
    this.pool.giveBack(connection as unknown as WireConnection)
  }
}

/** A caller who asks for a connection. Its state can be read without waiting. */
export class Asker {
  connection: FakeConnection | null = null
  refusal: unknown = null

  constructor({ pool }: FakeConnections) {
    pool.take().then(
      connection => {
        this.connection = connection as unknown as FakeConnection
      },
      (reason: unknown) => {
        this.refusal = reason
      },
    )
  }

  get isWaiting(): boolean {
    return this.connection === null && this.refusal === null
  }
}

/** Asks `count` times in a row, and returns the callers after one turn. */
export async function ask(connections: FakeConnections, count: number): Promise<Asker[]> {
  const askers = Array.from({ length: count }, () => new Asker(connections))
  await turn()
  return askers
}

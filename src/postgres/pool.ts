/**
 * A few connections for many statements. Whoever comes when all are taken waits for the next one that is free; one that
 * is lost is replaced when it is needed, and one that nobody needs is closed.
 */
import { DurationHistogram } from '../domain/histogram.ts'
import type { WireConnection } from './connection.ts'
import type { PoolStats } from './poolStats.ts'
import type { ServerWatch } from './watch.ts'

/** No connection came free in time, or the pool is closed. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

export interface PoolOptions {
  open(): Promise<WireConnection>
  connectionsMax: number
  /** The time that somebody waits for a connection. */
  waitMsMax: number
  idleMsMax: number
  /** The time that `close` waits for connections in use. Left out, it waits for as long as they are used. */
  closeMsMax?: number
  /** The limit of a query, where it is not that of the watch. */
  queryMsMax?: number
  /** Left out, nobody notices a server that falls silent. */
  watch?: ServerWatch
}

/** Somebody who waits for a connection. */
interface Waiting {
  serve(connection: WireConnection): void
  refuse(reason: unknown): void
  sinceMs?: number
}

export class WirePool {
  readonly #options: PoolOptions
  readonly #open = new Set<WireConnection>()
  /** How many are being opened; the set is replaced when nobody waits for them any more. */
  #opening = new Set<object>()
  /** Those that must not be used again, though they are in use now. */
  readonly #outdated = new WeakSet<WireConnection>()
  /** The one that was used last is taken first, so that those that are not needed stay unused. */
  readonly #free: WireConnection[] = []
  /** Of the free ones, those that nobody has taken since the last look. */
  #unused = new Set<WireConnection>()
  /** In the order in which they came, each with the end of its patience. */
  readonly #waiting = new Map<Waiting, NodeJS.Timeout>()
  readonly #beingClosed = new Set<Promise<void>>()
  readonly #waits = new DurationHistogram()
  #timeouts = 0
  #nextLook: NodeJS.Timeout | undefined
  #isClosing = false
  #closed: Promise<void> | null = null
  #whenEmpty: (() => void) | null = null

  constructor(options: PoolOptions) {
    this.#options = options
  }

  async use<Result>(work: (connection: WireConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.take()
    try {
      return await work(connection)
    } finally {
      this.giveBack(connection)
    }
  }

  /** Whoever takes a connection gives it back. */
  take(): Promise<WireConnection> {
    return new Promise((resolve, reject) => {
      this.#ask({ serve: resolve, refuse: reject })
    })
  }

  giveBack(connection: WireConnection): void {
    if (connection.isOpen && !this.#outdated.has(connection)) this.#handOver(connection)
    else {
      this.#drop(connection)
      if (this.#waiting.size > 0) this.#openAnother()
    }
  }

  /** Closes every connection; one in use is closed when it is given back. New ones may reach another server. */
  renew(): void {
    for (const connection of this.#open) this.#outdated.add(connection)
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    this.#unused.clear()
  }

  /** The server is gone: nobody waits for it any longer, and no connection to it is used again. */
  abandon(reason: string): void {
    for (const connection of this.#open) connection.abandon(reason)
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    this.#unused.clear()
    this.#opening = new Set()
    this.#refuseAll(reason)
    this.#tellWhenEmpty()
  }

  stats(pool: PoolStats['pool']): PoolStats {
    const { connectionsMax } = this.#options
    const idle = this.#free.length
    const inUse = this.#open.size - idle
    const [opening, waiting] = [this.#opening.size, this.#waiting.size]
    return {
      pool,
      connectionsMax,
      inUse,
      idle,
      opening,
      waiting,
      waits: this.#waits,
      timeouts: this.#timeouts,
    }
  }

  /** Whoever has a connection keeps it to the end, and is waited for; but not past the time limit. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#nextLook)
    this.#refuseAll('The store is closed.')
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    const { closeMsMax } = this.#options
    const deadline =
      closeMsMax === undefined
        ? undefined
        : setTimeout(() => this.#giveUpOnAll('The store was closed.'), closeMsMax)
    if (this.#open.size + this.#opening.size > 0) {
      await new Promise<void>(resolve => {
        this.#whenEmpty = resolve
      })
    }
    clearTimeout(deadline)
    await Promise.all(this.#beingClosed)
  }

  /** Also those whose users never give them back. */
  #giveUpOnAll(reason: string): void {
    this.abandon(reason)
    for (const connection of this.#open) this.#drop(connection)
  }

  #refuseAll(reason: string): void {
    for (let next = this.#nextWaiting(); next !== undefined; next = this.#nextWaiting()) {
      next.refuse(new NoConnection(reason))
    }
  }

  #ask(asking: Waiting): void {
    const connection = this.#takeFree()
    if (connection !== undefined) asking.serve(connection)
    else if (this.#isClosing) asking.refuse(new NoConnection('The store is closed.'))
    else if (this.#options.watch?.isGone) asking.refuse(new NoConnection('PostgreSQL does not answer.'))
    else {
      const { waitMsMax } = this.#options
      asking.sinceMs = performance.now()
      this.#waiting.set(
        asking,
        setTimeout(() => this.#giveUp(asking), waitMsMax),
      )
      this.#openAnother()
    }
  }

  #takeFree(): WireConnection | undefined {
    for (;;) {
      const connection = this.#free.pop()
      if (connection === undefined) return undefined
      this.#unused.delete(connection)
      if (connection.isOpen) return connection
      this.#drop(connection)
    }
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#timeouts += 1
    this.#countWait(waiting)
    waiting.refuse(new NoConnection('Every connection is taken.'))
  }

  /** Whoever waits longest, and waits no more. */
  #nextWaiting(): Waiting | undefined {
    for (const [waiting, timer] of this.#waiting) {
      clearTimeout(timer)
      this.#waiting.delete(waiting)
      this.#countWait(waiting)
      return waiting
    }
    return undefined
  }

  #countWait({ sinceMs }: Waiting): void {
    if (sinceMs !== undefined) this.#waits.add(performance.now() - sinceMs)
  }

  /** If there may be another. The one who waits longest gets to know of a failure; for the next it is tried again. */
  #openAnother(): void {
    const { connectionsMax, watch, open } = this.#options
    const opening = this.#opening
    if (this.#open.size + opening.size >= connectionsMax) return
    const mine = {}
    opening.add(mine)
    const opened = watch ? watch.opening(open) : open()
    opened.then(
      connection => {
        opening.delete(mine)
        // A login may take longer than our patience with it; what it opened in the end is of use.
        const isLate = opening !== this.#opening
        const isFull = this.#open.size + this.#opening.size >= connectionsMax
        if (isLate && (this.#isClosing || isFull)) void connection.close()
        else this.#adopt(connection)
      },
      (error: unknown) => {
        opening.delete(mine)
        if (opening !== this.#opening) return
        this.#nextWaiting()?.refuse(error)
        if (this.#waiting.size > 0) this.#openAnother()
        this.#tellWhenEmpty()
      },
    )
  }

  #adopt(connection: WireConnection): void {
    const { watch, queryMsMax = null } = this.#options
    this.#open.add(connection)
    connection.queryMsMax = queryMsMax
    if (watch) {
      connection.pulse = watch
      watch.add(connection)
    }
    this.#handOver(connection)
  }

  #handOver(connection: WireConnection): void {
    const next = this.#nextWaiting()
    if (next !== undefined) next.serve(connection)
    else if (this.#isClosing) this.#drop(connection)
    else {
      this.#free.push(connection)
      this.#nextLook ??= this.#lookLater()
    }
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => this.#dropUnused(), this.#options.idleMsMax).unref()
  }

  #dropUnused(): void {
    for (const connection of this.#unused) {
      this.#free.splice(this.#free.indexOf(connection), 1)
      this.#drop(connection)
    }
    this.#unused = new Set(this.#free)
    this.#nextLook = this.#free.length > 0 ? this.#lookLater() : undefined
  }

  #drop(connection: WireConnection): void {
    if (!this.#open.delete(connection)) return
    this.#options.watch?.remove(connection)
    const closed = connection.close().then(() => {
      this.#beingClosed.delete(closed)
    })
    this.#beingClosed.add(closed)
    this.#tellWhenEmpty()
  }

  #tellWhenEmpty(): void {
    if (this.#open.size + this.#opening.size === 0) this.#whenEmpty?.()
  }
}

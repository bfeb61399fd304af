/**
 * Shares a few connections among many queries. Callers wait in order while all connections are in use. A lost
 * connection is replaced when one is needed; an unused one is closed.
 */
import { DurationHistogram } from '../../domain/histogram.ts'
import type { WireConnection } from './connection.ts'
import type { PoolStats } from './poolStats.ts'
import type { ServerWatch } from './watch.ts'

/** No connection became free in time, or the pool is closed. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

export interface PoolOptions {
  open(): Promise<WireConnection>
  connectionsMax: number
  /** How long a caller waits for a connection. */
  waitMsMax: number
  idleMsMax: number
  /** How long `close` waits for connections in use. Default: no limit. */
  closeMsMax?: number
  /** Time limit for one query. Default: the watch's. */
  queryMsMax?: number
  /** Without it, a server that falls silent goes unnoticed. */
  watch?: ServerWatch
}

/** A caller waiting for a connection. */
interface Waiting {
  serve(connection: WireConnection): void
  refuse(reason: unknown): void
  sinceMs?: number
}

/** On a cluster a new connection has to plan everything again, once for each shard, so an unused one is kept for longer. */
const checksOnCluster = 60

export class WirePool {
  readonly #options: PoolOptions
  readonly #open = new Set<WireConnection>()
  /** Connections being opened. `abandon` replaces the set, so that late ones can be recognized. */
  #opening = new Set<object>()
  /** In use now, but must not be used again. */
  readonly #outdated = new WeakSet<WireConnection>()
  /** A stack: the connection used last is taken first, so that surplus ones stay unused and get closed. */
  readonly #free: WireConnection[] = []
  /** Free connections not taken since the last check. */
  #unused = new Set<WireConnection>()
  /** Callers in order of arrival, each with its timeout. */
  readonly #waiting = new Map<Waiting, NodeJS.Timeout>()
  readonly #beingClosed = new Set<Promise<void>>()
  readonly #waits = new DurationHistogram()
  #timeouts = 0
  #nextCheck: NodeJS.Timeout | undefined
  #checks = 0
  #isClosing = false
  #closed: Promise<void> | null = null
  #onEmpty: (() => void) | null = null

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Callers with the same `preferred` number get the same connection if it is free, and any other one if not. */
  async use<Result>(
    work: (connection: WireConnection) => Promise<Result>,
    preferred?: number,
  ): Promise<Result> {
    // A query that finds a free connection is sent at once, without a promise in between.
    const connection = this.#takeFree(preferred) ?? (await this.take(preferred))
    try {
      return await work(connection)
    } finally {
      this.giveBack(connection)
    }
  }

  /** The caller must give the connection back. */
  take(preferred?: number): Promise<WireConnection> {
    return new Promise((resolve, reject) => {
      this.#ask({ serve: resolve, refuse: reject }, preferred)
    })
  }

  giveBack(connection: WireConnection): void {
    if (connection.isOpen && !this.#outdated.has(connection)) this.#handOver(connection)
    else {
      this.#drop(connection)
      if (this.#waiting.size > 0) this.#openAnother()
    }
  }

  /** Closes all connections, those in use when they are given back. New ones may reach another server. */
  renew(): void {
    for (const connection of this.#open) this.#outdated.add(connection)
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    this.#unused.clear()
  }

  /** The server is gone: rejects all waiting callers and drops all connections. */
  abandon(reason: string): void {
    for (const connection of this.#open) connection.abandon(reason)
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    this.#unused.clear()
    this.#opening = new Set()
    this.#refuseAll(reason)
    this.#notifyIfEmpty()
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

  /** Waits until connections in use are given back, but not longer than `closeMsMax`. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#nextCheck)
    this.#refuseAll('The store is closed.')
    for (const connection of this.#free.splice(0)) this.#drop(connection)
    const { closeMsMax } = this.#options
    const deadline =
      closeMsMax === undefined
        ? undefined
        : setTimeout(() => this.#dropAll('The store was closed.'), closeMsMax)
    if (this.#open.size + this.#opening.size > 0) {
      await new Promise<void>(resolve => {
        this.#onEmpty = resolve
      })
    }
    clearTimeout(deadline)
    await Promise.all(this.#beingClosed)
  }

  /** Including connections that are never given back. */
  #dropAll(reason: string): void {
    this.abandon(reason)
    for (const connection of this.#open) this.#drop(connection)
  }

  #refuseAll(reason: string): void {
    for (let next = this.#nextWaiting(); next !== undefined; next = this.#nextWaiting()) {
      next.refuse(new NoConnection(reason))
    }
  }

  #ask(asking: Waiting, preferred?: number): void {
    const connection = this.#takeFree(preferred)
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

  #takeFree(preferred?: number): WireConnection | undefined {
    if (preferred !== undefined) this.#putOnTop(preferred)
    for (;;) {
      const connection = this.#free.pop()
      if (connection === undefined) return undefined
      this.#unused.delete(connection)
      if (connection.isOpen) return connection
      this.#drop(connection)
    }
  }

  /** The connection with this number, if it is free. Numbers go around. */
  #putOnTop(preferred: number): void {
    const wanted = [...this.#open][preferred % this.#open.size]
    const at = wanted === undefined ? -1 : this.#free.indexOf(wanted)
    if (at >= 0) this.#free.push(...this.#free.splice(at, 1))
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#timeouts += 1
    this.#countWait(waiting)
    waiting.refuse(new NoConnection('Every connection is taken.'))
  }

  /** Removes and returns the caller who has waited longest. */
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

  /** Within the limit. A failure rejects the caller who has waited longest, and the next one gets another attempt. */
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
        // A login may finish after its caller gave up. The connection is still useful.
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
        this.#notifyIfEmpty()
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
      this.#nextCheck ??= this.#checkLater()
    }
  }

  #checkLater(): NodeJS.Timeout {
    return setTimeout(() => this.#dropUnused(), this.#options.idleMsMax).unref()
  }

  #dropUnused(): void {
    this.#checks += 1
    const isLong = this.#checks % checksOnCluster === 0
    const stays = (connection: WireConnection) => connection.isDistributed && !isLong
    const kept = [...this.#unused].filter(stays)
    for (const connection of this.#unused) {
      if (stays(connection)) continue
      this.#free.splice(this.#free.indexOf(connection), 1)
      this.#drop(connection)
    }
    this.#unused = new Set([...kept, ...this.#free.filter(connection => !stays(connection))])
    this.#nextCheck = this.#free.length > 0 ? this.#checkLater() : undefined
  }

  #drop(connection: WireConnection): void {
    if (!this.#open.delete(connection)) return
    this.#options.watch?.remove(connection)
    const closed = connection.close().then(() => {
      this.#beingClosed.delete(closed)
    })
    this.#beingClosed.add(closed)
    this.#notifyIfEmpty()
  }

  #notifyIfEmpty(): void {
    if (this.#open.size + this.#opening.size === 0) this.#onEmpty?.()
  }
}

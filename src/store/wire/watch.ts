/**
 * Notices when the server stops answering. A frozen machine or a lost network sends no error, so a query would wait
 * until TCP gives up, which takes many minutes.
 *
 * A slow query alone proves nothing: a lock or a large index may take long. So after a moment of silence the watch opens
 * a connection to see whether the server still answers. Only if nothing at all comes back is the server called gone.
 *
 * Time is counted in ticks of one interval. That costs a query no more than a flag, and when this process itself was
 * stopped or blocked, the time it lost counts as a single tick.
 */

export interface WatchLimits {
  tickMs: number
  /** Silence after which the server is asked for a sign of life. */
  probeAfterMs: number
  /** Silence after which the server counts as gone. */
  silentMsMax: number
  /** The longest that one query may take, unless its connection has no limits. Longer than the server's own limit. */
  queryMsMax: number
}

/** What the watch knows of a connection. */
export interface Watched {
  readonly isBusy: boolean
  /** Counts the queries that were sent. */
  readonly sent: number
  /** False for work that may take as long as it needs. */
  readonly isLimited: boolean
  /** Gives the connection up, and with it the query that waits for an answer. */
  abandon(reason: string): void
}

interface Seen {
  sent: number
  ticks: number
}

export class ServerWatch {
  /** Set whenever anything comes from the server. */
  heard = false
  /** Called when the server is gone; whoever waits for it should stop waiting. */
  onGone: () => void = () => undefined
  readonly #limits: WatchLimits
  readonly #probe: () => Promise<void>
  readonly #connections = new Map<Watched, Seen>()
  #opening = 0
  #silentTicks = 0
  #isGone = false
  /** When the probe under way began, in ticks before now; null where there is none. */
  #probeTicks: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** `probe` settles when the server has answered in any way. */
  constructor(limits: WatchLimits, probe: () => Promise<void>) {
    this.#limits = limits
    this.#probe = probe
  }

  get isGone(): boolean {
    return this.#isGone
  }

  add(connection: Watched): void {
    this.#connections.set(connection, { sent: connection.sent, ticks: 0 })
    this.#start()
  }

  remove(connection: Watched): void {
    this.#connections.delete(connection)
  }

  /** Watches over a connection that is being opened. A quick refusal is a sign of life as well. */
  async opening<Result>(open: () => Promise<Result>): Promise<Result> {
    this.#opening += 1
    this.#start()
    const startedMs = performance.now()
    try {
      const result = await open()
      this.heard = true
      return result
    } catch (error) {
      if (performance.now() - startedMs < this.#limits.silentMsMax) this.heard = true
      throw error
    } finally {
      this.#opening -= 1
    }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #start(): void {
    this.#timer ??= setInterval(() => this.#tick(), this.#limits.tickMs).unref()
  }

  #tick(): void {
    const { tickMs, probeAfterMs, silentMsMax } = this.#limits
    const isAsked = this.#lookAtQueries() || this.#opening > 0
    if (this.heard) {
      this.heard = false
      this.#isGone = false
      this.#silentTicks = 0
    } else this.#silentTicks = isAsked ? this.#silentTicks + 1 : 0
    const silentMs = this.#silentTicks * tickMs
    if (this.#isGone || silentMs >= probeAfterMs) this.#askForLife()
    if (!this.#isGone && silentMs >= silentMsMax) {
      this.#isGone = true
      this.onGone()
    }
    // An unused watch rests; the next connection starts it again.
    if (!this.#isGone && !isAsked && this.#connections.size === 0) this.stop()
  }

  /** Whether any query waits for an answer. Gives up those that are past the limit. */
  #lookAtQueries(): boolean {
    const { tickMs, queryMsMax } = this.#limits
    let isAnyBusy = false
    for (const [connection, seen] of this.#connections) {
      if (!connection.isBusy) continue
      isAnyBusy = true
      if (connection.sent !== seen.sent) {
        seen.sent = connection.sent
        seen.ticks = 0
      } else {
        seen.ticks += 1
        if (connection.isLimited && seen.ticks * tickMs >= queryMsMax) {
          connection.abandon('PostgreSQL did not answer this query in time.')
        }
      }
    }
    return isAnyBusy
  }

  /** One probe at a time; one that got no answer for long is left behind for a new one. */
  #askForLife(): void {
    const { tickMs, silentMsMax } = this.#limits
    if (this.#probeTicks !== null && this.#probeTicks * tickMs < silentMsMax) {
      this.#probeTicks += 1
      return
    }
    this.#probeTicks = 0
    const done = () => {
      this.#probeTicks = null
    }
    this.opening(this.#probe).then(done, done)
  }
}

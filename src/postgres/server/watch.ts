/**
 * Notices when the server stops responding. A frozen machine or a lost network sends no error, so a query would wait
 * until TCP gives up, which takes many minutes.
 *
 * A slow query proves nothing: a lock or a large index may take long. So after a short silence the watch opens a
 * connection to see whether the server still responds. The server counts as gone only if nothing at all comes back.
 * A server that was never heard cannot fall silent: its first login may be slow, and has its own limit.
 *
 * Time is counted in ticks of one interval. A query costs only a flag, and if this process was stopped or blocked, the
 * lost time counts as a single tick.
 */

export interface WatchLimits {
  tickMs: number
  /** Probe the server after this much silence. */
  probeAfterMs: number
  /** The server counts as gone after this much silence. */
  silentMsMax: number
  /** Default limit for one query. Must be longer than the server's own limit. */
  queryMsMax: number
}

/** What the watch needs to know about a connection. */
export interface Watched {
  readonly isBusy: boolean
  /** Number of queries sent so far. */
  readonly sent: number
  /** False for work without a time limit. */
  readonly isLimited: boolean
  /** Overrides the watch's limit for one query; null for no override. */
  readonly queryMsMax: number | null
  /** Drops the connection and rejects its query. */
  abandon(reason: string): void
}

/** Whether any query is running, and whether any of them has a limit. */
type Busy = 'none' | 'unlimited' | 'limited'

interface Seen {
  sent: number
  ticks: number
}

export class ServerWatch {
  /** Set whenever bytes arrive from the server. */
  heard = false
  /** Set when a pooler accepts our login. Its server may be busy with others, so work without a limit keeps waiting. */
  letIn = false
  /** Called when the server is gone. */
  onGone: () => void = () => undefined
  /** Called when a query timed out although the server responds to others: its connection is dead. */
  onStuck: () => void = () => undefined
  readonly #limits: WatchLimits
  readonly #probe: () => Promise<void>
  readonly #connections = new Map<Watched, Seen>()
  /** Connections being opened for callers; probes do not count. */
  #opening = 0
  #wasHeard = false
  #silentTicks = 0
  #isGone = false
  /** Age of the running probe in ticks; null if none is running. */
  #probeTicks: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** `probe` settles as soon as the server responds in any way. */
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

  /** Watches a connection while it is being opened. */
  async opening<Result>(open: () => Promise<Result>): Promise<Result> {
    this.#opening += 1
    this.#start()
    try {
      return await this.#listenTo(open)
    } finally {
      this.#opening -= 1
    }
  }

  /** A quick refusal is a sign of life too, if it comes from the server and not from the network. */
  async #listenTo<Result>(open: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now()
    try {
      const result = await open()
      this.heard = true
      return result
    } catch (error) {
      const isQuick = performance.now() - startedMs < this.#limits.silentMsMax
      if (isQuick && !isUnheard(error)) this.heard = true
      throw error
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
    const busy = this.#lookAtQueries()
    const isHurried = busy === 'limited' || this.#opening > 0
    const isAsked = isHurried || busy === 'unlimited'
    if (this.heard) {
      this.#wasHeard = true
      this.#isGone = false
      this.#silentTicks = 0
    } else if (!isAsked) this.#silentTicks = 0
    else if (this.letIn && !isHurried) this.#waitForPooler()
    else this.#silentTicks += 1
    this.heard = false
    this.letIn = false
    const silentMs = this.#silentTicks * tickMs
    if (this.#isGone || (this.#wasHeard && silentMs >= probeAfterMs)) this.#askForLife()
    if (!this.#isGone && this.#wasHeard && silentMs >= silentMsMax) {
      this.#isGone = true
      this.onGone()
    }
    // Stop the timer while unused; the next connection starts it again.
    if (!this.#isGone && !isAsked && this.#connections.size === 0) this.stop()
  }

  /** Leave the probe in the pooler's queue. The next one is due when silence would count again. */
  #waitForPooler(): void {
    const { tickMs, probeAfterMs, silentMsMax } = this.#limits
    this.#silentTicks = Math.ceil((probeAfterMs - silentMsMax) / tickMs)
    this.#probeTicks = null
  }

  /** Drops the connections whose query is past its limit. */
  #lookAtQueries(): Busy {
    const { tickMs, queryMsMax } = this.#limits
    let busy: Busy = 'none'
    let isAnyStuck = false
    for (const [connection, seen] of this.#connections) {
      if (!connection.isBusy) continue
      if (connection.isLimited) busy = 'limited'
      else if (busy === 'none') busy = 'unlimited'
      if (connection.sent !== seen.sent) {
        seen.sent = connection.sent
        seen.ticks = 0
      } else {
        seen.ticks += 1
        if (connection.isLimited && seen.ticks * tickMs >= (connection.queryMsMax ?? queryMsMax)) {
          connection.abandon('PostgreSQL did not answer this query in time.')
          isAnyStuck = true
        }
      }
    }
    if (isAnyStuck) this.onStuck()
    return busy
  }

  /** One probe at a time. A probe without a response is replaced after `silentMsMax`. */
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
    this.#listenTo(this.#probe).then(done, done)
  }
}

/** Errors of the network or of a time limit: none of them came from the server. */
const unheard = /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EAI_AGAIN|ENOTFOUND|ETIMEDOUT)$/

export const isUnheard = (error: unknown): boolean => unheard.test((error as { code?: string }).code ?? '')

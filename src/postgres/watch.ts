/**
 * Notices when the server stops answering. A frozen machine or a lost network sends no error, so a query would wait
 * until TCP gives up, which takes many minutes.
 *
 * A slow query alone proves nothing: a lock or a large index may take long. So after a moment of silence the watch opens
 * a connection to see whether the server still answers. Only if nothing at all comes back is the server called gone.
 * One that has never answered yet cannot fall silent: its login may be slow, and has a limit of its own.
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
  /** The longest that one query may take, unless its connection says otherwise. Longer than the server's own limit. */
  queryMsMax: number
}

/** What the watch knows of a connection. */
export interface Watched {
  readonly isBusy: boolean
  /** Counts the queries that were sent. */
  readonly sent: number
  /** False for work that may take as long as it needs. */
  readonly isLimited: boolean
  /** The limit of its queries; null for that of the watch. */
  readonly queryMsMax: number | null
  /** Gives the connection up, and with it the query that waits for an answer. */
  abandon(reason: string): void
}

/** Whether any query waits for an answer, and whether any of them has a limit. */
type Busy = 'none' | 'unlimited' | 'limited'

interface Seen {
  sent: number
  ticks: number
}

export class ServerWatch {
  /** Set whenever anything comes from the server. */
  heard = false
  /** Set when a pooler lets us in. Its server may be busy with others, so work without a limit goes on waiting. */
  letIn = false
  /** Called when the server is gone; whoever waits for it should stop waiting. */
  onGone: () => void = () => undefined
  /** Called when a query was given up although the server lives: its connection was lost on the way. */
  onStuck: () => void = () => undefined
  readonly #limits: WatchLimits
  readonly #probe: () => Promise<void>
  readonly #connections = new Map<Watched, Seen>()
  /** For somebody who waits, so without the probes. */
  #opening = 0
  #wasHeard = false
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

  /** Watches over a connection that is being opened. */
  async opening<Result>(open: () => Promise<Result>): Promise<Result> {
    this.#opening += 1
    this.#start()
    try {
      return await this.#listenTo(open)
    } finally {
      this.#opening -= 1
    }
  }

  /** A quick refusal is a sign of life as well, where it comes from the other end. */
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
    // An unused watch rests; the next connection starts it again.
    if (!this.#isGone && !isAsked && this.#connections.size === 0) this.stop()
  }

  /** The probe waits in the pooler's queue, and is left there. The next is due when silence would count again. */
  #waitForPooler(): void {
    const { tickMs, probeAfterMs, silentMsMax } = this.#limits
    this.#silentTicks = Math.ceil((probeAfterMs - silentMsMax) / tickMs)
    this.#probeTicks = null
  }

  /** Gives up the queries that are past their limit. */
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
    this.#listenTo(this.#probe).then(done, done)
  }
}

/** The network's own words, or those of a time limit: nobody at the other end has said anything. */
const unheard = /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EAI_AGAIN|ENOTFOUND|ETIMEDOUT)$/

export const isUnheard = (error: unknown): boolean => unheard.test((error as { code?: string }).code ?? '')

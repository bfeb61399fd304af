/**
 * Keeps a client within the rate limit of its key. All requests of a client stand in one line, and a request starts when
 * the service has a token for it, as far as the `RateLimit-…` headers of the last responses tell. After a 429 nobody
 * starts until its `Retry-After` has passed. So a burst of calls takes longer instead of failing.
 */
import type { Sleep } from './retry.ts'

/** What a response says about the rate limit. */
export interface RateLimit {
  /** Size of the token bucket. */
  limit: number
  remaining: number
  /** Until the bucket is full again. */
  resetSeconds: number
}

/** Permission to send one request. */
export interface Turn {
  /**
   * Must be called as soon as the headers of the response are known or the request has failed. With `closedSeconds`,
   * after a 429, nobody starts for so long, and the request may stand in line again.
   */
  end(limit: RateLimit | null, closedSeconds?: number | null): void
  readonly mayRepeat: boolean
}

/** Requests in flight until the first response shows the limits. */
export const unknownInFlightMax = 8
/** Used until a response shows how fast tokens come back. */
const perSecondFallback = 1
/** Sums of fractions are not exact. */
const roundingSlack = 1e-6

interface Waiting {
  order: number
  untilMs: number
  start(turn: Turn | null): void
  fail(reason: unknown): void
}

interface Sent {
  atMs: number
  number: number
  inFlightBefore: number
}

interface Bucket {
  limit: number
  perSecond: number
  /** Less the requests in flight; may be negative. */
  tokens: number
  atMs: number
}

export class Pace {
  readonly #sleep: Sleep
  readonly #clock: () => number
  /** Sorted by order: a request that is repeated has its old place. */
  readonly #line: Waiting[] = []
  /** Undefined until the first response, null if it did not show the limits. */
  #bucket: Bucket | null | undefined
  #inFlight = 0
  #orders = 0
  /** Number of requests so far. */
  #sent = 0
  #closedUntilMs = 0
  #sleeping: { untilMs: number; stop: AbortController } | null = null
  /** A sleep that has ended has taken its time, whatever the clock says: a test may replace only one of the two. */
  #sleptUntilMs = 0

  constructor(sleep: Sleep, clock: () => number) {
    this.#sleep = sleep
    this.#clock = clock
  }

  nowMs(): number {
    return Math.max(this.#clock(), this.#sleptUntilMs)
  }

  nextOrder(): number {
    this.#orders += 1
    return this.#orders
  }

  /** A turn at once, or null if the request has to wait. */
  enterNow(): Turn | null {
    return this.#line.length === 0 && this.#waitMs(this.nowMs()) === 0 ? this.#newTurn() : null
  }

  /** Waits for a turn; null if there is none until the given instant. Rejects with the signal's reason. */
  enter(order: number, untilMs: number, signal: AbortSignal | undefined): Promise<Turn | null> {
    return new Promise((settle, reject) => {
      const leave = () => {
        this.#remove(waiting)
        reject(signal?.reason)
      }
      const done = () => signal?.removeEventListener('abort', leave)
      const waiting: Waiting = {
        order,
        untilMs,
        start: turn => {
          done()
          settle(turn)
        },
        fail: reason => {
          done()
          reject(reason)
        },
      }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', leave, { once: true })
      const before = this.#line.findLastIndex(each => each.order < order)
      this.#line.splice(before + 1, 0, waiting)
      this.#advance()
    })
  }

  #remove(waiting: Waiting): void {
    const index = this.#line.indexOf(waiting)
    if (index >= 0) this.#line.splice(index, 1)
    if (this.#line.length === 0) this.#wake()
  }

  /** Starts every request whose turn has come, and sleeps until the next one's. */
  #advance(): void {
    for (;;) {
      const nowMs = this.nowMs()
      const waitMs = this.#waitMs(nowMs)
      const next = this.#line[0]
      if (next === undefined) {
        this.#wake()
        return
      }
      if (waitMs === 0) {
        this.#line.shift()
        next.start(this.#newTurn())
      } else if (next.untilMs <= Math.max(nowMs, this.#closedUntilMs)) {
        this.#line.shift()
        next.start(null)
      } else {
        // All may wait equally long, so the first one's time is over first.
        if (waitMs !== null) this.#sleepUntil(Math.min(nowMs + waitMs, next.untilMs), nowMs)
        return
      }
    }
  }

  /** Until the next request may start; null if that depends on those in flight, whose attempts have a time limit. */
  #waitMs(nowMs: number): number | null {
    if (this.#closedUntilMs > nowMs) return this.#closedUntilMs - nowMs
    if (this.#bucket === null) return 0
    if (this.#bucket === undefined) return this.#inFlight < unknownInFlightMax ? 0 : null
    const { tokens, perSecond } = refilled(this.#bucket, nowMs)
    if (tokens >= 1 - roundingSlack) return 0
    return Math.ceil(((1 - tokens) / (perSecond || perSecondFallback)) * 1000)
  }

  #newTurn(): Turn {
    const nowMs = this.nowMs()
    const sent: Sent = { atMs: nowMs, number: this.#sent + 1, inFlightBefore: this.#inFlight }
    this.#sent += 1
    this.#inFlight += 1
    if (this.#bucket) {
      this.#bucket = refilled(this.#bucket, nowMs)
      this.#bucket.tokens -= 1
    }
    let open = true
    let mayRepeat = false
    return {
      get mayRepeat() {
        return mayRepeat
      },
      end: (limit, closedSeconds = null) => {
        if (!open) return
        open = false
        this.#inFlight -= 1
        if (closedSeconds !== null) {
          mayRepeat = true
          this.#closedUntilMs = Math.max(this.#closedUntilMs, this.nowMs() + closedSeconds * 1000)
          // The estimate was too high.
          if (this.#bucket) this.#bucket.perSecond = 0
        }
        if (limit !== null) this.#hear(limit, sent)
        else if (this.#bucket === undefined) this.#bucket = null
        this.#advance()
      },
    }
  }

  /**
   * Requests overtake each other on their way, so a response gives only bounds. At least: every other request that was
   * in flight with this one, or sent later, was handled after it. At most: those that were sent later were handled
   * after it, and tokens have come back ever since it was sent. Between the bounds, the own count holds.
   */
  #hear({ limit, remaining, resetSeconds }: RateLimit, sent: Sent): void {
    const nowMs = this.nowMs()
    const known = this.#bucket ? refilled(this.#bucket, nowMs) : null
    const shown = resetSeconds > 0 ? (limit - remaining) / resetSeconds : 0
    // The seconds are rounded up, so what they show is too low, most of all where few tokens are missing.
    const perSecond = known?.limit === limit ? Math.max(known.perSecond, shown) : shown
    const sentLater = this.#sent - sent.number
    const least = remaining - sentLater - sent.inFlightBefore
    const most = remaining - sentLater + ((nowMs - sent.atMs) * (perSecond || perSecondFallback)) / 1000
    const tokens = known === null ? least : Math.max(least, Math.min(known.tokens, most))
    this.#bucket = { limit, perSecond, tokens, atMs: nowMs }
  }

  #sleepUntil(untilMs: number, nowMs: number): void {
    if (this.#sleeping !== null && this.#sleeping.untilMs <= untilMs) return
    this.#wake()
    const sleeping = { untilMs, stop: new AbortController() }
    this.#sleeping = sleeping
    this.#sleep(untilMs - nowMs, sleeping.stop.signal).then(
      () => {
        if (this.#sleeping !== sleeping) return
        this.#sleeping = null
        this.#sleptUntilMs = Math.max(this.#sleptUntilMs, untilMs)
        this.#advance()
      },
      (reason: unknown) => {
        if (this.#sleeping !== sleeping) return
        this.#sleeping = null
        for (const each of this.#line.splice(0)) each.fail(reason)
      },
    )
  }

  /** Ends the sleep, so that no timer keeps a process alive. */
  #wake(): void {
    const sleeping = this.#sleeping
    this.#sleeping = null
    sleeping?.stop.abort()
  }
}

function refilled(bucket: Bucket, nowMs: number): Bucket {
  const { limit, perSecond, tokens, atMs } = bucket
  const gained = (Math.max(0, nowMs - atMs) * (perSecond || perSecondFallback)) / 1000
  return {
    ...bucket,
    tokens: Math.max(tokens, Math.min(limit, tokens + gained)),
    atMs: Math.max(atMs, nowMs),
  }
}

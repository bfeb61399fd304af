/** An open, logged-in connection to PostgreSQL. Queries run one at a time, in the order they were submitted. */
import type { Duplex } from 'node:stream'
import {
  type Copy,
  copyDataMessage,
  copyDoneMessage,
  copyFailMessage,
  copyMessages,
  describeMessages,
  type Format,
  scriptMessage,
  terminateMessage,
} from '../protocol/messages.ts'
import { PreparedQueries } from '../protocol/preparedQueries.ts'
import { type Column, QueryResponse } from '../protocol/response.ts'
import type { WireRows } from '../protocol/rows.ts'
import { drained } from './drained.ts'
import { type Job, QueryJob } from './job.ts'

/** The connection is gone, and so are its running and waiting queries. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** How long the server may take to hang up after we said goodbye. */
const closeMsMax = 1_000

const noBytes = Buffer.alloc(0)

export class WireConnection {
  /** `heard` is set whenever bytes arrive. */
  pulse: { heard: boolean } = { heard: false }
  /** False while queries may take as long as they need. */
  isLimited = true
  /** Time limit for one query; null for the watch's default. */
  queryMsMax: number | null = null
  /** Whether the store is spread over the nodes of a Citus cluster. */
  isDistributed = false
  /** Number of queries sent so far. */
  sent = 0
  readonly #stream: Duplex
  readonly #queries = new PreparedQueries()
  readonly #response = new QueryResponse()
  readonly #waiting: Job[] = []
  #current: Job | null = null
  #lost: Error | null = null

  constructor(stream: Duplex) {
    this.#stream = stream
    stream.on('error', (error: Error) => this.#lose(error))
    stream.on('close', () => this.#lose(null))
  }

  get isOpen(): boolean {
    return this.#lost === null && this.#stream.writable
  }

  /** Whether a query is running. */
  get isBusy(): boolean {
    return this.#current !== null
  }

  /** `read` must make its result at once: the next query overwrites the bytes of the rows. */
  run<Result>(
    sql: string,
    values: readonly (string | null)[],
    read: (rows: WireRows) => Result,
    format: Format = 'text',
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue(new QueryJob(this.#queries, [sql, values, read, format], [resolve, reject]))
    })
  }

  /** The columns that a query would return, without running it; empty if it returns no rows. */
  describe(sql: string): Promise<readonly Column[]> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => describeMessages(sql),
        settle: ({ error, columns }) => (error === null ? resolve(columns ?? []) : reject(error)),
        reject,
      })
    })
  }

  /** One or more queries without parameters. Returns the command tag of the last one, for example COMMIT. */
  script(sql: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => scriptMessage(sql),
        settle: ({ error, tag }) => (error === null ? resolve(tag) : reject(error)),
        reject,
      })
    })
  }

  /** Queries without parameters, never prepared. Reads the rows of the last one that returned any, as text. */
  ask<Result>(sql: string, read: (rows: WireRows) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => scriptMessage(sql),
        settle: ({ error, bytes, rows, columns }) =>
          error === null ? resolve(read({ bytes, starts: rows, columns: columns ?? [] })) : reject(error),
        reject,
      })
    })
  }

  /** From now on, `run` runs this query before each query, in the same transaction. It must return no rows. */
  async startEachWith(sql: string): Promise<void> {
    await this.run(sql, [], () => undefined)
    this.#queries.startEachWith(sql)
  }

  /** COPY … FROM STDIN. Sends the pieces one by one, no faster than the server reads them. */
  copyIn(sql: string, pieces: Iterable<string>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => scriptMessage(sql),
        settle: ({ error }) => (error === null ? resolve() : reject(error)),
        reject,
        pieces,
      })
    })
  }

  /**
   * Several COPY … FROM STDIN of texts that are ready. All is sent at once, so the server never waits for us in between.
   * If it rejects one, it skips the others and ignores what was sent for them.
   */
  copyAllIn(copies: readonly Copy[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => copyMessages(copies),
        settle: ({ error }) => (error === null ? resolve() : reject(error)),
        reject,
        hasSentData: true,
      })
    })
  }

  /** Says goodbye, so that the server frees its resources. A running query has one second to finish. */
  close(): Promise<void> {
    if (this.#stream.closed) return Promise.resolve()
    return new Promise(resolve => {
      // A dead server would never hang up.
      const deadline = setTimeout(() => this.abandon('PostgreSQL did not hang up.'), closeMsMax)
      this.#stream.once('close', () => {
        clearTimeout(deadline)
        resolve()
      })
      if (this.#lost === null) this.#stream.end(terminateMessage)
      else this.#stream.destroy()
    })
  }

  /** Drops the connection without a goodbye. Its state is unknown, so it must not be used again. */
  abandon(reason: string): void {
    this.#lose(new Error(reason))
  }

  #enqueue(job: Job): void {
    if (this.#lost !== null) job.reject(this.#lost)
    else if (this.#current !== null) {
      this.#waiting.push(job)
      this.#sendAhead()
    } else this.#start(job)
  }

  /** Rows that wait behind other rows are sent at once: otherwise the server has nothing to do until we notice that it is done. */
  #sendAhead(): void {
    const [next] = this.#waiting
    if (!this.#current?.hasSentData || !next?.hasSentData || next.isSent) return
    this.#stream.write(next.messages())
    next.isSent = true
  }

  /** A job that cannot be encoded, for example with too many values, is rejected without being sent. */
  #start(job: Job): void {
    let messages: Buffer | null
    try {
      messages = job.isSent ? null : job.messages()
    } catch (error) {
      job.reject(error)
      this.#startNext()
      return
    }
    this.#current = job
    this.sent += 1
    this.#response.reset()
    if (messages !== null) this.#stream.write(messages)
    this.#sendAhead()
  }

  #startNext(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) this.#start(next)
  }

  /** Takes bytes from the server. */
  take(chunk: Buffer): void {
    this.pulse.heard = true
    let isComplete = this.#takeResponse(chunk)
    // The same bytes may have the response to what was sent ahead.
    while (isComplete && this.#current?.isSent) isComplete = this.#takeResponse(noBytes)
  }

  /** Returns whether a response is complete. */
  #takeResponse(chunk: Buffer): boolean {
    const response = this.#response
    let isReady: boolean
    try {
      isReady = response.take(chunk)
    } catch (error) {
      this.#lose(error)
      return false
    }
    const job = this.#current
    if (job === null) return false // An unsolicited notice.
    if (isReady) this.#finish(job)
    else if (response.wantsCopy) {
      response.wantsCopy = false
      if (!job.hasSentData) void this.#copy(job)
    }
    return isReady
  }

  #finish(job: Job): void {
    this.#current = null
    try {
      job.settle(this.#response)
    } catch (error) {
      job.reject(error)
    }
    this.#startNext()
  }

  /** Never rejects: if producing the pieces fails, the job is rejected instead. */
  async #copy(job: Job): Promise<void> {
    const stream = this.#stream
    // Stop if the server rejected a row or the connection was lost.
    const isWanted = () => this.#current === job && this.#response.error === null
    try {
      for (const piece of job.pieces ?? []) {
        if (!isWanted()) return
        if (!stream.write(copyDataMessage(piece))) await drained(stream)
      }
      if (isWanted()) stream.write(copyDoneMessage)
    } catch (error) {
      if (!isWanted()) return
      job.settle = () => job.reject(error)
      stream.write(copyFailMessage)
    }
  }

  #lose(cause: unknown): void {
    if (this.#lost !== null) return
    const lost = new ConnectionLost('The connection to PostgreSQL was lost.', { cause })
    this.#lost = lost
    this.#stream.destroy()
    // When the server closes a connection it may say why first, but it never becomes ready again.
    this.#current?.reject(this.#response.error ?? lost)
    this.#current = null
    for (const { reject } of this.#waiting.splice(0)) reject(lost)
  }
}

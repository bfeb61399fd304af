/**
 * A connection to PostgreSQL that somebody else has opened and logged in on. Statements run one after the other, in the
 * order in which they came.
 */
import type { Duplex } from 'node:stream'
import {
  copyDataMessage,
  copyDoneMessage,
  copyFailMessage,
  type Format,
  scriptMessage,
  terminateMessage,
} from './messages.ts'
import { PreparedQueries } from './preparedQueries.ts'
import { QueryResponse } from './response.ts'
import type { WireRows } from './rows.ts'

/** The connection is gone, and with it whatever was under way. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** Something to be sent, and what becomes of its answer. */
interface Job {
  messages(): Buffer
  /** Called once the server has answered; may throw, and then that is what became of it. */
  settle(response: QueryResponse): void
  reject(reason: unknown): void
  /** What is sent when the server asks for rows. */
  pieces?: Iterable<string>
}

/** A class, as three functions made anew for each statement take as long as all else that is done to send it. */
class StatementJob<Result> implements Job {
  readonly #statements: PreparedQueries
  readonly #sql: string
  readonly #values: readonly (string | null)[]
  readonly #format: Format
  readonly #read: (rows: WireRows) => Result
  readonly #resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void

  constructor(
    statements: PreparedQueries,
    [sql, values, read, format = 'text']: Parameters<typeof WireConnection.prototype.run<Result>>,
    [resolve, reject]: [(result: Result) => void, (reason: unknown) => void],
  ) {
    this.#statements = statements
    this.#sql = sql
    this.#values = values
    this.#format = format
    this.#read = read
    this.#resolve = resolve
    this.reject = reject
  }

  messages(): Buffer {
    return this.#statements.messages(this.#sql, this.#values, this.#format)
  }

  settle(response: QueryResponse): void {
    this.#resolve(this.#read(this.#statements.rows(this.#sql, response)))
  }
}

/** How long the server may take to hang up after it was told of the end. */
const closeMsMax = 1_000

export class WireConnection {
  /** Where it is noted that the server said something. */
  pulse: { heard: boolean } = { heard: false }
  /** Whether a query must end in time. */
  isLimited = true
  /** The limit of its queries; null for that of the watch. */
  queryMsMax: number | null = null
  /** Counts the queries that were sent. */
  sent = 0
  readonly #stream: Duplex
  readonly #statements = new PreparedQueries()
  readonly #answer = new QueryResponse()
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

  /** Whether the server owes an answer. */
  get isBusy(): boolean {
    return this.#current !== null
  }

  /** `read` makes a result of the rows at once: their bytes are overwritten by the next statement. */
  run<Result>(
    sql: string,
    values: readonly (string | null)[],
    read: (rows: WireRows) => Result,
    format: Format = 'text',
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue(new StatementJob(this.#statements, [sql, values, read, format], [resolve, reject]))
    })
  }

  /** Statements without values; gives what the last one did, such as COMMIT. */
  script(sql: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        messages: () => scriptMessage(sql),
        settle: ({ error, tag }) => (error === null ? resolve(tag) : reject(error)),
        reject,
      })
    })
  }

  /** Queries without values in one text, never prepared: gives the rows of the last one that had any, as text. */
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

  /** From now on, `run` runs this query ahead of each other one, in the same transaction. It must give no rows. */
  async startEachWith(sql: string): Promise<void> {
    await this.run(sql, [], () => undefined)
    this.#statements.startEachWith(sql)
  }

  /** COPY … FROM STDIN: the pieces go out one by one, no faster than the server takes them. */
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

  /** What is under way has a second to be answered. The server is told, and lets go of what it has. */
  close(): Promise<void> {
    if (this.#stream.closed) return Promise.resolve()
    return new Promise(resolve => {
      // A server that is gone would never hang up.
      const deadline = setTimeout(() => this.abandon('PostgreSQL did not hang up.'), closeMsMax)
      this.#stream.once('close', () => {
        clearTimeout(deadline)
        resolve()
      })
      if (this.#lost === null) this.#stream.end(terminateMessage)
      else this.#stream.destroy()
    })
  }

  /** Gives up on the server: the state of the connection is unknown, so it is never used again. */
  abandon(reason: string): void {
    this.#lose(new Error(reason))
  }

  #enqueue(job: Job): void {
    if (this.#lost !== null) job.reject(this.#lost)
    else if (this.#current !== null) this.#waiting.push(job)
    else this.#start(job)
  }

  /** What cannot be put into messages, such as too many values, was never under way. */
  #start(job: Job): void {
    let messages: Buffer
    try {
      messages = job.messages()
    } catch (error) {
      job.reject(error)
      this.#startNext()
      return
    }
    this.#current = job
    this.sent += 1
    this.#answer.reset()
    this.#stream.write(messages)
  }

  #startNext(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) this.#start(next)
  }

  /** What comes in from the server. */
  take(chunk: Buffer): void {
    this.pulse.heard = true
    const response = this.#answer
    let isReady: boolean
    try {
      isReady = response.take(chunk)
    } catch (error) {
      this.#lose(error)
      return
    }
    const job = this.#current
    if (job === null) return // A notice that nobody asked for.
    if (isReady) this.#finish(job)
    else if (response.wantsCopy) {
      response.wantsCopy = false
      void this.#copy(job)
    }
  }

  #finish(job: Job): void {
    this.#current = null
    try {
      job.settle(this.#answer)
    } catch (error) {
      job.reject(error)
    }
    this.#startNext()
  }

  /** Never rejects: where the pieces fail, that is what becomes of the job. */
  async #copy(job: Job): Promise<void> {
    const stream = this.#stream
    // The server may refuse a row, or the connection may be lost: then nobody reads the rest.
    const isWanted = () => this.#current === job && this.#answer.error === null
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
    // A server that ends a connection says why, and does not become ready again.
    this.#current?.reject(this.#answer.error ?? lost)
    this.#current = null
    for (const { reject } of this.#waiting.splice(0)) reject(lost)
  }
}

/** Also where the stream ends before it is. */
function drained(stream: Duplex): Promise<void> {
  return new Promise(settle => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      settle()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}

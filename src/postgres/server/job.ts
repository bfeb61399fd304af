/** What a connection does one after the other. */
import type { Format } from '../protocol/messages.ts'
import type { PreparedQueries } from '../protocol/preparedQueries.ts'
import type { QueryResponse } from '../protocol/response.ts'
import type { WireRows } from '../protocol/rows.ts'

/** Something to send, and what to do with the response. */
export interface Job {
  messages(): Buffer
  /** Called with the complete response. If it throws, the job is rejected with that error. */
  settle(response: QueryResponse): void
  reject(reason: unknown): void
  /** COPY data, sent when the server asks for it. */
  pieces?: Iterable<string>
  /** The messages include the COPY data already, so the server needs nothing from us meanwhile. */
  hasSentData?: true
  /** Sent while the server is still busy with the job before. */
  isSent?: true
}

export type Query<Result> = [
  sql: string,
  values: readonly (string | null)[],
  read: (rows: WireRows) => Result,
  format: Format,
]

/** A class, because creating three closures for each query takes as long as everything else needed to send it. */
export class QueryJob<Result> implements Job {
  readonly #queries: PreparedQueries
  readonly #sql: string
  readonly #values: readonly (string | null)[]
  readonly #format: Format
  readonly #read: (rows: WireRows) => Result
  readonly #resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void

  constructor(
    queries: PreparedQueries,
    [sql, values, read, format]: Query<Result>,
    [resolve, reject]: [(result: Result) => void, (reason: unknown) => void],
  ) {
    this.#queries = queries
    this.#sql = sql
    this.#values = values
    this.#format = format
    this.#read = read
    this.#resolve = resolve
    this.reject = reject
  }

  messages(): Buffer {
    return this.#queries.messages(this.#sql, this.#values, this.#format)
  }

  settle(response: QueryResponse): void {
    this.#resolve(this.#read(this.#queries.rows(this.#sql, response)))
  }
}

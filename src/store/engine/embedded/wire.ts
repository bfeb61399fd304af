/**
 * Runs queries through PostgreSQL's protocol, which the engine speaks within the process. PGlite's own `query` parses
 * and plans every time, in five calls. Here each query is prepared once and then run with a single call.
 */
import type { PGlite } from '@electric-sql/pglite'
import {
  describeMessages,
  type Format,
  PreparedQueries,
  QueryResponse,
  type WireRows,
} from '../../../postgres/protocol.ts'

export interface WireQuery {
  sql: string
  values: readonly (string | null)[]
  format: Format
}

export class EmbeddedWire {
  readonly #engine: PGlite
  readonly #queries = new PreparedQueries()
  #response = new QueryResponse()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** The caller makes sure that no other transaction is open. */
  run<Result>(query: WireQuery, reader: (rows: WireRows) => Result): Promise<Result> {
    return this.#engine.runExclusive(async () => reader(await this.#rows(query)))
  }

  /** Runs both, and nothing in between. Returns what `reader` makes of the rows of the second. */
  runBoth<Result>(first: WireQuery, second: WireQuery, reader: (rows: WireRows) => Result): Promise<Result> {
    return this.#engine.runExclusive(async () => {
      await this.#rows(first)
      return reader(await this.#rows(second))
    })
  }

  async #rows({ sql, values, format }: WireQuery): Promise<WireRows> {
    await this.#exchange(this.#queries.messages(sql, values, format))
    return this.#queries.rows(sql, this.#response)
  }

  /**
   * The types of a query's parameters and columns, within an open transaction. It is parsed and not run. If that fails,
   * the transaction goes on.
   */
  describe(sql: string): Promise<Pick<QueryResponse, 'parameters' | 'columns'>> {
    return this.#engine.runExclusive(async () => {
      await this.#command('savepoint before_describe')
      await this.#exchange(describeMessages(sql))
      const { error, parameters, columns } = this.#response
      if (error !== null) await this.#command('rollback to savepoint before_describe')
      await this.#command('release savepoint before_describe')
      if (error !== null) throw error
      return { parameters, columns }
    })
  }

  /**
   * Sends messages and takes the response, which comes in pieces. PGlite's `execProtocolRaw` would return it as a whole,
   * but it also parses the response and keeps every row of it until somebody runs a script.
   */
  async #exchange(messages: Uint8Array): Promise<void> {
    const failures: unknown[] = []
    this.#response.reset()
    await this.#engine.execProtocolRawStream(messages, {
      // A piece is a view of the engine's memory, which changes after this call. The engine swallows errors thrown here.
      onRawData: piece => {
        try {
          if (failures.length === 0) this.#response.take(piece)
        } catch (error) {
          failures.push(error)
        }
      },
    })
    if (failures.length === 0) return
    // What was not understood must not be taken for the beginning of the next response.
    this.#response = new QueryResponse()
    throw failures[0]
  }

  async #command(sql: string): Promise<void> {
    await this.#rows({ sql, values: [], format: 'text' })
  }
}

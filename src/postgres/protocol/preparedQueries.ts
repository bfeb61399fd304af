/** The prepared queries of one connection. Each SQL text is prepared once and then run by name. */
import { type Format, forgetMessage, prepareMessages, runMessages } from './messages.ts'
import { type Column, protocolViolation, type QueryResponse, ServerError } from './response.ts'
import type { WireRows } from './rows.ts'
import { headBytes } from './sizes.ts'

interface Prepared {
  name: string
  columns: readonly Column[]
}

/** Beyond this number, the server forgets the oldest for each new text. Each takes memory there. */
const preparedMax = 500

export class PreparedQueries {
  readonly #prepared = new Map<string, Prepared>()
  #namesGiven = 0
  /** The name of the text that was last sent to be prepared. */
  #newestName = ''
  /** Sent before every query, and never forgotten; null if there is nothing to send. */
  #prelude: { sql: string; messages: Buffer } | null = null

  messages(sql: string, values: readonly (string | null)[], format: Format): Buffer {
    const own = this.#ownMessages(sql, values, format)
    return this.#prelude === null ? own : Buffer.concat([this.#prelude.messages, own])
  }

  #ownMessages(sql: string, values: readonly (string | null)[], format: Format): Buffer {
    const { name } = this.#prepared.get(sql) ?? {}
    if (name !== undefined) return runMessages(name, values, format)
    // Never reuse a name: if the server failed between Parse and Describe, it still holds the query under that name.
    this.#namesGiven += 1
    this.#newestName = `florin_${this.#namesGiven}`
    const run = runMessages(this.#newestName, values, format)
    return Buffer.concat([...this.#room(), prepareMessages(this.#newestName, sql), run])
  }

  /** Messages that make room for one more query. The server keeps to them even if that query fails. */
  #room(): Buffer[] {
    if (this.#prepared.size < preparedMax) return []
    for (const [sql, { name }] of this.#prepared) {
      if (sql === this.#prelude?.sql) continue
      this.#prepared.delete(sql)
      return [forgetMessage(name)]
    }
    return []
  }

  /** The query must have run before. Its sync is left out, so it shares a transaction with the query that follows. */
  startEachWith(sql: string): void {
    const { name } = this.#prepared.get(sql) ?? {}
    if (name === undefined) throw new Error('Only a prepared query can be sent before others.')
    const messages = runMessages(name, [], 'text')
    this.#prelude = { sql, messages: messages.subarray(0, messages.length - headBytes) }
  }

  /** The rows of the query. Throws the server's error if it failed. */
  rows(sql: string, response: QueryResponse): WireRows {
    // Once described, the query is prepared, even if it failed afterwards.
    if (response.columns !== null && !this.#prepared.has(sql)) {
      this.#prepared.set(sql, { name: this.#newestName, columns: response.columns })
    }
    if (response.error !== null) throw response.error
    const columns = response.columns ?? this.#prepared.get(sql)?.columns
    if (columns === undefined) throw new ServerError('The query was not described.', protocolViolation)
    return { bytes: response.bytes, starts: response.rows, columns }
  }
}

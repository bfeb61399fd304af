/** The prepared queries of one connection. Each SQL text is prepared once and then run by name. */

import { type Format, prepareMessages, runMessages } from './messages.ts'
import { type Column, protocolViolation, type QueryResponse, ServerError } from './response.ts'
import type { WireRows } from './rows.ts'
import { headBytes } from './sizes.ts'

interface Prepared {
  name: string
  columns: readonly Column[]
}

/** Beyond this number, a new text is parsed and planned on every run. */
const preparedMax = 500

export class PreparedQueries {
  readonly #prepared = new Map<string, Prepared>()
  #namesGiven = 0
  /** The name of the text that was last sent to be prepared. */
  #newestName = ''
  /** Sent before every query; null if there is nothing to send. */
  #prelude: Buffer | null = null

  messages(sql: string, values: readonly (string | null)[], format: Format): Buffer {
    const own = this.#ownMessages(sql, values, format)
    return this.#prelude === null ? own : Buffer.concat([this.#prelude, own])
  }

  #ownMessages(sql: string, values: readonly (string | null)[], format: Format): Buffer {
    const { name } = this.#prepared.get(sql) ?? {}
    if (name !== undefined) return runMessages(name, values, format)
    this.#newestName = this.#newName()
    const run = runMessages(this.#newestName, values, format)
    return Buffer.concat([prepareMessages(this.#newestName, sql), run])
  }

  /** The query must have run before. Its sync is left out, so it shares a transaction with the query that follows. */
  startEachWith(sql: string): void {
    const { name } = this.#prepared.get(sql) ?? {}
    if (name === undefined) throw new Error('Only a prepared query can be sent before others.')
    const messages = runMessages(name, [], 'text')
    this.#prelude = messages.subarray(0, messages.length - headBytes)
  }

  /** The rows of the query. Throws the server's error if it failed. */
  rows(sql: string, response: QueryResponse): WireRows {
    // Once described, the query is prepared, even if it failed afterwards.
    if (response.columns !== null && !this.#prepared.has(sql)) this.#note(sql, response.columns)
    if (response.error !== null) throw response.error
    const columns = response.columns ?? this.#prepared.get(sql)?.columns
    if (columns === undefined) throw new ServerError('The query was not described.', protocolViolation)
    return { bytes: response.bytes, starts: response.rows, columns }
  }

  #note(sql: string, columns: readonly Column[]): void {
    if (this.#newestName !== '') this.#prepared.set(sql, { name: this.#newestName, columns })
  }

  /** Never reuse a name: if the server failed between Parse and Describe, it still holds the query under that name. */
  #newName(): string {
    if (this.#prepared.size >= preparedMax) return ''
    this.#namesGiven += 1
    return `florin_${this.#namesGiven}`
  }
}

/** The statements of one connection: each text is prepared once, and run under its name from then on. */

import { type Format, prepareMessages, runMessages } from './messages.ts'
import { type Column, protocolViolation, type QueryResponse, ServerError } from './response.ts'
import type { WireRows } from './rows.ts'
import { headBytes } from './sizes.ts'

interface Prepared {
  name: string
  columns: readonly Column[]
}

/** One that comes later is planned each time. */
const preparedMax = 500

export class PreparedQueries {
  readonly #prepared = new Map<string, Prepared>()
  #namesGiven = 0
  /** That of the text that was sent last to be prepared. */
  #newestName = ''
  /** Sent ahead of every query; null where there is nothing to send. */
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

  /** The query has run before. Without the sync at its end, it and what follows are one transaction. */
  startEachWith(sql: string): void {
    const { name } = this.#prepared.get(sql) ?? {}
    if (name === undefined) throw new Error('Only a prepared query can go ahead of others.')
    const messages = runMessages(name, [], 'text')
    this.#prelude = messages.subarray(0, messages.length - headBytes)
  }

  /** The rows that the statement gave, or the reason why it gave none. */
  rows(sql: string, response: QueryResponse): WireRows {
    // What could be described has been prepared, whatever came of it then.
    if (response.columns !== null && !this.#prepared.has(sql)) this.#note(sql, response.columns)
    if (response.error !== null) throw response.error
    const columns = response.columns ?? this.#prepared.get(sql)?.columns
    if (columns === undefined) throw new ServerError('The statement was not described.', protocolViolation)
    return { bytes: response.bytes, starts: response.rows, columns }
  }

  #note(sql: string, columns: readonly Column[]): void {
    if (this.#newestName !== '') this.#prepared.set(sql, { name: this.#newestName, columns })
  }

  /** Never one twice: the server may know a text by its name that it gave up on before it was described. */
  #newName(): string {
    if (this.#prepared.size >= preparedMax) return ''
    this.#namesGiven += 1
    return `florin_${this.#namesGiven}`
  }
}

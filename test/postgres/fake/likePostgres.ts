/** A fake server that keeps prepared queries as PostgreSQL does, and returns each query's SQL and values as its row. */
import {
  bound,
  closed,
  columns,
  completed,
  parameters,
  parsed,
  ready,
  refused,
  row,
  textType,
} from './backend.ts'
import { FakeServer, type Said } from './fakeServer.ts'

/** Parsing fails for SQL that begins with this. */
export const unreadable = 'no such'
/** SQL that begins with this is parsed and kept, but canceled before Describe the first time. */
export const canceledOnce = 'canceled'
/** A value that every query rejects. */
export const badValue = 'bad'

type Values = (string | null)[]

class Keeper {
  readonly #prepared = new Map<string, string>()
  readonly #canceled = new Set<string>()
  #asked: { sql: string; values: Values } = { sql: '', values: [] }
  #response: Buffer[] = []
  /** After an error, messages are skipped up to the next sync. */
  #isSkipping = false

  /** The response, once it is complete. */
  hear(said: Said): Buffer[] | null {
    if (said.kind === 'query') this.#response.push(completed(said.text.toUpperCase()))
    else if (said.kind !== 'sync') {
      if (!this.#isSkipping) this.#note(said)
      return null
    }
    const response = [...this.#response, ready]
    this.#response = []
    this.#isSkipping = false
    return response
  }

  #note(said: Said): void {
    if (said.kind === 'parse') this.#parse(said.name, said.sql)
    else if (said.kind === 'describe') this.#describe(said.name)
    else if (said.kind === 'close') this.#close(said.name)
    else if (said.kind === 'bind') this.#bind(said.name, said.values)
    else if (said.kind === 'execute') {
      const { sql, values } = this.#asked
      this.#response.push(row(sql, JSON.stringify(values)), completed('SELECT 1'))
    } else throw new Error(`Unexpected message ${said.kind}.`)
  }

  #parse(name: string, sql: string): void {
    if (sql.startsWith(unreadable)) this.#refuse('42601', `syntax error in ${sql}`)
    else if (name !== '' && this.#prepared.has(name)) this.#refuse('42P05', `${name} already exists`)
    else {
      this.#prepared.set(name, sql)
      this.#response.push(parsed)
    }
  }

  /** The server says the same if it has no such query. */
  #close(name: string): void {
    this.#prepared.delete(name)
    this.#response.push(closed)
  }

  #describe(name: string): void {
    const sql = this.#prepared.get(name)
    if (sql === undefined) this.#refuse('26000', `${name} does not exist`)
    else if (sql.startsWith(canceledOnce) && !this.#canceled.has(sql)) {
      this.#canceled.add(sql)
      this.#refuse('57014', `${sql} is canceled`)
    } else this.#response.push(parameters(textType), columns(column('sql'), column('values')))
  }

  #bind(name: string, values: Values): void {
    const sql = this.#prepared.get(name)
    if (sql === undefined) this.#refuse('26000', `${name} does not exist`)
    else if (values.includes(badValue)) this.#refuse('22P02', `bad value for ${sql}`)
    else {
      this.#asked = { sql, values }
      this.#response.push(bound)
    }
  }

  #refuse(code: string, text: string): void {
    this.#response.push(refused({ S: 'ERROR', C: code, M: text }))
    this.#isSkipping = true
  }
}

export function likePostgres(): FakeServer {
  const server = new FakeServer()
  const keeper = new Keeper()
  server.onSaid = said => {
    const response = keeper.hear(said)
    // A server never responds before the client has finished sending.
    if (response !== null) queueMicrotask(() => server.send(...response))
  }
  return server
}

const column = (name: string) => ({ name, type: textType })

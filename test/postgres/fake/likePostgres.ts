/** A fake server that keeps prepared statements as PostgreSQL does, and answers each statement with what it was asked. */
import { bound, columns, completed, parameters, parsed, ready, refused, row, textType } from './backend.ts'
import { FakeServer, type Said } from './fakeServer.ts'

/** A text that begins so is refused. */
export const unreadable = 'no such'
/** One that begins so is read and kept; yet the first time it is given up before its columns are told. */
export const canceledOnce = 'canceled'
/** A value that is refused, whatever the statement. */
export const badValue = 'bad'

type Values = (string | null)[]

class Keeper {
  readonly #prepared = new Map<string, string>()
  readonly #canceled = new Set<string>()
  #asked: { sql: string; values: Values } = { sql: '', values: [] }
  #answer: Buffer[] = []
  /** What follows a message that was refused is not looked at, up to the next sync. */
  #isSkipping = false

  /** The answer, once it is whole. */
  hear(said: Said): Buffer[] | null {
    if (said.kind === 'query') this.#answer.push(completed(said.text.toUpperCase()))
    else if (said.kind !== 'sync') {
      if (!this.#isSkipping) this.#note(said)
      return null
    }
    const answer = [...this.#answer, ready]
    this.#answer = []
    this.#isSkipping = false
    return answer
  }

  #note(said: Said): void {
    if (said.kind === 'parse') this.#parse(said.name, said.sql)
    else if (said.kind === 'describe') this.#describe(said.name)
    else if (said.kind === 'bind') this.#bind(said.name, said.values)
    else if (said.kind === 'execute') {
      const { sql, values } = this.#asked
      this.#answer.push(row(sql, JSON.stringify(values)), completed('SELECT 1'))
    } else throw new Error(`Nobody says ${said.kind} here.`)
  }

  #parse(name: string, sql: string): void {
    if (sql.startsWith(unreadable)) this.#refuse('42601', `syntax error in ${sql}`)
    else if (name !== '' && this.#prepared.has(name)) this.#refuse('42P05', `${name} is there already`)
    else {
      this.#prepared.set(name, sql)
      this.#answer.push(parsed)
    }
  }

  #describe(name: string): void {
    const sql = this.#prepared.get(name)
    if (sql === undefined) this.#refuse('26000', `${name} is not there`)
    else if (sql.startsWith(canceledOnce) && !this.#canceled.has(sql)) {
      this.#canceled.add(sql)
      this.#refuse('57014', `${sql} is given up`)
    } else this.#answer.push(parameters(textType), columns(column('sql'), column('values')))
  }

  #bind(name: string, values: Values): void {
    const sql = this.#prepared.get(name)
    if (sql === undefined) this.#refuse('26000', `${name} is not there`)
    else if (values.includes(badValue)) this.#refuse('22P02', `bad value for ${sql}`)
    else {
      this.#asked = { sql, values }
      this.#answer.push(bound)
    }
  }

  #refuse(code: string, text: string): void {
    this.#answer.push(refused({ S: 'ERROR', C: code, M: text }))
    this.#isSkipping = true
  }
}

export function likePostgres(): FakeServer {
  const server = new FakeServer()
  const keeper = new Keeper()
  server.onSaid = said => {
    const answer = keeper.hear(said)
    // A server never answers before the client has done with saying.
    if (answer !== null) queueMicrotask(() => server.send(...answer))
  }
  return server
}

const column = (name: string) => ({ name, type: textType })

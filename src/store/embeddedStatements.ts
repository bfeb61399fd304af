/**
 * Prepared statements of the embedded engine. Its own `query` reads and plans a statement each time, in five calls; here
 * each text is prepared once, and run by one call.
 */
import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { Value } from './door.ts'

const { serialize } = protocol

interface Prepared {
  name: string
  /** The types of its parameters, by number. */
  types: readonly number[]
  /** Names and types of its columns; none where it gives no rows. */
  columns: messages.BackendMessage[]
}

/** As many as a server keeps for each connection; one that comes later is planned each time. */
const preparedMax = 500

export class EmbeddedStatements {
  readonly #engine: PGlite
  readonly #prepared = new Map<string, Prepared>()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Whoever calls sees to it that this is no one else's transaction. */
  async run<Row extends object>(sql: string, values: readonly Value[]): Promise<Row[]> {
    return await this.#engine.runExclusive(async () => {
      const { name, types, columns } = this.#prepared.get(sql) ?? (await this.#prepare(sql))
      const answers = await this.#send(
        serialize.bind({
          statement: name,
          values: values.map((value, index) => this.#text(value, types[index])),
        }),
        serialize.execute({}),
      )
      return (parse.parseResults([...columns, ...answers], this.#engine.parsers)[0]?.rows ?? []) as Row[]
    })
  }

  /** Without a name it lasts until the next one without. */
  async #prepare(sql: string): Promise<Prepared> {
    const isKept = this.#prepared.size < preparedMax
    const name = isKept ? `florin_${this.#prepared.size}` : ''
    const answers = await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    )
    const prepared: Prepared = {
      name,
      types: parse.parseDescribeStatementResults(answers),
      columns: answers.filter(answer => answer.name === 'rowDescription'),
    }
    if (isKept) this.#prepared.set(sql, prepared)
    return prepared
  }

  #text(value: Value, type = 0): string | null {
    return value === null ? null : (this.#engine.serializers[type] ?? String)(value)
  }

  /** The sync at the end lets the engine go on after a message that it refused; the refusal is thrown. */
  async #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return await this.#engine.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {})
  }
}

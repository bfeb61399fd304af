/** The embedded store: PostgreSQL compiled into this process, in a folder that one process alone may open. */
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { connectionSettings } from '../../postgres/connectionSettings.ts'
import type { Format } from '../../postgres/messages.ts'
import { QueueStats } from '../../postgres/poolStats.ts'
import { PreparedQueries } from '../../postgres/preparedQueries.ts'
import { QueryResponse } from '../../postgres/response.ts'
import type { WireRows } from '../../postgres/rows.ts'
import { copyCluster } from './copyCluster.ts'
import { type Connection, type Database, StoreUnavailable, translateError } from './door.ts'
import { requireFit } from './fitness.ts'
import { type Run, rowsBy, textsOf } from './values.ts'

export interface EmbeddedOptions {
  /** Left out, the data lives in memory. */
  folder?: string
  /** A dump of a store to start from. */
  from?: Blob
}

export interface EmbeddedDatabase extends Database {
  /** The whole store as one archive. */
  dump(): Promise<Blob>
}

export async function openEmbedded({ folder, from }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // Loaded where it is needed: not with the other store, nor by a command that the running service takes.
  const { Mutex, PGlite } = await import('@electric-sql/pglite')
  const engine = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(from && { loadDataDir: from }),
  })
  for (const [name, value] of Object.entries(connectionSettings))
    await engine.exec(`set ${name} = '${value}'`)
  const wire = new EmbeddedWire(engine)
  // There is one connection: what is no part of a transaction waits for its end, and a close for all that came before.
  const turns = new Mutex()
  const queue = new QueueStats()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    queue.watch(
      turn => turns.runExclusive(turn),
      async () => {
        if (engine.closed) throw new StoreUnavailable('The embedded store is closed.')
        return await work()
      },
    )
  const connection = connectionOn(engine, wire)
  return {
    engine: 'embedded',
    query: (sql, values) => inTurn(() => connection.query(sql, values)),
    read: (sql, values, reader) => inTurn(() => connection.read(sql, values, reader)),
    script: sql => inTurn(() => connection.script(sql)),
    // A transaction has the data to itself: every one is a snapshot.
    transaction: work =>
      inTurn(() => engine.transaction(transaction => work(connectionOn(transaction, wire)))),
    check: () => inTurn(() => requireFit(connection)),
    stats: () => [queue.stats()],
    ...(folder !== undefined && { copyFiles: target => inTurn(() => copyCluster(engine, folder, target)) }),
    dump: () => inTurn(() => engine.dumpDataDir('none')),
    close: () =>
      turns.runExclusive(async () => {
        if (!engine.closed) await engine.close()
      }),
  }
}

function connectionOn(runner: PGlite | Transaction, wire: EmbeddedWire): Connection {
  const run: Run = async (sql, values, reader, format) => {
    if (runner.closed) throw new Error('The transaction is over.')
    try {
      return await wire.run(sql, textsOf(values), reader, format)
    } catch (error) {
      throw translateError(error)
    }
  }
  return {
    ...rowsBy(run),
    async script(sql) {
      await runner.exec(sql)
    },
  }
}

/**
 * Statements over PostgreSQL's protocol, which the engine speaks within the process. Its own `query` reads and plans a
 * statement each time, in five calls; here each is prepared once, and run by one call.
 */
class EmbeddedWire {
  readonly #engine: PGlite
  readonly #statements = new PreparedQueries()
  readonly #answer = new QueryResponse()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Whoever calls sees to it that this is no one else's transaction. */
  run<Result>(
    sql: string,
    values: readonly (string | null)[],
    reader: (rows: WireRows) => Result,
    format: Format,
  ): Promise<Result> {
    return this.#engine.runExclusive(async () => {
      this.#answer.reset()
      this.#answer.take(await this.#engine.execProtocolRaw(this.#statements.messages(sql, values, format)))
      return reader(this.#statements.rows(sql, this.#answer))
    })
  }
}

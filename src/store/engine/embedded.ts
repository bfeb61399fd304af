/** The embedded store: PostgreSQL inside this process (PGlite). Only one process may open its folder. */
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
  /** In memory if omitted. */
  folder?: string
  /** A dump to start from. */
  from?: Blob
}

export interface EmbeddedDatabase extends Database {
  /** The whole store as one archive. */
  dump(): Promise<Blob>
}

export async function openEmbedded({ folder, from }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // Loaded only when needed: not with a PostgreSQL server, nor in commands that the running service carries out.
  const { Mutex, PGlite } = await import('@electric-sql/pglite')
  const engine = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(from && { loadDataDir: from }),
  })
  for (const [name, value] of Object.entries(connectionSettings))
    await engine.exec(`set ${name} = '${value}'`)
  const wire = new EmbeddedWire(engine)
  // There is only one connection: queries outside a transaction wait for it to end, and close waits for everything.
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
    // Transactions run one at a time, so every one is a snapshot.
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
 * Sends queries to PGlite over PostgreSQL's wire protocol. PGlite's own `query` parses and plans every time, in five
 * calls; here each query is prepared once and then runs in a single call.
 */
class EmbeddedWire {
  readonly #engine: PGlite
  readonly #queries = new PreparedQueries()
  readonly #response = new QueryResponse()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** The caller makes sure that no other transaction is running. */
  run<Result>(
    sql: string,
    values: readonly (string | null)[],
    reader: (rows: WireRows) => Result,
    format: Format,
  ): Promise<Result> {
    return this.#engine.runExclusive(async () => {
      this.#response.reset()
      this.#response.take(await this.#engine.execProtocolRaw(this.#queries.messages(sql, values, format)))
      return reader(this.#queries.rows(sql, this.#response))
    })
  }
}

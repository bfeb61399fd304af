/** The embedded store: PostgreSQL compiled into this process, in a folder that only one process may open. */
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { type Format, PreparedQueries, QueryResponse, type WireRows } from '../../postgres/protocol.ts'
import { connectionSettings } from '../../postgres/settings.ts'
import { copyCluster } from './copyCluster.ts'
import { type Connection, type Database, StoreUnavailable, translateError } from './door.ts'
import { requireFit } from './fitness.ts'
import { QueueStats } from './queueStats.ts'
import { type Run, rowsBy, textsOf } from './values.ts'

/**
 * PostgreSQL's default of 128 MB makes the engine take 100 MB more, and no page was read faster with it: files that are
 * read again come from the memory of the operating system.
 */
const sharedBuffers = '64MB'

export interface EmbeddedOptions {
  /** Without it, the data is kept in memory. */
  folder?: string
  /** A dump to start from. */
  from?: Blob
}

export interface EmbeddedDatabase extends Database {
  /** The whole store as one archive. */
  dump(): Promise<Blob>
}

export async function openEmbedded({ folder, from }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // Loaded only when needed: not for a PostgreSQL store, and not for commands that the running service handles.
  const { Mutex, PGlite } = await import('@electric-sql/pglite')
  const engine = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(from && { loadDataDir: from }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  })
  for (const [name, value] of Object.entries(connectionSettings))
    await engine.exec(`set ${name} = '${value}'`)
  const wire = new EmbeddedWire(engine)
  // There is only one connection: other queries wait for a transaction to end, and `close` waits for all earlier work.
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
    // Every transaction is a snapshot: nothing else runs at the same time.
    transaction: work =>
      inTurn(() => engine.transaction(transaction => work(transactionOn(transaction, wire)))),
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

function transactionOn(transaction: Transaction, wire: EmbeddedWire): Connection {
  return {
    ...connectionOn(transaction, wire),
    // The engine reads the rows from a file in memory instead of the connection.
    async copyIn(sql, pieces) {
      const fromFile = sql.replace(/from stdin$/, "from '/dev/blob'")
      try {
        for (const blob of blobsOf(pieces)) await transaction.query(fromFile, [], { blob })
      } catch (error) {
        throw translateError(error)
      }
    },
  }
}

/** Length of the texts that are copied at once. */
const copiedLength = 1_000_000

function* blobsOf(pieces: Iterable<string>): Iterable<Blob> {
  let texts: string[] = []
  let length = 0
  for (const piece of pieces) {
    texts.push(piece)
    length += piece.length
    if (length < copiedLength) continue
    yield new Blob(texts)
    texts = []
    length = 0
  }
  if (texts.length > 0) yield new Blob(texts)
}

/**
 * Runs queries through PostgreSQL's protocol, which the engine speaks within the process. PGlite's own `query` parses
 * and plans every time, in five calls. Here each query is prepared once and then run with a single call.
 */
class EmbeddedWire {
  readonly #engine: PGlite
  readonly #queries = new PreparedQueries()
  readonly #response = new QueryResponse()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** The caller makes sure that no other transaction is open. */
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

/** The embedded store: PostgreSQL compiled into this process, in a folder that only one process may open. */
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { connectionSettings } from '../../postgres/settings.ts'
import { copyCluster } from './copyCluster.ts'
import { type Connection, type Database, translateError } from './door.ts'
import { Past } from './embedded/past.ts'
import { mayRead } from './embedded/pastQuery.ts'
import { untilOthersAreQuiet } from './embedded/rest.ts'
import { inSlices } from './embedded/slices.ts'
import { Turns } from './embedded/turns.ts'
import { Upkeep, upkeepSettings } from './embedded/upkeep.ts'
import { EmbeddedWire } from './embedded/wire.ts'
import { requireFit } from './fitness.ts'
import { type Run, rowsBy, textsOf } from './values.ts'

const engineSettings = {
  /**
   * PostgreSQL's default of 128 MB makes the engine take 100 MB more, and no page was read faster with it: files that are
   * read again come from the memory of the operating system.
   */
  shared_buffers: '64MB',
  /** Without it, each file of the write-ahead log is written twice, the first time with zeros. */
  wal_init_zero: 'off',
}

export interface EmbeddedOptions {
  /** Without it, the data is kept in memory. */
  folder?: string
  /** A dump to start from. */
  from?: Blob
}

export interface EmbeddedDatabase extends Database {
  /** The whole store as one archive. */
  dump(): Promise<Blob>
  /** Resolves once tables that have grown are analysed, if any are being analysed. */
  upkept(): Promise<void>
}

export async function openEmbedded({ folder, from }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // Loaded only when needed: not for a PostgreSQL store, and not for commands that the running service handles.
  const { Mutex, PGlite } = await import('@electric-sql/pglite')
  const engine = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(from && { loadDataDir: from }),
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(engineSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  })
  for (const [name, value] of Object.entries({ ...connectionSettings, ...upkeepSettings }))
    await engine.exec(`set ${name} = '${value}'`)
  const wire = new EmbeddedWire(engine)
  const past = new Past(wire)
  // There is only one connection: other queries wait for a transaction to end, and `close` waits for all earlier work.
  const mutex = new Mutex()
  const turns = new Turns({ mutex, past, isClosed: () => engine.closed })
  const connection = connectionOn(engine, wire)
  const run = runOn(engine, wire)
  const letOthersIn = () => untilOthersAreQuiet(() => turns.callsSoFar)
  const upkeep = new Upkeep(connection, async work => {
    await letOthersIn()
    return await turns.take(work)
  })
  const reads = rowsBy((sql, values, reader, format) => {
    const inTurn = () => run(sql, values, reader, format)
    return mayRead(sql) ? turns.read(inTurn, () => past.run(sql, values, reader, format)) : turns.take(inTurn)
  })
  return {
    engine: 'embedded',
    ...reads,
    script: sql => turns.take(() => connection.script(sql)),
    transaction(work, { snapshot = false, long = false } = {}) {
      // Every transaction is a snapshot: nothing else is written at the same time.
      const inTurn = () =>
        engine.transaction(transaction =>
          long
            ? turns.withPast(() => work(inSlices(transactionOn(transaction, wire), () => turns.callsSoFar)))
            : work(transactionOn(transaction, wire)),
        )
      if (snapshot) return turns.read(inTurn, () => past.work(work))
      return upkeep.around({ long }, () => turns.take(inTurn))
    },
    letOthersIn,
    check: () => requireFit(reads),
    stats: () => [turns.stats()],
    ...(folder !== undefined && {
      copyFiles: target => turns.take(() => copyCluster(engine, folder, target)),
    }),
    dump: () => turns.take(() => engine.dumpDataDir('none')),
    upkept: () => upkeep.done(),
    close: () =>
      mutex.runExclusive(async () => {
        if (!engine.closed) await engine.close()
      }),
  }
}

const runOn =
  (runner: PGlite | Transaction, wire: EmbeddedWire): Run =>
  async (sql, values, reader, format) => {
    if (runner.closed) throw new Error('The transaction is over.')
    try {
      return await wire.run({ sql, values: textsOf(values), format }, reader)
    } catch (error) {
      throw translateError(error)
    }
  }

const connectionOn = (runner: PGlite | Transaction, wire: EmbeddedWire): Connection => ({
  ...rowsBy(runOn(runner, wire)),
  async script(sql) {
    await runner.exec(sql)
  },
})

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

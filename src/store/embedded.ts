/** The embedded store: PostgreSQL compiled into this process, in a folder that one process alone may open. */
import { Mutex, PGlite, type Transaction } from '@electric-sql/pglite'
import { type Database, type Session, StoreUnavailable, translateError, type Value } from './door.ts'
import { EmbeddedStatements } from './embeddedStatements.ts'
import { parsers, sessionSettings } from './values.ts'

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
  const engine = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(from && { loadDataDir: from }),
    parsers,
  })
  for (const [name, value] of Object.entries(sessionSettings)) await engine.exec(`set ${name} = '${value}'`)
  const statements = new EmbeddedStatements(engine)
  // There is one connection: what is no part of a transaction waits for its end, and a close for all that came before.
  const turns = new Mutex()
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    await turns.runExclusive(async () => {
      if (engine.closed) throw new StoreUnavailable('The embedded store is closed.')
      return await work()
    })
  const session = sessionOn(engine, statements)
  return {
    engine: 'embedded',
    query: (sql, values) => inTurn(() => session.query(sql, values)),
    script: sql => inTurn(() => session.script(sql)),
    // A transaction has the data to itself: every one is a snapshot.
    transaction: work =>
      inTurn(() => engine.transaction(transaction => work(sessionOn(transaction, statements)))),
    dump: () => inTurn(() => engine.dumpDataDir('none')),
    close: () =>
      turns.runExclusive(async () => {
        if (!engine.closed) await engine.close()
      }),
  }
}

function sessionOn(runner: PGlite | Transaction, statements: EmbeddedStatements): Session {
  return {
    async query<Row extends object>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
      if (runner.closed) throw new Error('The transaction is over.')
      try {
        return await statements.run<Row>(sql, values)
      } catch (error) {
        throw translateError(error)
      }
    },
    async script(sql) {
      await runner.exec(sql)
    },
  }
}

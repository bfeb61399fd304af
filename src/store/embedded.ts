/** The embedded store: PostgreSQL compiled into this process, in a folder that one process alone may open. */
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { type Database, type Session, StoreUnavailable, translateError, type Value } from './door.ts'
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
  const open = (): PGlite => {
    if (engine.closed) throw new StoreUnavailable('The embedded store is closed.')
    return engine
  }
  return {
    engine: 'embedded',
    query: (sql, values) => sessionOn(open()).query(sql, values),
    script: sql => sessionOn(open()).script(sql),
    // There is one connection, so a transaction has the data to itself: every one is a snapshot.
    transaction: async work => await open().transaction(transaction => work(sessionOn(transaction))),
    dump: async () => await open().dumpDataDir('none'),
    close: async () => {
      if (!engine.closed) await engine.close()
    },
  }
}

function sessionOn(runner: PGlite | Transaction): Session {
  return {
    async query<Row extends object>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
      try {
        return (await runner.query<Row>(sql, [...values])).rows
      } catch (error) {
        throw translateError(error)
      }
    },
    async script(sql) {
      await runner.exec(sql)
    },
  }
}

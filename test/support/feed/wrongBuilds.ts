/** Databases as a wrong build would use them. The tests of the change feed must notice each one. */
import type { Connection, Database } from '../../../src/store/engine/door.ts'
import { withoutClockLock } from '../randomWriter.ts'

/** The same database, with the SQL of writes changed. */
function rewritten(db: Database, rewrite: (sql: string) => string): Database {
  const of = (connection: Connection): Connection => ({
    ...connection,
    query: (sql, values) => connection.query(rewrite(sql), values),
  })
  return {
    ...db,
    transaction: (work, options) => db.transaction(connection => work(of(connection)), options),
  }
}

/** Replaces what a query inserts into a table by nothing. */
const withoutInsertInto = (table: string) => (sql: string) =>
  sql.replace(
    new RegExp(`(insert into ${table} as noted \\([^)]*\\))([\\s\\S]*?)(\\s+on conflict)`),
    '$1 select * from ($2) as nothing where false$3',
  )

/** Deletes rows without recording it. */
export const withoutDeletions = (db: Database): Database => rewritten(db, withoutInsertInto('deletions'))

/** Moves rows to another company without recording it. */
export const withoutDepartures = (db: Database): Database => rewritten(db, withoutInsertInto('departures'))

/** Leaves the record of a deletion when the id comes back. */
export const withoutReturns = (db: Database): Database =>
  rewritten(db, sql => sql.replace('delete from deletions d using touched\n      where', '$& false and'))

/** Changes accounts and categories without a new stamp. */
export const withoutStamps = (db: Database): Database =>
  rewritten(db, sql =>
    sql
      .replace(/, changed_at = (default|excluded\.changed_at)/, '')
      .replace(/changed_at = excluded.changed_at, /, ''),
  )

/** By name, for the command line. */
export const wrongBuilds: Readonly<Record<string, (db: Database) => Database>> = {
  deletions: withoutDeletions,
  departures: withoutDepartures,
  returns: withoutReturns,
  stamps: withoutStamps,
  lock: withoutClockLock,
}

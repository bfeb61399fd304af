/** Locks and time limits of a transaction. */
import type { Connection } from './door.ts'

/** Numbers of advisory locks that other programs are unlikely to use. */
const locks = { migration: 7_035_467_901, demo: 7_035_467_902, setup: 7_035_467_903 }

/** Holds the lock until the end of the transaction. Other processes that ask for it wait. */
export async function lockExclusively(connection: Connection, lock: keyof typeof locks): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [locks[lock]])
}

/** For work that may take or wait long, such as a migration or a load. No request is waiting for it. */
export async function withoutTimeouts(connection: Connection): Promise<void> {
  await connection.query('set local statement_timeout = 0')
  await connection.query('set local lock_timeout = 0')
  connection.liftLimits?.()
}

/** Throws if the database cannot be reached. */
export async function ping(connection: Connection): Promise<void> {
  await connection.query('select 1')
}

/** What a transaction may ask for itself, apart from rows. */
import type { Connection } from './door.ts'

/** Numbers that no one else would lock on; of two processes that start at once, one goes first. */
const locks = { migration: 7_035_467_901, demo: 7_035_467_902, setup: 7_035_467_903 }

/** Until the end of the transaction, no other process has the same lock. */
export async function lockAlone(connection: Connection, lock: keyof typeof locks): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [locks[lock]])
}

/** For work that may take long and may wait long, such as a migration or a load: nobody waits for its answer. */
export async function withoutTimeouts(connection: Connection): Promise<void> {
  await connection.query('set local statement_timeout = 0')
  await connection.query('set local lock_timeout = 0')
  connection.liftLimits?.()
}

/** Fails where the database is out of reach. */
export async function ping(connection: Connection): Promise<void> {
  await connection.query('select 1')
}

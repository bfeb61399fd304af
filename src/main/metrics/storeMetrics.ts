/** Metrics of the store's connections, and of writes. */
import type { Database } from '../../store/engine/door.ts'
import type { ReplicaCounts } from '../../store/engine/replicas.ts'
import { moveClockSql } from '../../store/workspaceClock.ts'
import { counter, gauge, histogram, type Metric, plain } from './metric.ts'

export function poolMetrics(db: Database): Metric[] {
  return [
    gauge('florin_store_connections', 'Connections to the store by pool and state.', () =>
      db.stats().flatMap(({ pool, inUse, idle, opening }) => [
        { labels: { pool, state: 'in_use' }, value: inUse },
        { labels: { pool, state: 'idle' }, value: idle },
        { labels: { pool, state: 'opening' }, value: opening },
      ]),
    ),
    gauge('florin_store_connections_max', 'Maximum number of connections of a pool.', () =>
      db.stats().map(({ pool, connectionsMax }) => ({ labels: { pool }, value: connectionsMax })),
    ),
    gauge('florin_store_waiting', 'Work that is waiting for a connection.', () =>
      db.stats().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    ),
    histogram('florin_store_wait_duration_seconds', 'How long work waited if no connection was free.', () =>
      db.stats().map(({ pool, waits }) => ({ labels: { pool }, durations: waits })),
    ),
    counter('florin_store_wait_timeouts_total', 'Work that gave up waiting for a connection.', () =>
      db.stats().map(({ pool, timeouts }) => ({ labels: { pool }, value: timeouts })),
    ),
  ]
}

export const replicaMetrics = (counts: () => Readonly<ReplicaCounts>): Metric =>
  counter(
    'florin_replica_reads_total',
    'Reads sent to replicas; those that were behind or failed were repeated on the primary.',
    () => Object.entries(counts()).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )

/** Counts committed transactions that advanced a workspace clock. */
export class ClockMoves {
  #count = 0

  /** Wraps a store and counts the writes made through it. */
  watch(db: Database): Database {
    const transaction: Database['transaction'] = async (work, options) => {
      let moved = false
      const result = await db.transaction(connection => {
        const query: typeof connection.query = (sql, values) => {
          if (sql === moveClockSql) moved = true
          return connection.query(sql, values)
        }
        return work({ ...connection, query })
      }, options)
      if (moved) this.#count += 1
      return result
    }
    return { ...db, transaction }
  }

  metrics(): Metric[] {
    return [
      counter('florin_clock_moves_total', 'Writes that changed data and so advanced a workspace clock.', () =>
        plain(this.#count),
      ),
    ]
  }
}

/** A snapshot of a store's connections and of the callers waiting for one. */
import type { DurationHistogram } from '../../domain/histogram.ts'

export interface PoolStats {
  pool: 'statements' | 'transactions' | 'embedded'
  connectionsMax: number
  inUse: number
  idle: number
  opening: number
  /** Callers without a connection. */
  waiting: number
  /** How long callers waited who found no free connection. */
  waits: DurationHistogram
  /** Callers who gave up waiting. */
  timeouts: number
}

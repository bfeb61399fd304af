/** Tracks whether the server responds and whether it can serve, across all pools. */

import type { Connector } from '../../postgres/connect/connector.ts'
import { type PoolOptions, WirePool } from '../../postgres/pool.ts'
import { ServerWatch, type WatchLimits } from '../../postgres/watch.ts'
import { readOnly, readOnlyCode, StoreUnfit, schemaCodes } from './fitness.ts'

/** How long closing waits for connections in use. Must fit into the time of a shutdown. */
const closeMsMax = 3_000
/** A server that does not respond to probes for four seconds counts as gone, so every read ends within five. */
const watchLimits = { tickMs: 250, probeAfterMs: 1_000, silentMsMax: 4_000 }
/** While a server is unfit, every request notices; this is the minimum time between renewals of the pools. */
const renewMsMin = 1_000

export class ServerState {
  readonly #connector: Connector
  readonly #watch: ServerWatch
  readonly #pools: WirePool[] = []
  #renewedMs = -renewMsMin

  constructor(connector: Connector, limits: Pick<WatchLimits, 'queryMsMax'> & Partial<WatchLimits>) {
    this.#connector = connector
    const probe = async () => void (await connector.open('queries')).close()
    this.#watch = new ServerWatch({ ...watchLimits, ...limits }, probe)
    connector.onLetIn = () => {
      this.#watch.letIn = true
    }
    // After a failover behind the same host name, all other connections are dead too.
    this.#watch.onStuck = () => this.#renew()
    this.#watch.onGone = () => {
      for (const pool of this.#pools) pool.abandon('PostgreSQL does not answer.')
    }
  }

  poolOf(options: PoolOptions): WirePool {
    const pool = new WirePool({ closeMsMax, ...options, watch: this.#watch })
    this.#pools.push(pool)
    return pool
  }

  /** `checkFit` throws with the reason if the server cannot serve. */
  async check(checkFit: () => Promise<void>): Promise<void> {
    try {
      await checkFit()
    } catch (error) {
      if (error instanceof StoreUnfit) this.#renew(error.isReadOnly)
      throw error
    }
  }

  /** Replaces an error that the database's state may have caused by that reason. Returns other errors unchanged. */
  async explain(error: unknown, checkFit: () => Promise<void>): Promise<unknown> {
    const { code = '' } = error as { code?: string }
    if (code === readOnlyCode) {
      this.#renew(true)
      return readOnly(error)
    }
    if (!schemaCodes.has(code)) return error
    try {
      await this.check(checkFit)
      return error
    } catch (reason) {
      return reason instanceof StoreUnfit ? reason : error
    }
  }

  async close(): Promise<void> {
    this.#connector.close()
    await Promise.all(this.#pools.map(pool => pool.close()))
    this.#watch.stop()
  }

  /** New connections may reach another server that accepts writes, or pick up corrected settings. */
  #renew(isReadOnly = false): void {
    const nowMs = performance.now()
    if (nowMs - this.#renewedMs < renewMsMin) return
    this.#renewedMs = nowMs
    if (isReadOnly) this.#connector.startElsewhere()
    for (const pool of this.#pools) pool.renew()
  }
}

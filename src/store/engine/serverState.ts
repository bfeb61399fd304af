/** What a store knows of its server as a whole: whether it answers, and whether it is in a state to serve. */

import type { Connector } from '../../postgres/connect/connector.ts'
import { type PoolOptions, WirePool } from '../../postgres/pool.ts'
import { ServerWatch, type WatchLimits } from '../../postgres/watch.ts'
import { readOnly, readOnlyCode, StoreUnfit, schemaCodes } from './fitness.ts'

/** Connections in use are waited for at the end, within what a shutdown may take. */
const closeMsMax = 3_000
/** A server that says nothing for four seconds, though asked, is gone. So a read is answered within five. */
const watchLimits = { tickMs: 250, probeAfterMs: 1_000, silentMsMax: 4_000 }
/** While a server stays unfit, every request finds that out; new connections are no more frequent than this. */
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
    // After a failover behind one name, the other connections are as dead as the one that was noticed.
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

  /** `look` fails with the reason where the server cannot serve. */
  async check(look: () => Promise<void>): Promise<void> {
    try {
      await look()
    } catch (error) {
      if (error instanceof StoreUnfit) this.#renew(error.isReadOnly)
      throw error
    }
  }

  /** The reason behind an error that may come from the state of the database; any other error as it is. */
  async explain(error: unknown, look: () => Promise<void>): Promise<unknown> {
    const { code = '' } = error as { code?: string }
    if (code === readOnlyCode) {
      this.#renew(true)
      return readOnly(error)
    }
    if (!schemaCodes.has(code)) return error
    try {
      await this.check(look)
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

  /** New connections may find another server, one that takes writes, or the settings that somebody has corrected. */
  #renew(isReadOnly = false): void {
    const nowMs = performance.now()
    if (nowMs - this.#renewedMs < renewMsMin) return
    this.#renewedMs = nowMs
    if (isReadOnly) this.#connector.startElsewhere()
    for (const pool of this.#pools) pool.renew()
  }
}

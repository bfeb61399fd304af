/**
 * The door to a PostgreSQL server: parse its URL, open connections, and tell what a failed connection means. Other rooms
 * see this file, `protocol.ts` and `settings.ts`, and nothing else of this room.
 */
import { readConnectionString } from './connect/connectionString.ts'
import { Connector } from './connect/connector.ts'
import { ConnectionRefused, isEndedByPooler } from './connect/errors.ts'
import type { PoolMode } from './connect/pooler.ts'
import { ConnectionLost, type WireConnection } from './server/connection.ts'
import { NoConnection, type PoolOptions, WirePool } from './server/pool.ts'
import type { PoolStats } from './server/poolStats.ts'
import { ServerWatch, type WatchLimits } from './server/watch.ts'

export { describeHosts, isSocketFolder } from './connect/connectionString.ts'
export { ConnectionLost, type PoolMode, type PoolStats, readConnectionString, type WireConnection }

/** How long a caller waits for a free connection. */
export const connectionWaitMs = 10_000
const idleTimeoutMs = 10_000
/** On close, connections in use have this long to finish. Fits into the time limit of a shutdown. */
const closeMsMax = 3_000
/** While a server stays unfit, every request notices. Connections are not renewed more often than this. */
const renewMsMin = 1_000

export interface ServerLimits extends WatchLimits {
  /** For single queries and for BEGIN: their connection may be dead while others work. */
  readMsMax: number
}

const defaultLimits: ServerLimits = {
  tickMs: 250,
  probeAfterMs: 1_000,
  // With this, a read gets its response or its error within five seconds.
  silentMsMax: 4_000,
  // Longer than the server's limits (`timeLimits`, `readLimits`), which should act first: their errors say more.
  queryMsMax: 35_000,
  readMsMax: 4_500,
}

export interface ServerOptions {
  url: string
  /** For single queries, and as many again for transactions. */
  connections: number
  /** So many more for transactions, if the store is spread over the nodes of a Citus cluster. */
  moreOnCluster?: number
  limits?: Partial<ServerLimits>
}

export const openServer = (options: ServerOptions): PostgresServer => new PostgresServer(options)

/**
 * `refused`: a setting has to change before we can connect. `away`: there is no connection now, but there may be one
 * later. Null: the error has another cause.
 */
export function connectionFailure(error: unknown): 'refused' | 'away' | null {
  if (error instanceof ConnectionRefused) return 'refused'
  const isAway = error instanceof ConnectionLost || error instanceof NoConnection || isEndedByPooler(error)
  return isAway ? 'away' : null
}

/** Connections are opened when they are needed. */
export class PostgresServer {
  readonly queries: WirePool
  /**
   * Transactions have their own connections. Writers of a workspace wait for each other, and a long transaction must not
   * take the connections of readers.
   */
  readonly transactions: WirePool
  readonly #connector: Connector
  readonly #watch: ServerWatch
  readonly #readMsMax: number
  #renewedMs = -renewMsMin

  constructor({ url, connections, moreOnCluster = 0, limits }: ServerOptions) {
    const { readMsMax, ...watchLimits } = { ...defaultLimits, ...limits }
    const connector = new Connector(readConnectionString(url))
    const watch = new ServerWatch(watchLimits, async () => void (await connector.open('queries')).close())
    const pool: Omit<PoolOptions, 'open'> = {
      connectionsMax: connections,
      waitMsMax: connectionWaitMs,
      idleMsMax: idleTimeoutMs,
      closeMsMax,
      watch,
    }
    this.#connector = connector
    this.#watch = watch
    this.#readMsMax = readMsMax
    this.queries = new WirePool({ ...pool, queryMsMax: readMsMax, open: () => connector.open('queries') })
    this.transactions = new WirePool({
      ...pool,
      // Known once a connection was opened.
      get connectionsMax() {
        return connections + (connector.isDistributed ? moreOnCluster : 0)
      },
      open: () => connector.open('transactions'),
    })
    connector.onLetIn = () => {
      watch.letIn = true
    }
    // After a failover behind one host name, the other connections are as dead as this one.
    watch.onStuck = () => this.renew()
    watch.onGone = () => {
      for (const each of this.#pools) each.abandon('PostgreSQL does not answer.')
    }
  }

  get #pools(): WirePool[] {
    return [this.queries, this.transactions]
  }

  /** Whether the store is spread over the nodes of a Citus cluster. False until a connection was opened. */
  get isDistributed(): boolean {
    return this.#connector.isDistributed
  }

  /** Begins a transaction on a connection taken from `transactions`. */
  async begin(connection: WireConnection, sql: string): Promise<void> {
    connection.queryMsMax = this.#readMsMax
    await connection.script(this.#connector.beginWith(connection, sql))
    connection.queryMsMax = null
  }

  /** Gives back a connection taken from `transactions`. */
  end(connection: WireConnection): void {
    connection.isLimited = true
    connection.queryMsMax = null
    this.transactions.giveBack(connection)
  }

  /** Opens new connections from now on: they may reach another server, or find its settings corrected. */
  renew({ startElsewhere = false } = {}): void {
    const nowMs = performance.now()
    if (nowMs - this.#renewedMs < renewMsMin) return
    this.#renewedMs = nowMs
    if (startElsewhere) this.#connector.startElsewhere()
    for (const each of this.#pools) each.renew()
  }

  /** How a pooler in between shares its connections, once one was detected; null for direct connections. */
  async poolMode(): Promise<PoolMode | null> {
    return await this.#connector.poolMode
  }

  stats(): PoolStats[] {
    return [this.queries.stats('statements'), this.transactions.stats('transactions')]
  }

  async close(): Promise<void> {
    this.#connector.close()
    await Promise.all(this.#pools.map(each => each.close()))
    this.#watch.stop()
  }
}

/** The production store: a PostgreSQL server, reached through two small connection pools. */
import { readConnectionString } from '../../postgres/connect/connectionString.ts'
import { Connector } from '../../postgres/connect/connector.ts'
import { ConnectionRefused, isEndedByPooler } from '../../postgres/connect/errors.ts'
import type { PoolMode } from '../../postgres/connect/pooler.ts'
import { ConnectionLost, type WireConnection } from '../../postgres/connection.ts'
import { NoConnection, type WirePool } from '../../postgres/pool.ts'
import type { WatchLimits } from '../../postgres/watch.ts'
import { type Connection, type Database, OutcomeUnknown, StoreUnavailable, translateError } from './door.ts'
import { requireFit } from './fitness.ts'
import { ServerState } from './serverState.ts'
import { type Run, rowsBy, textsOf } from './values.ts'

/** Few connections beat many: the server's cores are the limit, and a waiting query costs less than a context switch. */
export const connectionsMax = 4
/** How long a request waits for a free connection. */
const connectionWaitMs = 10_000
const idleTimeoutMs = 10_000
/** Longer than the server's own limits (`timeLimits`, `readLimits`), whose errors are more specific. */
const queryMsMax = 35_000
/** For single queries and `begin`, to notice early that just this one connection is dead. */
const readMsMax = 4_500

export interface PostgresOptions {
  url: string
  /** For single queries, and the same number again for transactions. */
  connections?: number
  /** Shorter limits for tests. */
  limits?: Partial<WatchLimits> & { readMsMax?: number }
}

export interface PostgresDatabase extends Database {
  /** The pool mode of a pooler between us and the server, if one was detected; null for direct connections. */
  poolMode(): Promise<PoolMode | null>
}

/**
 * Transactions have a separate pool. Writers of one workspace wait for each other on its clock, and a long write must
 * not leave readers without a connection.
 */
export async function openPostgres({
  url,
  connections = connectionsMax,
  limits = {},
}: PostgresOptions): Promise<PostgresDatabase> {
  const connector = new Connector(readConnectionString(url))
  const state = new ServerState(connector, { queryMsMax, ...limits })
  const reads = { queryMsMax: limits.readMsMax ?? readMsMax }
  const pool = { connectionsMax: connections, waitMsMax: connectionWaitMs, idleMsMax: idleTimeoutMs }
  const queries = state.poolOf({ ...pool, ...reads, open: () => connector.open('queries') })
  const transactions = state.poolOf({ ...pool, open: () => connector.open('transactions') })
  // The schema check must not explain its own errors: explaining runs the check again.
  const checkFit = () => requireFit(connectionOn(work => queries.use(work), unexplained))
  const explain: Explain = error => state.explain(error, checkFit)
  return {
    engine: 'postgres',
    ...connectionOn(work => queries.use(work), explain),
    // Scripts may take longer than a read.
    script: connectionOn(work => transactions.use(work), explain).script,
    transaction: (work, options) => {
      const snapshot = options?.snapshot ?? false
      const begin = snapshot ? beginSnapshot : 'begin'
      const beginOn = async (connection: WireConnection) => {
        connection.queryMsMax = reads.queryMsMax
        await connection.script(connector.beginWith(connection, begin))
        connection.queryMsMax = null
      }
      return inTransaction(transactions, beginOn, work, snapshot, explain)
    },
    poolMode: async () => await connector.poolMode,
    check: () => state.check(checkFit),
    stats: () => [queries.stats('statements'), transactions.stats('transactions')],
    close: () => state.close(),
  }
}

type Explain = (error: unknown) => unknown

const unexplained: Explain = error => error

async function inTransaction<Result>(
  pool: WirePool,
  beginOn: (connection: WireConnection) => Promise<void>,
  work: (connection: Connection) => Promise<Result>,
  snapshot: boolean,
  explain: Explain,
): Promise<Result> {
  const connection = await translating(() => pool.take())
  let isOver = false
  try {
    await translating(() => beginOn(connection))
    const result = await work(connectionUntil(connection, () => isOver, explain))
    isOver = true
    await (snapshot ? translating(() => connection.script('commit')) : commit(connection))
    return result
  } catch (error) {
    isOver = true
    // A connection that cannot roll back is unusable.
    await connection.script('rollback').catch(() => connection.close())
    throw error
  } finally {
    connection.isLimited = true
    connection.queryMsMax = null
    pool.giveBack(connection)
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only'

/** If the connection breaks before the response arrives, nobody knows whether the commit took effect. */
async function commit(connection: WireConnection): Promise<void> {
  // Already lost: the commit is never sent, so nothing was changed.
  if (!connection.isOpen) throw outOfReach(new ConnectionLost('The connection to PostgreSQL was lost.'))
  const done = await connection.script('commit').catch((error: unknown) => {
    const reason = translated(error)
    throw reason instanceof StoreUnavailable
      ? new OutcomeUnknown('PostgreSQL did not confirm the commit.', { cause: error })
      : reason
  })
  // Committing a failed transaction makes PostgreSQL roll it back and report success with the tag ROLLBACK.
  if (done !== 'COMMIT') throw new Error('The transaction failed and was rolled back.')
}

/** Rejects queries after the end. Failed work may still be running, and its queries would commit on their own. */
function connectionUntil(connection: WireConnection, isOver: () => boolean, explain: Explain): Connection {
  const onConnection: Use = work => {
    if (isOver()) throw new Error('The transaction is over.')
    return work(connection)
  }
  return {
    ...connectionOn(onConnection, explain),
    copyIn: (sql, pieces) => translating(() => onConnection(each => each.copyIn(sql, pieces))),
    liftLimits: () => {
      connection.isLimited = false
    },
  }
}

type Use = <Result>(work: (connection: WireConnection) => Promise<Result>) => Promise<Result>

function connectionOn(use: Use, explain: Explain): Connection {
  const run: Run = (sql, values, reader, format) => {
    const texts = textsOf(values)
    return translating(() => use(connection => connection.run(sql, texts, reader, format)), explain)
  }
  return {
    ...rowsBy(run),
    async script(sql) {
      await translating(() => use(connection => connection.script(sql)))
    },
  }
}

async function translating<Result>(
  work: () => Promise<Result>,
  explain: Explain = unexplained,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw await explain(translated(error))
  }
}

function translated(error: unknown): unknown {
  if (error instanceof ConnectionRefused) return new StoreUnavailable(error.message, { cause: error })
  const isAway = error instanceof ConnectionLost || error instanceof NoConnection || isEndedByPooler(error)
  return isAway ? outOfReach(error) : translateError(error)
}

const outOfReach = (cause: unknown) => new StoreUnavailable('The database is out of reach.', { cause })

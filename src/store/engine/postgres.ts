/** The production store: a PostgreSQL server, through a few connections. `connect` opens them; `wire` speaks on them. */
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

/** Few connections beat many: the server's cores are the limit, and a waiting query costs less than a switch. */
export const connectionsMax = 4
/** The time that a request waits for a connection to be free. */
const connectionWaitMs = 10_000
const idleTimeoutMs = 10_000
/** Longer than the server's own limits (`timeLimits`, `readLimits`), which come first and say more. */
const queryMsMax = 35_000
/** For single statements, and the begin of a transaction: their connection may be lost while others are well. */
const readMsMax = 4_500

export interface PostgresOptions {
  url: string
  /** For single statements, and as many again for transactions. */
  connections?: number
  /** For tests, which cannot wait as long. */
  limits?: Partial<WatchLimits> & { readMsMax?: number }
}

export interface PostgresDatabase extends Database {
  /** How a pooler in between lends its connections, as far as one was met; null for direct connections. */
  poolMode(): Promise<PoolMode | null>
}

/**
 * Transactions have connections of their own. Those that write wait for each other on the clock of their workspace, and
 * a long one must not keep every reader waiting for a connection.
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
  const statements = state.poolOf({ ...pool, ...reads, open: () => connector.open('queries') })
  const transactions = state.poolOf({ ...pool, open: () => connector.open('transactions') })
  // The look at the schema does not explain its own errors, as that would lead to another look.
  const look = () => requireFit(connectionOn(work => statements.use(work), asItIs))
  const explain: Explain = error => state.explain(error, look)
  return {
    engine: 'postgres',
    ...connectionOn(work => statements.use(work), explain),
    // May take longer than a read.
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
    check: () => state.check(look),
    stats: () => [statements.stats('statements'), transactions.stats('transactions')],
    close: () => state.close(),
  }
}

type Explain = (error: unknown) => unknown

const asItIs: Explain = error => error

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
    // One that cannot even be rolled back is of no more use.
    await connection.script('rollback').catch(() => connection.close())
    throw error
  } finally {
    connection.isLimited = true
    connection.queryMsMax = null
    pool.giveBack(connection)
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only'

/** Where the connection breaks on the way to the commit's answer, nobody knows whether it was done. */
async function commit(connection: WireConnection): Promise<void> {
  // Lost before: the commit is never sent, so nothing was done.
  if (!connection.isOpen) throw outOfReach(new ConnectionLost('The connection to PostgreSQL was lost.'))
  const done = await connection.script('commit').catch((error: unknown) => {
    const reason = translated(error)
    throw reason instanceof StoreUnavailable
      ? new OutcomeUnknown('The commit was not answered.', { cause: error })
      : reason
  })
  // PostgreSQL answers the commit of a transaction that had failed with a rollback, and calls that a success.
  if (done !== 'COMMIT') throw new Error('The transaction had failed, and was rolled back.')
}

/** Behind its end a statement would run outside of any transaction, and be kept: work that failed may still go on. */
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

async function translating<Result>(work: () => Promise<Result>, explain: Explain = asItIs): Promise<Result> {
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

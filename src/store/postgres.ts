/** The production store: a PostgreSQL server, through a few connections. The driver opens them; `wire` speaks on them. */
import type { Duplex } from 'node:stream'
import { type Database, OutcomeUnknown, type Session, StoreUnavailable, translateError } from './door.ts'
import { type Run, rowsBy, sessionSettings, textsOf } from './values.ts'
import { ConnectionLost, WireConnection } from './wire/connection.ts'
import { NoConnection, WirePool } from './wire/pool.ts'
import { openWireSocket } from './wire/socket.ts'

/** Few connections beat many: the server's cores are the limit, and a waiting query costs less than a switch. */
const connectionsMax = 4
/** Also the time that a request waits for a connection to be free. */
const connectTimeoutMs = 10_000
const idleTimeoutMs = 10_000
const statementTimeoutMs = 30_000
/** Shorter than the wait for a connection: writers that wait for one workspace must let those of others through. */
const lockTimeoutMs = 5_000
const idleInTransactionTimeoutMs = 60_000

export interface PostgresOptions {
  url: string
  /** For single statements, and as many again for transactions. */
  connections?: number
}

/**
 * Transactions have connections of their own. Those that write wait for each other on the clock of their workspace, and
 * a long one must not keep every reader waiting for a connection.
 */
export async function openPostgres({
  url,
  connections = connectionsMax,
}: PostgresOptions): Promise<Database> {
  const [statements, transactions] = [poolOf(url, connections), poolOf(url, connections)]
  return {
    engine: 'postgres',
    ...sessionOn(work => statements.use(work)),
    transaction: (work, options) => inTransaction(transactions, work, options?.snapshot ?? false),
    stats: () => [statements.stats('statements'), transactions.stats('transactions')],
    close: async () => {
      await Promise.all([statements.close(), transactions.close()])
    },
  }
}

const poolOf = (url: string, connections: number): WirePool =>
  new WirePool({
    open: () => openConnection(url),
    connectionsMax: connections,
    waitMsMax: connectTimeoutMs,
    idleMsMax: idleTimeoutMs,
  })

/** The driver knows every way to find a server, to encrypt and to log in. What it reads from then on is ours. */
async function openConnection(url: string): Promise<WireConnection> {
  // Loaded where it is needed, as the other engine is.
  const { default: pg } = await import('pg')
  const { socket, onChunk } = openWireSocket()
  const client = new pg.Client({
    stream: () => socket,
    connectionString: withSettings(url),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    application_name: 'florin',
    keepAlive: true,
  })
  // It would otherwise end the process when the connection is lost.
  client.on('error', () => undefined)
  await client.connect()
  // The types of the driver leave it out. It is the socket, or what encrypts and decrypts on it.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const connection = new WireConnection(stream)
  if (stream === socket) onChunk(chunk => connection.take(chunk))
  else {
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => connection.take(chunk))
  }
  return connection
}

/** The driver lets options of the URL stand in place of any others, so ours are added to them; the last one counts. */
function withSettings(url: string): string {
  const target = new URL(url)
  const settings = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`)
  target.searchParams.set('options', [target.searchParams.get('options') ?? '', ...settings].join(' ').trim())
  return target.href
}

async function inTransaction<Result>(
  pool: WirePool,
  work: (session: Session) => Promise<Result>,
  snapshot: boolean,
): Promise<Result> {
  const connection = await translating(() => pool.take())
  let isOver = false
  try {
    await translating(() => connection.script(snapshot ? beginSnapshot : 'begin'))
    const result = await work(sessionUntil(connection, () => isOver))
    isOver = true
    await commit(connection)
    return result
  } catch (error) {
    isOver = true
    // One that cannot even be rolled back is of no more use.
    await connection.script('rollback').catch(() => connection.close())
    throw error
  } finally {
    pool.giveBack(connection)
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only'

/** Where the connection breaks on the way to the commit's answer, nobody knows whether it was done. */
async function commit(connection: WireConnection): Promise<void> {
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
function sessionUntil(connection: WireConnection, isOver: () => boolean): Session {
  const onConnection: Use = work => {
    if (isOver()) throw new Error('The transaction is over.')
    return work(connection)
  }
  return {
    ...sessionOn(onConnection),
    copyIn: (sql, pieces) => translating(() => onConnection(each => each.copyIn(sql, pieces))),
  }
}

type Use = <Result>(work: (connection: WireConnection) => Promise<Result>) => Promise<Result>

function sessionOn(use: Use): Session {
  const run: Run = (sql, values, reader, format) => {
    const texts = textsOf(values)
    return translating(() => use(connection => connection.run(sql, texts, reader, format)))
  }
  return {
    ...rowsBy(run),
    async script(sql) {
      await translating(() => use(connection => connection.script(sql)))
    },
  }
}

async function translating<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translated(error)
  }
}

/** The driver reports a connection that it could not open in words alone, without a code. */
const notOpened = /connection (terminated|ended|error)|timeout.*connect/i

function translated(error: unknown): unknown {
  const isAway =
    error instanceof ConnectionLost ||
    error instanceof NoConnection ||
    (error instanceof Error && notOpened.test(error.message))
  return isAway
    ? new StoreUnavailable('The database is out of reach.', { cause: error })
    : translateError(error)
}

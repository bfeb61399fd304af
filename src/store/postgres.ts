/** The production store: a PostgreSQL server, through a small pool of connections. */
import pg from 'pg'
import { CopyIn } from './copyIn.ts'
import {
  type Database,
  OutcomeUnknown,
  type Session,
  StoreUnavailable,
  translateError,
  type Value,
} from './door.ts'
import { parsers, sessionSettings } from './values.ts'

/** Few connections beat many: the server's cores are the limit, and a waiting query costs less than a switch. */
const connectionsMax = 4
/** Also the time that a request waits for a connection to be free. */
const connectTimeoutMs = 10_000
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
    ...sessionOn(statements),
    transaction: (work, options) => inTransaction(transactions, work, options?.snapshot ?? false),
    close: async () => {
      await Promise.all([statements.end(), transactions.end()])
    },
  }
}

function poolOf(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSettings(url),
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    application_name: 'florin',
    types: {
      getTypeParser: (oid: number, format: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
    },
  } as pg.PoolConfig)
  // A connection that breaks is replaced by the pool, and its statement fails; without listeners, for idle ones and
  // for those at work, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** The driver lets options of the URL stand in place of any others, so ours are added to them; the last one counts. */
function withSettings(url: string): string {
  const target = new URL(url)
  const settings = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`)
  target.searchParams.set('options', [target.searchParams.get('options') ?? '', ...settings].join(' ').trim())
  return target.href
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Result>,
  snapshot: boolean,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error)
  })
  let isOver = false
  const session = sessionUntil(client, () => isOver)
  let broken = false
  try {
    await session.script(snapshot ? 'begin isolation level repeatable read read only' : 'begin')
    const result = await work(session)
    isOver = true
    await commit(client)
    return result
  } catch (error) {
    isOver = true
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Where the connection breaks on the way to the commit's answer, nobody knows whether it was done. */
async function commit(client: pg.PoolClient): Promise<void> {
  const answer = await client.query('commit').catch((error: unknown) => {
    const reason = translated(error)
    throw reason instanceof StoreUnavailable
      ? new OutcomeUnknown('The commit was not answered.', { cause: error })
      : reason
  })
  // PostgreSQL answers the commit of a transaction that had failed with a rollback, and calls that a success.
  if (answer.command !== 'COMMIT') throw new Error('The transaction had failed, and was rolled back.')
}

/** Behind its end a statement would run outside of any transaction, and be kept: work that failed may still go on. */
function sessionUntil(client: pg.PoolClient, isOver: () => boolean): Session {
  const session = sessionOn(client)
  const requireOpen = () => {
    if (isOver()) throw new Error('The transaction is over.')
  }
  return {
    async query<Row extends object>(sql: string, values?: readonly Value[]) {
      requireOpen()
      return await session.query<Row>(sql, values)
    },
    async script(sql) {
      requireOpen()
      await session.script(sql)
    },
    async copyIn(sql, pieces) {
      requireOpen()
      await copyIn(client, sql, pieces)
    },
  }
}

function sessionOn(runner: pg.Pool | pg.PoolClient): Session {
  return {
    async query<Row extends object>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
      try {
        // The driver reads the values and never changes them, so they need no copy.
        const config = { name: statementName(sql), text: sql, values: values as Value[] }
        return (await runner.query<Row>(config)).rows
      } catch (error) {
        throw translated(error)
      }
    },
    async script(sql) {
      try {
        await runner.query(sql)
      } catch (error) {
        throw translated(error)
      }
    },
  }
}

async function copyIn(client: pg.PoolClient, sql: string, pieces: Iterable<string>): Promise<void> {
  try {
    await new Promise<void>((settle, fail) => {
      client.query(new CopyIn(sql, pieces, settle, fail))
    })
  } catch (error) {
    throw translated(error)
  }
}

/** The pool and the driver report lost connections in words alone, without a code. */
const lostConnection = /connection (terminated|ended|error)|timeout.*connect|not queryable/i

function translated(error: unknown): unknown {
  return error instanceof Error && lostConnection.test(error.message)
    ? new StoreUnavailable('The database is out of reach.', { cause: error })
    : translateError(error)
}

/** Statements that a server keeps prepared for each connection; one that comes later is planned each time. */
const namedStatementsMax = 500
const statementNames = new Map<string, string>()

/** One short name per statement text, the same on every connection; none once there are too many. */
function statementName(sql: string): string | undefined {
  let name = statementNames.get(sql)
  if (name === undefined && statementNames.size < namedStatementsMax) {
    name = `florin_${statementNames.size}`
    statementNames.set(sql, name)
  }
  return name
}

/** A PostgreSQL server that falls silent, and what the store makes of it. The limits are short, the server is real. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Connection,
  type Database,
  OutcomeUnknown,
  StoreUnavailable,
} from '../../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { freeze, freezeEach } from '../../support/servers/frozen.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgresServer.ts'

const limits = { tickMs: 20, probeAfterMs: 100, silentMsMax: 1_000, queryMsMax: 1_500, readMsMax: 1_500 }
/** Longer than the silence that is allowed, and than a query may take. */
const longSleep = 'select 1 as one from pg_sleep(2.5)'
/** Longer than the silence that is allowed. */
const sleep = 'select 1 as one from pg_sleep(1.3)'

let server: PostgresServer
let db: Database
let thaw: () => void = () => undefined

beforeAll(async () => {
  server = await startPostgres()
  db = await openPostgres({ url: server.adminUrl, connections: 2, limits })
  await db.script('create table notes (text text)')
})

afterEach(() => thaw())

afterAll(async () => {
  thaw()
  await db?.close()
  await server?.stop()
})

const backend = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid

/** Settles once the store has a connection that works again. */
async function recovered(): Promise<void> {
  for (;;) {
    try {
      await backend()
      return
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnavailable)
      await new Promise(resolve => setTimeout(resolve, limits.tickMs))
    }
  }
}

describe('a server that falls silent', () => {
  it('makes queries fail, those that wait for a connection too, and their connections are never used again', async () => {
    const before = await backend()
    thaw = freeze(server.pid)
    const asked = await Promise.allSettled(Array.from({ length: 6 }, backend))
    for (const each of asked) {
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    thaw()
    await recovered()
    expect(await backend()).not.toBe(before)
  })

  it('leaves the outcome of a commit unknown', async () => {
    const asked = db.transaction(async connection => {
      await connection.query(`insert into notes values ('perhaps')`)
      thaw = freeze(server.pid)
    })
    await expect(asked).rejects.toBeInstanceOf(OutcomeUnknown)
    thaw()
    await recovered()
  })

  it('has changed nothing where the connection was lost before the commit was sent', async () => {
    const asked = db.transaction(async connection => {
      await connection.query(`insert into notes values ('never')`)
      thaw = freeze(server.pid)
      await expect(db.query('select 1 as one')).rejects.toBeInstanceOf(StoreUnavailable)
    })
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    thaw()
    await recovered()
    expect(await db.query(`select text from notes where text = 'never'`)).toEqual([])
  })

  it('is let go of when the store is closed', async () => {
    const own = await openPostgres({ url: server.adminUrl, connections: 2, limits })
    await own.query('select 1 as one')
    thaw = freeze(server.pid)
    const asked = own.query('select 1 as one')
    const refused = expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    await own.close()
    await refused
  })
})

describe('a connection that is lost while the server answers others', () => {
  /** With the limits of a service, so that an answer that waits for them comes too late for the test. */
  const patient = { tickMs: 20, readMsMax: 500 }

  it('holds up neither a query nor a transaction for long, and no other connection of its time is used again', async () => {
    const own = await openPostgres({ url: server.adminUrl, connections: 2, limits: patient })
    const pids = async (connection: Connection) =>
      (await connection.query<{ pid: number }>('select pg_backend_pid() as pid from pg_sleep(0.1)'))[0]
        ?.pid ?? 0
    const before = await Promise.all([pids(own), pids(own), own.transaction(pids), own.transaction(pids)])
    expect(new Set(before).size).toBe(4)
    thaw = freezeEach(before)
    await expect(own.transaction(pids)).rejects.toBeInstanceOf(StoreUnavailable)
    const after = await Promise.all([pids(own), pids(own), own.transaction(pids), own.transaction(pids)])
    expect(after.filter(pid => before.includes(pid))).toEqual([])
    await own.close()
  }, 20_000)
})

describe('a server that is slow, and answers', () => {
  it('may take its time for a query, as long as it shows that it is alive', async () => {
    expect(await db.query(sleep)).toEqual([{ one: 1 }])
  })

  it('is not waited for past the limit of a query', async () => {
    await expect(db.query(longSleep)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('has no limit for work without time-outs, and one again after it', async () => {
    await db.transaction(async connection => {
      await withoutTimeouts(connection)
      expect(await connection.query(longSleep)).toEqual([{ one: 1 }])
    })
    await expect(db.transaction(connection => connection.query(longSleep))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
  })
})

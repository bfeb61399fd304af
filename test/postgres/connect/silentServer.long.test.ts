/** A PostgreSQL server that stops responding. The server is real, the limits are short. */
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
/** Far longer than `queryMsMax`, even if a busy machine delays the ticks that count it. */
const endlessSleep = 'select 1 as one from pg_sleep(25)'
/** Longer than `silentMsMax` and `queryMsMax`. */
const longSleep = 'select 1 as one from pg_sleep(2.5)'
/** Longer than `silentMsMax`. */
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

/** Resolves once queries succeed again. */
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

/**
 * A transaction whose server stops responding after `before`. A connection that was lost earlier may be noticed only now,
 * so the transaction is started again until the server was frozen inside it.
 */
async function frozenInside(
  before: (connection: Connection) => Promise<unknown>,
  after: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (let isFrozen = false; ; ) {
    try {
      return await db.transaction(async connection => {
        await before(connection)
        thaw = freeze(server.pid)
        isFrozen = true
        await after()
      })
    } catch (error) {
      if (isFrozen) throw error
      expect(error).toBeInstanceOf(StoreUnavailable)
      await recovered()
    }
  }
}

describe('a server that stops responding', () => {
  it('fails running and waiting queries, and its connections are never used again', async () => {
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
    const asked = frozenInside(connection => connection.query(`insert into notes values ('perhaps')`))
    await expect(asked).rejects.toBeInstanceOf(OutcomeUnknown)
    thaw()
    await recovered()
  })

  it('has stored nothing if the connection was lost before the commit was sent', async () => {
    const asked = frozenInside(
      connection => connection.query(`insert into notes values ('never')`),
      () => expect(db.query('select 1 as one')).rejects.toBeInstanceOf(StoreUnavailable),
    )
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    thaw()
    await recovered()
    expect(await db.query(`select text from notes where text = 'never'`)).toEqual([])
  })

  it('does not block closing the store', async () => {
    const own = await openPostgres({ url: server.adminUrl, connections: 2, limits })
    await own.query('select 1 as one')
    thaw = freeze(server.pid)
    const asked = own.query('select 1 as one')
    const refused = expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    await own.close()
    await refused
  })
})

describe('a dead connection to a server that responds to others', () => {
  /** The other limits are those of a service, so a result that waits for them comes too late for the test. */
  const patient = { tickMs: 20, readMsMax: 500 }

  it('delays queries and transactions only briefly, and the other old connections are not used again', async () => {
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

describe('a slow server', () => {
  it('may take its time for a query as long as it responds to probes', async () => {
    expect(await db.query(sleep)).toEqual([{ one: 1 }])
  })

  it('is not waited for longer than the limit of a query', async () => {
    await expect(db.query(endlessSleep)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('has no limit during work without timeouts, and has one again afterwards', async () => {
    await db.transaction(async connection => {
      await withoutTimeouts(connection)
      expect(await connection.query(longSleep)).toEqual([{ one: 1 }])
    })
    await expect(db.transaction(connection => connection.query(endlessSleep))).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
  })
})

/** A server process is terminated from outside: at most its current query is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'

describe('terminating a backend (postgres)', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore('postgres')
  })
  afterAll(async () => await store?.remove())

  async function withConnections(connections: number, work: (db: Database) => Promise<void>): Promise<void> {
    const db = await openPostgres({ url: store.databaseUrl ?? '', connections })
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }

  const pidOf = async (db: Connection): Promise<number> => {
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    return row?.pid ?? 0
  }

  /** Runs that many transactions, none of which ends before all have begun. Returns each one's process id or error. */
  async function togetherOn(db: Database, count: number): Promise<unknown[]> {
    let come = 0
    let arrive = (): void => undefined
    const everyone = new Promise<void>(resolve => {
      arrive = () => {
        come += 1
        if (come === count) resolve()
      }
    })
    const one = async (connection: Connection) => {
      const pid = await pidOf(connection)
      arrive()
      await everyone
      return pid
    }
    const failed = (error: unknown) => {
      arrive()
      return error
    }
    return await Promise.all(Array.from({ length: count }, () => db.transaction(one).catch(failed)))
  }

  /** Resolves when the process is gone. */
  async function end(pid: number): Promise<void> {
    const ended = await store.db.query('select pg_terminate_backend($1, 20000) as ended', [pid])
    expect(ended).toEqual([{ ended: true }])
  }

  /** Terminates itself at this row, after the rows before were sent. */
  const endingAt = `select n, repeat('x', $2::integer) as text,
      case when n = $1::integer then pg_terminate_backend(pg_backend_pid()) end as ended
    from generate_series(1, 5000) as n`
  const saidWhy = '57P01'
  const saidNothing = 'ConnectionLost'

  // PostgreSQL reports the reason, except in the middle of a row: while it waits for its client to read, it ends silently.
  // At the first short row nothing was sent yet. In the other cases it may or may not be waiting.
  it.each([
    { at: 1, characters: 1_000, reasons: [saidWhy] },
    { at: 2500, characters: 1_000, reasons: [saidWhy, saidNothing] },
    { at: 5000, characters: 1_000, reasons: [saidWhy, saidNothing] },
    { at: 1, characters: 40_000_000, reasons: [saidWhy, saidNothing] },
  ])(
    'in the middle of a query, at row $at of $characters characters, fails only that query',
    async ({ at, characters, reasons }) => {
      await withConnections(1, async db => {
        const before = await pidOf(db)
        const [first, second, third] = await Promise.allSettled([
          db.query(endingAt, [at, characters]),
          pidOf(db),
          db.query('select 1 as one'),
        ])
        expect(first).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
        const { cause } = (first as PromiseRejectedResult).reason
        expect(reasons).toContain(cause.code ?? cause.name)
        expect(second).toMatchObject({ status: 'fulfilled' })
        expect(second).not.toMatchObject({ value: before })
        expect(third).toEqual({ status: 'fulfilled', value: [{ one: 1 }] })
      })
    },
  )

  it('while it is idle fails at most one query', async () => {
    await withConnections(1, async db => {
      const before = await pidOf(db)
      await end(before)
      // The client may or may not have noticed by now.
      const first = await pidOf(db).catch((error: unknown) => error)
      if (typeof first !== 'number') expect(first).toBeInstanceOf(StoreUnavailable)
      expect(await pidOf(db)).not.toBe(before)
    })
  })

  it('while all of them are idle does not harm the store', async () => {
    const count = 3
    await withConnections(count, async db => {
      const before = await togetherOn(db, count)
      for (const pid of before) await end(pid as number)
      for (const each of await togetherOn(db, count)) {
        if (typeof each !== 'number') expect(each).toBeInstanceOf(StoreUnavailable)
      }
      const after = await togetherOn(db, count)
      expect(after).toEqual(before.map(() => expect.any(Number)))
      expect(after.filter(pid => before.includes(pid))).toEqual([])
    })
  })

  it('within a transaction fails only that transaction, and nothing of it is stored', async () => {
    await store.db.script('create table noted (id integer)')
    await withConnections(1, async db => {
      const failed = db.transaction(async connection => {
        await connection.query('insert into noted (id) values (1)')
        await end(await pidOf(connection))
        await connection.query('insert into noted (id) values (2)')
      })
      await expect(failed).rejects.toThrow(StoreUnavailable)
      await db.transaction(connection => connection.query('insert into noted (id) values (3)'))
      expect(await db.query('select id from noted')).toEqual([{ id: 3 }])
    })
  })

  it('during COPY fails only that transaction', async () => {
    await store.db.script('create table copied (text text)')
    await withConnections(1, async db => {
      function* pieces(): Iterable<string> {
        for (let count = 0; count < 200; count += 1) yield `${'x'.repeat(10_000)}\n`
      }
      const copying = db.transaction(async connection => {
        const ended = pidOf(connection).then(end)
        // All rows may have been taken by then, but the process is gone.
        const copied = await connection
          .copyIn?.('copy copied from stdin', pieces())
          .catch((error: unknown) => error)
        await ended
        if (copied !== undefined) expect(copied).toBeInstanceOf(StoreUnavailable)
        await connection.query('select 1 as one')
      })
      await expect(copying).rejects.toThrow(StoreUnavailable)
      expect(
        await db.transaction(connection => connection.query('select count(*)::integer as n from copied')),
      ).toEqual([{ n: 0 }])
    })
  })
})

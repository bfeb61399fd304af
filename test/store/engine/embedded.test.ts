import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, ConstraintViolation, StoreUnavailable } from '../../../src/store/engine/door.ts'
import type { EmbeddedDatabase } from '../../../src/store/engine/embedded.ts'
import { bareEmbedded } from '../../support/servers/bareEmbedded.ts'

describe('the embedded engine', () => {
  let db: EmbeddedDatabase
  beforeAll(async () => {
    db = await bareEmbedded()
    await db.script('create table kept (id int primary key, name text)')
  })
  afterAll(async () => await db?.close())

  const insert = (connection: Connection, id: number) =>
    connection.query<{ id: number }>('insert into kept (id, name) values ($1, $2) returning id', [id, null])
  const count = async (connection: Connection) =>
    (await connection.query<{ count: number }>('select count(*)::int as count from kept'))[0]?.count

  it('runs the same query with different values, and returns an empty list if there are no rows', async () => {
    const sql = 'select $1::int as number, $2::text[] as texts, $3::boolean as truth, $4::text as nothing'
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      const rows = await db.query(sql, [number, ['a', 'b"c'], true, null])
      expect(rows).toEqual([{ number, texts: ['a', 'b"c'], truth: true, nothing: null }])
    }
    expect(await db.query("delete from kept where name = 'nobody'")).toEqual([])
  })

  it('keeps working after a query that failed to parse or to run', async () => {
    expect(await insert(db, 1)).toEqual([{ id: 1 }])
    await expect(insert(db, 1)).rejects.toThrow(ConstraintViolation)
    await expect(db.query('select nothing from nowhere')).rejects.toThrow('nowhere')
    expect(await insert(db, 2)).toEqual([{ id: 2 }])
  })

  it('rolls back a transaction with a failed query, and can still run the queries prepared in it', async () => {
    const before = await count(db)
    const failing = db.transaction(async connection => {
      await connection.query('select 1 as only_here')
      await insert(connection, 10)
      await insert(connection, 10)
    })
    await expect(failing).rejects.toThrow(ConstraintViolation)
    expect(await count(db)).toBe(before)
    expect(await db.query('select 1 as only_here')).toEqual([{ only_here: 1 }])
  })

  it('plans a query again after a table has changed', async () => {
    await db.script('create table changing (a text)')
    const read = () => db.query('select a from changing')
    expect(await read()).toEqual([])
    await db.script(
      "drop table changing; create table changing (b int, a text); insert into changing values (1, 'x')",
    )
    expect(await read()).toEqual([{ a: 'x' }])
  })

  it('keeps other queries out of a transaction, and rejects its own after its end', async () => {
    let connection: Connection | undefined
    const order: string[] = []
    const transaction = db.transaction(async own => {
      connection = own
      await insert(own, 20)
      order.push('transaction')
    })
    const other = count(db).then(() => order.push('other'))
    await Promise.all([transaction, other])
    expect(order).toEqual(['transaction', 'other'])
    await expect(connection?.query('select 1')).rejects.toThrow('over')
  })

  it('runs more queries than it keeps prepared', async () => {
    for (let number = 0; number < 600; number += 1) {
      expect(await db.query(`select $1::int + ${number} as sum`, [1])).toEqual([{ sum: number + 1 }])
    }
  })

  it('analyses tables that have grown, before the next long transaction', async () => {
    await db.script('create table grown (id int primary key); create table small (id int primary key)')
    await db.transaction(
      async connection => {
        await connection.query('insert into grown select generate_series(1, 1000)')
        await connection.query('insert into small select generate_series(1, 100)')
      },
      { long: true },
    )
    const analysed = await db.transaction(
      connection =>
        connection.query<{ name: string }>(
          "select relname as name from pg_stat_user_tables where relname in ('grown', 'small') and last_analyze is not null",
        ),
      { long: true },
    )
    expect(analysed).toEqual([{ name: 'grown' }])
  })

  it('finishes queries sent before close and rejects later ones as unavailable', async () => {
    const closing = await bareEmbedded()
    const early = closing.query('select 1 as one')
    const end = closing.close()
    const late = closing.query('select 2 as two')
    expect(await early).toEqual([{ one: 1 }])
    await expect(late).rejects.toThrow(StoreUnavailable)
    await end
    await closing.close()
  })
})

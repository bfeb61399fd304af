/** Several COPY at once on a real server, directly or through a pooler: rows arrive, a rejected one leaves no trace. */
import { expect } from 'vitest'
import { type Connection, ConstraintViolation, type Database } from '../../src/store/engine/door.ts'

const copy = 'copy workspaces (workspace_id, name, clock, created_at) from stdin'
const line = (id: string, name = 'Name') => `${id}\t${name}\t2026-01-01T00:00:00Z\t2026-01-01T00:00:00Z\n`

const copyAllIn = (connection: Connection, ...copies: string[][]) =>
  connection.copyAllIn?.(copies.map(texts => ({ sql: copy, texts }))) ??
  Promise.reject(new Error('the engine cannot copy several at once'))

const count = async (connection: Connection, pattern: string): Promise<number> => {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from workspaces where workspace_id like $1',
    [pattern],
  )
  return row?.count ?? -1
}

/** More than the buffers of a socket hold, so that the server rejects a row long before it has got the others. */
const wide = (prefix: string) =>
  Array.from({ length: 40 }, (_, n) => line(`${prefix}_${n}`, 'x'.repeat(50_000)))

export async function expectRowsOfAll(db: Database): Promise<void> {
  await db.transaction(async connection => {
    await copyAllIn(connection, wide('first'), [line('second_1'), line('second_2')], wide('third'))
    expect(await count(connection, 'first%')).toBe(40)
    expect(await count(connection, 'second%')).toBe(2)
  })
  expect(await count(db, 'third%')).toBe(40)
}

export async function expectNoneIfOneIsRejected(db: Database): Promise<void> {
  const twice = [line('twice_1'), line('twice_1')]
  for (const copies of [
    [twice, wide('after')],
    [wide('before'), twice, wide('after')],
    [wide('before'), twice],
  ]) {
    const work = db.transaction(connection => copyAllIn(connection, ...copies))
    await expect(work).rejects.toThrow(ConstraintViolation)
    expect(await count(db, 'twice%')).toBe(0)
    expect(await count(db, 'before%')).toBe(0)
    expect(await count(db, 'after%')).toBe(0)
    await db.transaction(async connection => expect(await count(connection, 'after%')).toBe(0))
  }
}

/** Each is sent before the last is stored. */
export async function expectRowsInOrder(db: Database): Promise<void> {
  await db.transaction(async connection => {
    const copies = ['one', 'two', 'three'].map(name => copyAllIn(connection, wide(`ahead_${name}`)))
    await Promise.all(copies)
    expect(await count(connection, 'ahead%')).toBe(120)
  })
  expect(await count(db, 'ahead%')).toBe(120)
}

export async function expectNoneIfOneAheadIsRejected(db: Database): Promise<void> {
  for (const rejected of [0, 1, 2]) {
    const work = db.transaction(async connection => {
      const copies = [0, 1, 2].map(index =>
        copyAllIn(
          connection,
          wide(`undone_${index}`),
          index === rejected ? [line('undone'), line('undone')] : [],
        ),
      )
      const outcomes = await Promise.allSettled(copies)
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual([0, 1, 2].map(n => n >= rejected))
      await copies[rejected]
    })
    await expect(work).rejects.toThrow(ConstraintViolation)
    expect(await count(db, 'undone%')).toBe(0)
  }
}

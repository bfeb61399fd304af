import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, ConstraintViolation } from '../../../src/store/engine/door.ts'
import {
  expectNoneIfOneAheadIsRejected,
  expectNoneIfOneIsRejected,
  expectRowsInOrder,
  expectRowsOfAll,
} from '../../support/copyAll.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'

const copy = 'copy workspaces (workspace_id, name, clock, created_at) from stdin'
const line = (id: string, name = 'Name') => `${id}\t${name}\t2026-01-01T00:00:00Z\t2026-01-01T00:00:00Z\n`

describe.each(['postgres', 'embedded'] as const)('COPY FROM STDIN (%s)', engine => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(engine)
  })
  afterAll(async () => await store?.remove())

  const copyIn = (connection: Connection, pieces: Iterable<string>) =>
    connection.copyIn?.(copy, pieces) ?? Promise.reject(new Error('the engine cannot copy'))
  const namesLike = async (pattern: string) =>
    await store.db.query<{ id: string; name: string }>(
      'select workspace_id as id, name from workspaces where workspace_id like $1 order by 1',
      [pattern],
    )

  it('accepts more data than the socket buffers, and the transaction continues', async () => {
    const wide = 'x'.repeat(100_000)
    const pieces = Array.from({ length: 100 }, (_, n) => line(`wide_${n}`, wide))
    const count = await store.db.transaction(async connection => {
      await copyIn(connection, pieces)
      return await connection.query<{ count: number }>(
        "select count(*)::int as count from workspaces where workspace_id like 'wide%' and length(name) = 100000",
      )
    })
    expect(count).toEqual([{ count: 100 }])
  })

  it('keeps nothing if a row is rejected, names the constraint, and leaves the connection usable', async () => {
    const work = store.db.transaction(connection =>
      copyIn(connection, [
        line('twice_1'),
        line('twice_2'),
        line('twice_1'),
        ...Array(2000).fill(line('more', 'y')),
      ]),
    )
    await expect(work).rejects.toThrow(ConstraintViolation)
    expect(await namesLike('twice%')).toEqual([])
    expect(await store.db.transaction(connection => connection.query('select 1 as one'))).toEqual([
      { one: 1 },
    ])
  })

  it('keeps nothing if the source of the rows throws, and passes the error on', async () => {
    function* pieces() {
      yield line('broken_1')
      throw new Error('no second row')
    }
    await expect(store.db.transaction(connection => copyIn(connection, pieces()))).rejects.toThrow(
      'no second row',
    )
    expect(await namesLike('broken%')).toEqual([])
    expect(await store.db.transaction(connection => connection.query('select 1 as one'))).toEqual([
      { one: 1 },
    ])
  })
})

describe('several COPY at once (postgres)', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore('postgres')
  })
  afterAll(async () => await store?.remove())

  it('store the rows of all of them', () => expectRowsOfAll(store.db))

  it('keep nothing if one is rejected, and leave the connection usable', () =>
    expectNoneIfOneIsRejected(store.db))

  it('store all rows if each is sent before the last is stored', () => expectRowsInOrder(store.db))

  it('keep nothing if one of those sent ahead is rejected', () => expectNoneIfOneAheadIsRejected(store.db))
})

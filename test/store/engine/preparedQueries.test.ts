/** A service runs for months, with any combination of filters. What a connection keeps prepared must not grow with them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/store/engine/door.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const textsMax = 500

describeOnBothStores('the queries of a connection', storeName => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(storeName)
  })
  afterAll(() => store.remove())

  const runAll = async (connection: Connection) => {
    for (let number = 0; number < textsMax + 40; number += 1) {
      const sql = `select ${number} + $1::integer as sum`
      expect(await connection.query(sql, ['1'])).toEqual([{ sum: number + 1 }])
    }
  }
  const prepared = async (connection: Connection): Promise<string[]> => {
    const rows = await connection.query<{ statement: string }>('select statement from pg_prepared_statements')
    return rows.map(({ statement }) => statement)
  }

  it('stay prepared up to a number, and the newest replace the oldest', async () => {
    await store.db.transaction(async connection => {
      await runAll(connection)
      const first = await prepared(connection)
      expect(first).toHaveLength(textsMax)
      expect(first).toContain(`select ${textsMax + 39} + $1::integer as sum`)
      expect(first).not.toContain('select 0 + $1::integer as sum')
      await runAll(connection)
      expect(await prepared(connection)).toHaveLength(textsMax)
    })
  })

  it('work in the same way after a transaction in which one was replaced is rolled back', async () => {
    const work = store.db.transaction(async connection => {
      await runAll(connection)
      await connection.query('select no_such_column')
    })
    await expect(work).rejects.toThrow(/no_such_column/)
    await store.db.transaction(runAll)
  })
})

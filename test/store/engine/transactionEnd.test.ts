/** Work that is still running when its transaction ends must not continue outside of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/store/engine/door.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

describeOnBothStores('the connection of a transaction', storeName => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(storeName)
    await store.db.script('create table late (id integer)')
  })
  afterAll(() => store.remove())

  const insert = 'insert into late (id) values (1)'

  it.each(['fails', 'commits'])('rejects queries after the transaction %s', async end => {
    const { db } = store
    const held: { connection: Connection | null } = { connection: null }
    const ended = db.transaction(async connection => {
      held.connection = connection
      if (end === 'fails') throw new Error('no')
    })
    await ended.catch(() => undefined)
    await expect(held.connection?.query(insert)).rejects.toThrow('The transaction is over.')
    if (held.connection?.copyIn) {
      await expect(held.connection.copyIn('copy late from stdin', ['1\n'])).rejects.toThrow(
        /is over|is closed/,
      )
    }
    expect(await db.query('select id from late')).toEqual([])
  })
})

/** The usage of keys: counted in memory, and written periodically. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { withOtherProcess } from '../../http/replies/directApp.ts'
import { keyUsage } from '../../support/keyUsage.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'

describeOnBothStores('Usage of keys', store => {
  const service = useService(store)
  const { ownKey, app, usageOf, countsOf } = keyUsage(service)

  describe('is written', () => {
    /** The same store, and its queries; `fails` may refuse one. */
    function watched(fails: (sql: string) => boolean = () => false) {
      const statements: string[] = []
      const database = watchedThroughout(service.current.store.db, sql => {
        statements.push(sql)
        if (fails(sql)) throw new StoreUnavailable('away')
      })
      return { database, statements }
    }
    const ofUsage = (sql: string) => /key_requests|key_scope_uses|update api_keys/.test(sql)

    it('after requests, not by them: a hundred requests cost three queries', async () => {
      const { own, owner, secret } = await ownKey()
      const { database, statements } = watched()
      const { ask, tidy } = app(database)
      for (let count = 0; count < 100; count += 1) await ask('/v1/companies', { secret })
      expect(statements.filter(ofUsage)).toEqual([])
      expect((await usageOf(own, owner)).requests).toEqual([])
      await tidy()
      const written = statements.filter(ofUsage).filter(sql => !sql.startsWith('delete'))
      expect(written).toHaveLength(3)
      expect(countsOf(await usageOf(own, owner))).toEqual({ 200: 100 })
      statements.length = 0
      await tidy()
      expect(statements.filter(ofUsage).filter(sql => !sql.startsWith('delete'))).toEqual([])
    })

    it.each([
      ['at the first query', /update api_keys/],
      ['at the second', /insert into key_requests/],
      ['at the third', /insert into key_scope_uses/],
    ])('exactly once after the store has failed: %s', async (_, pattern) => {
      const { own, owner, secret } = await ownKey()
      let away = true
      const { database } = watched(sql => away && pattern.test(sql))
      const { ask, tidy } = app(database)
      const askTimes = async (times: number, address: string) => {
        for (let count = 0; count < times; count += 1) await ask('/v1/companies', { secret, address })
      }
      await askTimes(3, '192.0.2.1')
      await expect(tidy()).rejects.toThrow('away')
      await askTimes(2, '192.0.2.2')
      await expect(tidy()).rejects.toThrow('away')
      expect((await usageOf(own, owner)).requests).toEqual([])
      await askTimes(1, '192.0.2.3')
      away = false
      await tidy()
      await tidy()
      const usage = await usageOf(own, owner)
      expect([countsOf(usage), usage.keys[0]?.lastAddress]).toEqual([{ 200: 6 }, '192.0.2.3'])
    })

    it('without losing requests that arrive in the meantime', async () => {
      const { own, owner, secret } = await ownKey()
      const { db } = service.current.store
      let letGo: () => void = () => {}
      const gate = new Promise<void>(settle => {
        letGo = settle
      })
      let waiting = false
      const slow: Database = {
        ...db,
        transaction: async (work, options) => {
          waiting = true
          await gate
          return await db.transaction(work, options)
        },
      }
      const { ask, tidy } = app(slow)
      await ask('/v1/companies', { secret })
      const writing = tidy()
      while (!waiting) await nextTurn()
      await ask('/v1/companies', { secret })
      await ask('/v1/bills', { secret })
      letGo()
      await writing
      expect(countsOf(await usageOf(own, owner))).toEqual({ 200: 1 })
      await tidy()
      expect(countsOf(await usageOf(own, owner))).toEqual({ 200: 3 })
    })

    it('by all processes into one sum, even concurrently', async () => {
      const { own, owner, secret } = await ownKey()
      const keys = [secret]
      for (let count = 0; count < 5; count += 1) keys.push(await service.current.key(own.file))
      await withOtherProcess(service.current.store, async db => {
        const apps = [app(), app(db), app(db)]
        for (let round = 0; round < 4; round += 1) {
          for (const [index, { ask }] of apps.entries()) {
            // Each process uses the keys in another order.
            const order = index % 2 === 0 ? keys : keys.toReversed()
            for (const each of order) await ask('/v1/companies', { secret: each })
          }
          await Promise.all(apps.map(({ tidy }) => tidy()))
        }
      })
      const { requests } = await usageOf(own, owner)
      expect(requests.map(({ count }) => count)).toEqual(Array(keys.length).fill(12))
    })
  })
})

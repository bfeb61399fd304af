/** The usage of keys: counted exactly in memory, and written periodically. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { keyUses } from '../../src/api/gate/keyUses.ts'
import type { Usage } from '../../src/contract/console/usage.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { hashSecret } from '../../src/domain/access/apiKey.ts'
import { type Database, StoreUnavailable } from '../../src/store/engine/door.ts'
import { findKeyStates } from '../../src/store/keys/apiKeys.ts'
import { type DirectRequest, directApp, withOtherProcess } from '../http/replies/directApp.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { watchedThroughout } from '../support/watched.ts'
import { dayMs, type Home, home, type Person, sessionOf } from './access/people.ts'

describeOnBothStores('Usage of keys', store => {
  const service = useService(store)

  async function ownKey(scopes?: Scope[]) {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const { key, secret } = await service.current.createKey(own.file, scopes ? { scopes } : {})
    return { own, owner, keyId: key.id, secret }
  }

  const app = (db: Database = service.current.store.db, config = {}) =>
    directApp(db, { clock: () => service.current.nowMs, config })

  async function usageOf(own: Home, by: Person, query = ''): Promise<Usage> {
    by.token = await sessionOf(service.current, by.id)
    return (await by.get(own.at(`/usage${query}`))).body
  }

  /** Counts by status, over all keys and days. */
  function countsOf({ requests }: Usage): Record<number, number> {
    const counts: Record<number, number> = {}
    for (const { status, count } of requests) counts[status] = (counts[status] ?? 0) + count
    return counts
  }

  const today = () => new Date(service.current.nowMs).toISOString().slice(0, 10)

  describe('counts', () => {
    it('every request of a key by status, exactly, even concurrent ones', async () => {
      const { own, owner, keyId, secret } = await ownKey(['transactions:read', 'companies:read'])
      const other = await service.current.createKey(own.file, {})
      const { ask, tidy } = app()
      const etag = (await ask('/v1/companies', { secret })).headers.get('etag') ?? ''
      const kinds: [number, string, DirectRequest?][] = [
        [200, '/v1/companies'],
        [304, '/v1/companies', { headers: { 'if-none-match': etag } }],
        [400, '/v1/transactions?limit=0'],
        [403, '/v1/payees'],
        [404, '/v1/transactions/nobody'],
        [404, '/v1/nothing'],
        [405, '/v1/companies', { method: 'DELETE' }],
        [414, `/v1/companies?${'x'.repeat(9000)}`],
      ]
      const asked = Array.from({ length: 80 }, async (_, index) => {
        const [status, path, request = {}] = kinds[index % kinds.length] ?? [0, '']
        expect((await ask(path, { ...request, secret })).status).toBe(status)
      })
      const alsoAsked = Array.from({ length: 7 }, () => ask('/v1/bills', { secret: other.secret }))
      await Promise.all([...asked, ...alsoAsked])
      await tidy()
      const usage = await usageOf(own, owner)
      const day = today()
      const mine = [
        [200, 11],
        [304, 10],
        [400, 10],
        [403, 10],
        [404, 20],
        [405, 10],
        [414, 10],
      ].map(([status, count]) => ({ keyId, day, status, count }))
      const theirs = { keyId: other.key.id, day, status: 200, count: 7 }
      const byKey = [...mine, theirs].sort((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : 0))
      expect(usage.requests).toEqual(byKey)
    })

    it('requests beyond the rate limit, as 429', async () => {
      const { own, owner, secret } = await ownKey()
      const { ask, tidy } = app(service.current.store.db, { rate: { perSecond: 1e-9, burst: 4 } })
      await Promise.all(Array.from({ length: 10 }, () => ask('/v1/companies', { secret })))
      await tidy()
      expect(countsOf(await usageOf(own, owner))).toEqual({ 200: 4, 429: 6 })
    })

    it('no requests of people, revoked keys or other workspaces', async () => {
      const { own, owner, keyId, secret } = await ownKey()
      const { ask, tidy } = app()
      await ask('/v1/companies', { secret })
      await owner.delete(own.at(`/keys/${keyId}`))
      await ask('/v1/companies', { secret })
      await ask('/v1/companies', { secret: service.current.foreignSecret })
      await owner.get(own.at('/v1/companies'))
      await Promise.all([tidy(), service.current.tidy()])
      const usage = await usageOf(own, owner)
      expect(usage.requests).toEqual([{ keyId, day: today(), status: 200, count: 1 }])
      expect(usage.keys.map(key => key.keyId)).toEqual([keyId])
    })

    it('each request on the UTC day on which it arrived', async () => {
      const { own, owner, keyId, secret } = await ownKey()
      const { ask, tidy } = app()
      const midnight = Date.parse(`${today()}T00:00:00.000Z`) + dayMs
      for (const ms of [-1, 0, 1]) {
        service.current.nowMs = midnight + ms
        await ask('/v1/companies', { secret })
      }
      await tidy()
      const [before, after] = [midnight - dayMs, midnight].map(ms => new Date(ms).toISOString().slice(0, 10))
      expect((await usageOf(own, owner)).requests).toEqual([
        { keyId, day: before, status: 200, count: 1 },
        { keyId, day: after, status: 200, count: 2 },
      ])
    })

    it('the last 30 days, including today', async () => {
      const { own, owner, secret } = await ownKey()
      const { ask, tidy } = app()
      const start = service.current.nowMs
      await ask('/v1/companies', { secret })
      await tidy()
      const seen = async (days: number) => {
        service.current.nowMs = start + days * dayMs
        const { from, to, requests } = await usageOf(own, owner)
        return { from, to, requests: requests.length }
      }
      const dayAfter = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10)
      expect(await seen(29)).toEqual({ from: dayAfter(0), to: dayAfter(29), requests: 1 })
      expect(await seen(30)).toEqual({ from: dayAfter(1), to: dayAfter(30), requests: 0 })
    })

    it('a single key on request, and no key of another workspace', async () => {
      const { own, owner, keyId, secret } = await ownKey()
      const other = await service.current.createKey(own.file, {})
      const foreign = await service.current.createKey(service.current.foreign, {})
      const { ask, tidy } = app()
      for (const each of [secret, other.secret, foreign.secret]) await ask('/v1/companies', { secret: each })
      await tidy()
      const keysIn = async (query: string) => {
        const { requests, keys } = await usageOf(own, owner, query)
        return [requests.map(each => each.keyId), keys.map(each => each.keyId)]
      }
      expect(await keysIn(`?keyId=${keyId}`)).toEqual([[keyId], [keyId]])
      for (const id of [foreign.key.id, 'key_nobody']) expect(await keysIn(`?keyId=${id}`)).toEqual([[], []])
      const both = [keyId, other.key.id].sort()
      expect(await keysIn('')).toEqual([both, both])
    })
  })

  describe('scopes', () => {
    it('are recorded for allowed requests, not for rejected ones', async () => {
      const { own, owner, secret } = await ownKey(['companies:read', 'transactions:read', 'bills:read'])
      const { ask, tidy } = app()
      const start = service.current.nowMs
      const etag = (await ask('/v1/companies', { secret })).headers.get('etag') ?? ''
      await ask('/v1/payees', { secret })
      await ask('/v1/transactions?limit=0', { secret })
      await ask('/v1/workspace', { secret })
      service.current.nowMs += 5
      const cached = await ask('/v1/companies', { secret, headers: { 'if-none-match': etag } })
      expect(cached.status).toBe(304)
      await tidy()
      const [key] = (await usageOf(own, owner)).keys
      expect(key?.scopesUsed).toEqual([
        { scope: 'companies:read', lastUsedAt: new Date(start + 5).toISOString() },
      ])
    })

    it('keep the time of their last use across writes', async () => {
      const { own, owner, secret } = await ownKey()
      const { ask, tidy } = app()
      const start = service.current.nowMs
      const paths = ['/v1/companies', '/v1/bills', '/v1/companies']
      for (const path of paths) {
        await ask(path, { secret })
        await tidy()
        service.current.nowMs += 1000
      }
      const [key] = (await usageOf(own, owner)).keys
      expect(key?.scopesUsed).toEqual([
        { scope: 'bills:read', lastUsedAt: new Date(start + 1000).toISOString() },
        { scope: 'companies:read', lastUsedAt: new Date(start + 2000).toISOString() },
      ])
    })
  })

  describe('the last request', () => {
    async function lastAfter(requests: DirectRequest[], config = {}) {
      const { own, owner, secret } = await ownKey()
      const { ask, tidy } = app(service.current.store.db, config)
      for (const request of requests) {
        await ask('/v1/companies', { ...request, secret })
        service.current.nowMs += 1
      }
      await tidy()
      const [key] = (await usageOf(own, owner)).keys
      return [key?.lastAddress, key?.lastClient]
    }
    const as = (client: string) => ({ headers: { 'user-agent': client } })

    it('is shown with its address and client', async () => {
      const requests = [
        { address: '192.0.2.7', ...as('old/1.0') },
        { address: '198.51.100.4', ...as('ledger/2.1 (Linux)') },
      ]
      expect(await lastAfter(requests)).toEqual(['198.51.100.4', 'ledger/2.1 (Linux)'])
    })

    it('is shown without a client if it sent no User-Agent', async () => {
      expect(await lastAfter([as('ledger/2.1'), { address: '192.0.2.9' }])).toEqual(['192.0.2.9', null])
    })

    it('is shown with the address from a trusted proxy, not from the client', async () => {
      const request = { address: '192.0.2.1', headers: { 'x-forwarded-for': '10.0.0.1, 203.0.113.5' } }
      expect(await lastAfter([request], { trustedProxies: ['192.0.2.1'] })).toEqual(['203.0.113.5', null])
      expect(await lastAfter([request])).toEqual(['192.0.2.1', null])
    })

    it.each([
      ['at most 200 characters of a client', 'x'.repeat(5000), 'x'.repeat(200)],
      ['no half of a surrogate pair', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
      ['no NUL, which PostgreSQL cannot store', 'led\0ger', 'ledger'],
      ['SQL or HTML as plain text', `'; drop --<b>`, `'; drop --<b>`],
    ])('is shown with %s', async (_, client, shown) => {
      expect(await lastAfter([as(client)])).toEqual(['192.0.2.1', shown])
    })

    it('is the one that arrived last, even if an earlier one took longer', async () => {
      const { own, owner, secret } = await ownKey()
      const [key] = await findKeyStates(service.current.store.db, [hashSecret(secret)])
      if (key === undefined) throw new Error('The key is gone.')
      const uses = keyUses(service.current.store.db)
      const { nowMs } = service.current
      const use = { key, status: 200, scopes: ['bills:read'] as const, allowed: true }
      uses.note({ ...use, nowMs: nowMs + 900, peer: '192.0.2.2', client: 'later' })
      uses.note({ ...use, nowMs, peer: '192.0.2.1', client: 'earlier' })
      await uses.flush()
      const { keys } = await usageOf(own, owner)
      const lastUsedAt = new Date(nowMs + 900).toISOString()
      expect(keys[0]).toMatchObject({
        lastAddress: '192.0.2.2',
        lastClient: 'later',
        scopesUsed: [{ scope: 'bills:read', lastUsedAt }],
      })
    })
  })

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

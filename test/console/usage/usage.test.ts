/** The usage of keys: what is counted and shown. */
import { describe, expect, it } from 'vitest'
import { keyUses } from '../../../src/api/gate/keyUses.ts'
import { hashSecret } from '../../../src/domain/access/apiKey.ts'
import { findKeyStates } from '../../../src/store/keys/apiKeys.ts'
import type { DirectRequest } from '../../http/replies/directApp.ts'
import { keyUsage } from '../../support/keyUsage.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { dayMs } from '../access/people.ts'

describeOnBothStores('Usage of keys', store => {
  const service = useService(store)
  const { ownKey, app, usageOf, countsOf, today } = keyUsage(service)

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
      const states = await findKeyStates(service.current.store.db, [hashSecret(secret)])
      const [key] = states
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
})

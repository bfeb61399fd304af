import { describe, expect, it } from 'vitest'
import { smallWorkspace } from '../../support/builders.ts'
import { startOfTime, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type DirectApp, type DirectRequest, directApp, withOtherProcess } from '../replies/directApp.ts'

const startMs = Date.parse(startOfTime)
const rate = { perSecond: 25, burst: 100 }

const rateHeaders = ({ headers }: Response) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(name => headers.get(name))

describeOnBothStores('Rate limit', store => {
  const service = useService(store, { config: { rate } })

  /** An app with its own clock, and a new key. */
  async function limited(burst = rate.burst) {
    const clock = { nowMs: startMs }
    const config = { rate: { ...rate, burst } }
    const app = directApp(service.current.store.db, { config, clock: () => clock.nowMs })
    const secret = await service.current.key(service.current.foreign)
    return { app, clock, secret }
  }

  const ask = (app: DirectApp, secret: string, path = '/v1/workspace', request: DirectRequest = {}) =>
    app.ask(path, { ...request, secret })

  async function inTurn(app: DirectApp, secret: string, count: number): Promise<Response[]> {
    const replies = []
    for (let turn = 0; turn < count; turn += 1) replies.push(await ask(app, secret))
    return replies
  }

  const atOnce = (app: DirectApp, secret: string, count: number): Promise<Response[]> =>
    Promise.all(Array.from({ length: count }, () => ask(app, secret)))

  const passed = (replies: readonly Response[]): number =>
    replies.filter(({ status }) => status === 200).length

  describe('a token bucket per key, 25 requests a second sustained, burst 100', () => {
    it('lets exactly 100 pass at once, each with the number left and the seconds until all are back', async () => {
      const { app, secret } = await limited()
      const replies = await inTurn(app, secret, 103)
      expect(replies.map(({ status }) => status)).toEqual([...Array(100).fill(200), 429, 429, 429])
      expect(replies.slice(0, 100).map(rateHeaders)).toEqual(
        Array.from({ length: 100 }, (_, index) => ['100', `${99 - index}`, `${Math.ceil((index + 1) / 25)}`]),
      )
      expect(replies.slice(100).map(rateHeaders)).toEqual(Array(3).fill(['100', '0', '4']))
    })

    it('lets exactly 100 of 130 concurrent requests pass, each with another number left', async () => {
      const { app, secret } = await limited()
      const replies = await atOnce(app, secret, 130)
      expect(passed(replies)).toBe(100)
      const left = replies
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index))
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(Array(30).fill('0'))
    })

    it('lets exactly 25 more pass after one second; refused requests cost nothing', async () => {
      const { app, clock, secret } = await limited()
      expect(passed(await atOnce(app, secret, 120))).toBe(100)
      clock.nowMs += 1_000
      expect(passed(await atOnce(app, secret, 40))).toBe(25)
      clock.nowMs += 1_000
      expect(passed(await inTurn(app, secret, 30))).toBe(25)
    })

    it('returns one token every 40 ms', async () => {
      const { app, clock, secret } = await limited(5)
      expect(passed(await inTurn(app, secret, 6))).toBe(5)
      clock.nowMs += 39
      expect(passed(await inTurn(app, secret, 1))).toBe(0)
      clock.nowMs += 1
      expect(passed(await inTurn(app, secret, 2))).toBe(1)
    })

    it('never holds more than its burst, however long the key was idle', async () => {
      const { app, clock, secret } = await limited(5)
      await inTurn(app, secret, 6)
      clock.nowMs += 24 * 60 * 60 * 1000
      expect(passed(await inTurn(app, secret, 8))).toBe(5)
    })

    it('is not shared by two keys of one workspace', async () => {
      const { app, secret } = await limited(5)
      const other = await service.current.key(service.current.foreign)
      expect(passed(await inTurn(app, secret, 8))).toBe(5)
      expect(passed(await inTurn(app, other, 8))).toBe(5)
    })

    it("survives the service's clean-up", async () => {
      const { app, clock, secret } = await limited(5)
      await inTurn(app, secret, 5)
      clock.nowMs += 40
      await app.tidy()
      expect(passed(await inTurn(app, secret, 5))).toBe(1)
    })

    it.runIf(store !== 'embedded')(
      'is shared by all processes on one database: exactly 100 pass in total',
      async () => {
        await withOtherProcess(service.current.store, async db => {
          const { app, clock, secret } = await limited()
          const other = directApp(db, { config: { rate }, clock: () => clock.nowMs })
          const replies = await Promise.all([atOnce(app, secret, 75), atOnce(other, secret, 75)])
          expect(passed(replies.flat())).toBe(100)
          clock.nowMs += 1_000
          const later = await Promise.all([atOnce(app, secret, 20), atOnce(other, secret, 20)])
          expect(passed(later.flat())).toBe(25)
        })
      },
    )

    it('works on a real socket with the configured numbers', async () => {
      const secret = await service.current.key(service.current.foreign)
      const sent = Array.from({ length: 110 }, () => service.current.request('/v1/workspace', { secret }))
      expect(passed(await Promise.all(sent))).toBe(100)
    })
  })

  describe('the headers', () => {
    it('are on every authenticated reply, whatever its status', async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      const secret = await service.current.key(file, { scopes: ['accounts:read', 'transactions:read'] })
      const { app } = await limited(8)
      const first = await ask(app, secret)
      const requests: [number, string, DirectRequest?][] = [
        [304, '/v1/workspace', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }],
        [400, '/v1/transactions?limit=0'],
        [403, '/v1/bills'],
        [404, '/v1/accounts/nobody'],
        [404, '/v1/nothing'],
        [405, '/v1/accounts', { method: 'PUT' }],
        [200, '/v1/workspace', { method: 'HEAD' }],
        [429, '/v1/workspace'],
      ]
      expect(rateHeaders(first)).toEqual(['8', '7', '1'])
      const told = []
      for (const [, path, request] of requests) {
        const reply = await ask(app, secret, path, request)
        told.push([reply.status, ...rateHeaders(reply)])
      }
      const left = ['6', '5', '4', '3', '2', '1', '0', '0']
      expect(told).toEqual(requests.map(([status], index) => [status, '8', left[index], '1']))
    })

    it('are on replies to writes: 201, 204, 409', async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      const secret = await service.current.key(file)
      const { app } = await limited(3)
      const body = JSON.stringify({ name: 'New', iban: 'DE89370400440532013000' })
      const write = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      const told = []
      for (const [path, request] of [
        ['/v1/payees', write],
        ['/v1/payees', write],
        [`/v1/payees/${file.payees[0]?.id}`, { method: 'DELETE' }],
      ] as const) {
        const reply = await ask(app, secret, path, request)
        told.push([reply.status, ...rateHeaders(reply)])
      }
      expect(told).toEqual([
        [201, '3', '2', '1'],
        [409, '3', '1', '1'],
        [204, '3', '0', '1'],
      ])
    })
  })

  describe('429', () => {
    it('is a defined error with Retry-After in whole seconds, at least 1, and waiting that long is enough', async () => {
      const { app, clock, secret } = await limited(1)
      await ask(app, secret)
      const refused = await ask(app, secret)
      expect(refused.status).toBe(429)
      expect(await refused.json()).toMatchObject({ defined: true, code: 'TOO_MANY_REQUESTS', status: 429 })
      expect(refused.headers.get('retry-after')).toBe('1')
      clock.nowMs += 1_000
      expect((await ask(app, secret)).status).toBe(200)
    })

    it('has Retry-After, unlike a request that passes', async () => {
      const { app, secret } = await limited(1)
      expect((await ask(app, secret)).headers.get('retry-after')).toBeNull()
    })

    it('comes after 401: a revoked or missing key uses no token', async () => {
      const { app, secret } = await limited(1)
      for (let turn = 0; turn < 3; turn += 1) expect((await app.ask('/v1/workspace')).status).toBe(401)
      expect((await ask(app, secret)).status).toBe(200)
      expect((await app.ask('/v1/workspace')).status).toBe(401)
    })

    it('comes before 403, 400, 404 and 405', async () => {
      const { app } = await limited(1)
      const secret = await service.current.key(service.current.foreign, { scopes: ['transactions:read'] })
      await ask(app, secret)
      const statuses = []
      for (const path of [
        '/v1/bills',
        '/v1/transactions?limit=0',
        '/v1/transactions/nobody',
        '/v1/nothing',
      ]) {
        statuses.push((await ask(app, secret, path)).status)
      }
      statuses.push((await ask(app, secret, '/v1/bills', { method: 'PUT' })).status)
      expect(statuses).toEqual(Array(5).fill(429))
    })

    it('means that nothing was written', async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      const secret = await service.current.key(file)
      const { app, clock } = await limited(1)
      await ask(app, secret)
      const path = `/v1/payees/${file.payees[0]?.id}`
      expect((await ask(app, secret, path, { method: 'DELETE' })).status).toBe(429)
      clock.nowMs += 1_000
      expect((await ask(app, secret, path)).status).toBe(200)
    })
  })

  it('does not count requests that need no key: /v1/openapi.json', async () => {
    const { app, secret } = await limited(1)
    for (let turn = 0; turn < 3; turn += 1) {
      const reply = await ask(app, secret, '/v1/openapi.json')
      expect([reply.status, reply.headers.get('ratelimit-limit')]).toEqual([200, null])
    }
    expect((await ask(app, secret)).status).toBe(200)
  })
})

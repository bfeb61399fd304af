import { describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import { newSecret } from '../../../src/domain/access/apiKey.ts'
import { readConfig } from '../../../src/main/config.ts'
import { actor, startOfTime, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { rawReply } from '../errors/rawReply.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'

const startMs = Date.parse(startOfTime)
const dayMs = 24 * 60 * 60 * 1000
const authFailuresPerMinute = 3

/** Each test has its own address, because the quota of an address outlives a test. */
let addresses = 0
function newAddress(): string {
  addresses += 1
  return `192.0.2.${addresses}`
}

describeOnBothStores('The quota of failed authentications', store => {
  const service = useService(store, { config: { authFailuresPerMinute } })

  function quotaApp({ trustedProxies = [] as string[], proxyHopsMax = 20, clock = { nowMs: startMs } } = {}) {
    const config = { authFailuresPerMinute, trustedProxies, proxyHopsMax }
    const app = directApp(service.current.store.db, { config, clock: () => clock.nowMs })
    const fail = async (address: string, headers: Record<string, string> = {}) =>
      (await app.ask('/v1/workspace', { address, headers })).status
    const failTimes = async (count: number, address: string) => {
      const statuses = []
      for (let turn = 0; turn < count; turn += 1) statuses.push(await fail(address))
      return statuses
    }
    return { app, clock, fail, failTimes }
  }

  describe('429', () => {
    it('replaces 401, with Retry-After, once an address has used up its quota', async () => {
      const { app, failTimes } = quotaApp()
      const address = newAddress()
      expect(await failTimes(4, address)).toEqual([401, 401, 401, 429])
      const refused = await app.ask('/v1/workspace', { address })
      expect(refused.status).toBe(429)
      // Three a minute is one in 20 seconds.
      expect(refused.headers.get('retry-after')).toBe('20')
      expect(await refused.json()).toMatchObject({ defined: true, code: 'TOO_MANY_REQUESTS', status: 429 })
    })

    it('counts missing, malformed, revoked, expired and unknown keys as failures', async () => {
      const { app, fail } = quotaApp({ clock: { nowMs: startMs + 31 * dayMs } })
      const revoked = await service.current.createKey(service.current.foreign, {})
      await revoke(service.current.store.db, revoked.key.id, actor, startMs)
      const expired = await service.current.createKey(service.current.foreign, { expiresInDays: 30 })
      for (const secret of [undefined, 'florin_short', revoked.secret, expired.secret, newSecret()]) {
        const address = newAddress()
        for (let turn = 0; turn < authFailuresPerMinute; turn += 1) {
          const reply = await app.ask('/v1/companies', { address, ...(secret !== undefined && { secret }) })
          expect(reply.status).toBe(401)
        }
        expect(await fail(address)).toBe(429)
      }
    })

    it('counts failures on unknown paths', async () => {
      const { app, fail } = quotaApp()
      const address = newAddress()
      for (let turn = 0; turn < authFailuresPerMinute; turn += 1) {
        expect((await app.ask('/v1/nothing', { address })).status).toBe(401)
      }
      expect(await fail(address)).toBe(429)
    })

    it('lets exactly the quota of concurrent failures get 401', async () => {
      const { fail } = quotaApp()
      const address = newAddress()
      const statuses = await Promise.all(Array.from({ length: 20 }, () => fail(address)))
      expect(statuses.sort()).toEqual([...Array(3).fill(401), ...Array(17).fill(429)])
    })

    it('ends as the quota refills one failure at a time; failures beyond the quota cost nothing', async () => {
      const { app, clock, fail, failTimes } = quotaApp()
      const address = newAddress()
      await failTimes(13, address)
      clock.nowMs += 19_999
      const early = await app.ask('/v1/workspace', { address })
      expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
      clock.nowMs += 1
      expect([await fail(address), await fail(address)]).toEqual([401, 429])
      clock.nowMs += 60_000
      expect(await failTimes(4, address)).toEqual([401, 401, 401, 429])
      clock.nowMs += 3_600_000
      expect(await failTimes(4, address)).toEqual([401, 401, 401, 429])
    })

    it.runIf(store !== 'embedded')('applies one quota to all processes on one database', async () => {
      await withOtherProcess(service.current.store, async db => {
        const other = directApp(db, { config: { authFailuresPerMinute }, clock: () => startMs })
        const { fail } = quotaApp()
        const address = newAddress()
        const failures = Array.from({ length: 10 }, async (_, turn) =>
          turn % 2 === 0 ? await fail(address) : (await other.ask('/v1/workspace', { address })).status,
        )
        const statuses = await Promise.all(failures)
        expect(statuses.sort()).toEqual([...Array(3).fill(401), ...Array(7).fill(429)])
      })
    })
  })

  describe('is not affected', () => {
    it('valid keys from that address', async () => {
      const { app, failTimes } = quotaApp()
      const address = newAddress()
      expect((await failTimes(10, address)).at(-1)).toBe(429)
      const secret = service.current.foreignSecret
      const statuses = []
      for (let turn = 0; turn < 10; turn += 1) {
        statuses.push((await app.ask('/v1/workspace', { address, secret })).status)
      }
      expect(statuses).toEqual(Array(10).fill(200))
    })

    it('the quota, by requests with a valid key', async () => {
      const { app, failTimes } = quotaApp()
      const address = newAddress()
      const secret = service.current.foreignSecret
      for (let turn = 0; turn < 10; turn += 1) await app.ask('/v1/nothing', { address, secret })
      expect(await failTimes(4, address)).toEqual([401, 401, 401, 429])
    })

    it('other addresses', async () => {
      const { failTimes, fail } = quotaApp()
      await failTimes(10, newAddress())
      expect(await fail(newAddress())).toBe(401)
    })

    it('/v1/openapi.json, which needs no key', async () => {
      const { app, failTimes } = quotaApp()
      const address = newAddress()
      for (let turn = 0; turn < 10; turn += 1) await app.ask('/v1/openapi.json', { address })
      expect(await failTimes(4, address)).toEqual([401, 401, 401, 429])
      expect((await app.ask('/v1/openapi.json', { address })).status).toBe(200)
    })
  })

  describe('the address', () => {
    const forwarded = (value: string) => ({ 'x-forwarded-for': value })

    it('is the peer of the connection; X-Forwarded-For is ignored if no proxy is trusted', async () => {
      const { fail } = quotaApp()
      const address = newAddress()
      const statuses = []
      for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
        statuses.push(await fail(address, forwarded(client)))
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    })

    it('is the last entry of X-Forwarded-For from a trusted proxy; earlier entries may be invented', async () => {
      const proxy = newAddress()
      const { fail } = quotaApp({ trustedProxies: [proxy] })
      const client = newAddress()
      const statuses = []
      for (const entry of ['203.0.113.1, ', '203.0.113.2,', '', `${newAddress()}, 203.0.113.9 ,  `]) {
        statuses.push(await fail(proxy, forwarded(entry + client)))
      }
      expect(statuses).toEqual([401, 401, 401, 429])
      expect(await fail(proxy, forwarded(`${client}, ${newAddress()}`))).toBe(401)
    })

    it('is the proxy’s own if it sends no X-Forwarded-For', async () => {
      const proxy = newAddress()
      const { failTimes } = quotaApp({ trustedProxies: [proxy] })
      expect(await failTimes(4, proxy)).toEqual([401, 401, 401, 429])
    })

    it('cannot be changed by an untrusted client that invents X-Forwarded-For', async () => {
      const { fail } = quotaApp({ trustedProxies: ['10.0.0.0/8', '127.0.0.0/8'] })
      const stranger = newAddress()
      const statuses = []
      for (let turn = 0; turn < 200; turn += 1)
        statuses.push(await fail(stranger, forwarded(`10.1.1.${turn}`)))
      expect(statuses).toEqual([...Array(3).fill(401), ...Array(197).fill(429)])
    })

    it('cannot be changed by inventing entries before those of the proxies, even in a very long header', async () => {
      const [proxy, client] = [newAddress(), newAddress()]
      const { fail } = quotaApp({ trustedProxies: [proxy, '10.0.0.0/8'] })
      const statuses = []
      for (const invented of ['203.0.113.1', '9'.repeat(15_000), 'x, '.repeat(4_000), ',,', '10.0.0.9']) {
        statuses.push(await fail(proxy, forwarded(`${invented}, ${client}, 10.1.1.1`)))
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429])
    })

    it('cannot be changed by a client in a private network with FLORIN_TRUST_PROXY=on', async () => {
      const { trustedProxies, proxyHopsMax } = readConfig({ FLORIN_TRUST_PROXY: 'on' })
      const { fail } = quotaApp({ trustedProxies: [...trustedProxies], proxyHopsMax })
      const statuses = []
      for (const invented of ['203.0.113.1', '203.0.113.2', '10.0.0.9', '203.0.113.3, 10.0.0.8']) {
        statuses.push(await fail('127.0.0.1', forwarded(`${invented}, 192.168.77.20`)))
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    })

    it('is the proxy’s own if it forwards something that is not an address', async () => {
      const proxy = newAddress()
      const { fail } = quotaApp({ trustedProxies: [proxy] })
      const statuses = []
      for (const text of ['unknown', 'x'.repeat(15_000), '\0', '1.2.3.4.5']) {
        statuses.push(await fail(proxy, forwarded(text)))
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    })

    it('is a whole /64 in IPv6, however it is written', async () => {
      const { fail } = quotaApp()
      const network = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8::5:6']
      const statuses = []
      for (const address of network) statuses.push(await fail(address))
      expect(statuses).toEqual([401, 401, 401, 429])
      expect(await fail('2001:db8:0:1::1')).toBe(401)
    })

    it('is the same in IPv4 and in IPv4-mapped IPv6', async () => {
      const { fail } = quotaApp()
      const address = newAddress()
      const statuses = []
      for (const form of ['', '::ffff:', '::FFFF:', '']) statuses.push(await fail(form + address))
      expect(statuses).toEqual([401, 401, 401, 429])
    })

    it('is also used on a real socket', async () => {
      const fail = async (localAddress: string) =>
        (await rawReply(`${service.current.url}/v1/workspace`, { localAddress })).status
      const statuses = []
      for (let turn = 0; turn < 4; turn += 1) statuses.push(await fail('127.0.0.1'))
      expect(statuses).toEqual([401, 401, 401, 429])
      expect(await fail('127.0.0.2')).toBe(401)
    })
  })
})

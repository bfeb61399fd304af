/** Keys that are limited to some networks. */
import { describe, expect, it } from 'vitest'
import { changeNetworks } from '../../../src/actions/keyNetworks.ts'
import { revoke } from '../../../src/actions/keys.ts'
import { iban, smallWorkspace } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'

const office = '203.0.113.7'
const outside = '198.51.100.9'

describeOnBothStores('A key with allowed networks', store => {
  const service = useService(store)

  async function keyFor(networks: string[] | null, config = {}) {
    const file = smallWorkspace()
    await service.current.load(file)
    const { db } = service.current.store
    const { key, secret } = await service.current.createKey(file, {})
    const allow = (list: string[] | null) =>
      changeNetworks(db, { keyId: key.id, networks: list }, actor, service.current.nowMs)
    if (networks !== null) await allow(networks)
    const app = directApp(db, { clock: () => service.current.nowMs, config })
    const ask = (address: string, path = '/v1/companies') => app.ask(path, { secret, address })
    const statusFrom = async (address: string, path?: string) => (await ask(address, path)).status
    return { file, key, secret, db, app, ask, allow, statusFrom }
  }

  it('works from an address in them, and from any other gets a 403 that names the address', async () => {
    const { ask, statusFrom } = await keyFor(['203.0.113.0/24', '2001:db8:7::/48'])
    expect(await statusFrom(office)).toBe(200)
    expect(await statusFrom('2001:db8:7:1::5')).toBe(200)
    const refused = await ask(outside)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        defined: false,
        code: 'NETWORK_NOT_ALLOWED',
        status: 403,
        message:
          'This key may not be used from 198.51.100.9. Use it from one of its networks, or ask an owner or ' +
          'admin of the workspace to add this address.',
        data: { address: outside },
      },
    ])
    expect(await (await ask('2001:DB8:8::5')).json()).toMatchObject({ data: { address: '2001:db8:8::5' } })
  })

  it('recognises IPv4-mapped IPv6 addresses', async () => {
    const { statusFrom } = await keyFor([office])
    expect(await statusFrom(`::ffff:${office}`)).toBe(200)
    expect(await statusFrom(`::ffff:${outside}`)).toBe(403)
  })

  it('is refused over a real connection too', async () => {
    const { secret, allow } = await keyFor([office])
    const status = async () => (await service.current.request('/v1/companies', { secret })).status
    expect(await status()).toBe(403)
    await allow(['127.0.0.0/8'])
    expect(await status()).toBe(200)
  })

  it('applies a changed list from the next request on, in every process', async () => {
    const { secret, allow, statusFrom } = await keyFor(null)
    await withOtherProcess(service.current.store, async db => {
      const other = directApp(db, { clock: () => service.current.nowMs })
      const statuses = async () => [
        await statusFrom(outside),
        (await other.ask('/v1/companies', { secret, address: outside })).status,
      ]
      expect(await statuses()).toEqual([200, 200])
      await allow([office])
      expect(await statuses()).toEqual([403, 403])
      await allow([office, outside])
      expect(await statuses()).toEqual([200, 200])
      await allow(null)
      expect(await statuses()).toEqual([200, 200])
    })
  })

  it('gets no cached reply and no 304 from elsewhere', async () => {
    const { secret, app, ask, statusFrom } = await keyFor([office])
    const etag = (await ask(office)).headers.get('etag') ?? ''
    for (const _ of [1, 2, 3]) expect(await statusFrom(office)).toBe(200)
    expect(await statusFrom(outside)).toBe(403)
    const conditional = { secret, headers: { 'if-none-match': etag } }
    expect((await app.ask('/v1/companies', { ...conditional, address: office })).status).toBe(304)
    expect((await app.ask('/v1/companies', { ...conditional, address: outside })).status).toBe(403)
  })

  it('cannot write from elsewhere', async () => {
    const { file, secret, app, statusFrom } = await keyFor([office])
    const body = JSON.stringify({ companyId: file.companies[0]?.id, name: 'Mallory', iban: iban() })
    const write = { method: 'POST', secret, body, headers: { 'content-type': 'application/json' } }
    expect((await app.ask('/v1/payees', { ...write, address: outside })).status).toBe(403)
    const list = await app.ask('/v1/payees', { secret, address: office })
    expect(await list.text()).not.toContain('Mallory')
    expect(await statusFrom(office)).toBe(200)
  })

  it('does not affect a key of another workspace', async () => {
    await keyFor([office])
    const { foreignSecret } = service.current
    const app = directApp(service.current.store.db, { clock: () => service.current.nowMs })
    expect((await app.ask('/v1/companies', { secret: foreignSecret, address: outside })).status).toBe(200)
  })

  describe('is refused for its network', () => {
    it('after 401', async () => {
      const { db, key, statusFrom } = await keyFor([office])
      expect(await statusFrom(outside)).toBe(403)
      await revoke(db, key.id, actor, service.current.nowMs)
      expect(await statusFrom(outside)).toBe(401)
    })

    it('before the rate limit, without using it up', async () => {
      const { ask, statusFrom } = await keyFor([office], { rate: { perSecond: 1, burst: 3 } })
      expect(await statusFrom(office)).toBe(200)
      for (let turn = 0; turn < 20; turn += 1) {
        const refused = await ask(outside)
        expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([403, null])
      }
      const again = await ask(office)
      expect([again.status, again.headers.get('ratelimit-remaining')]).toEqual([200, '1'])
      expect([await statusFrom(office), await statusFrom(office)]).toEqual([200, 429])
      expect(await statusFrom(outside)).toBe(403)
    })

    it('even if many requests come at once', async () => {
      const { ask, statusFrom } = await keyFor([office], { rate: { perSecond: 1, burst: 5 } })
      expect(await statusFrom(office)).toBe(200)
      const strangers = await Promise.all(Array.from({ length: 50 }, () => statusFrom(outside)))
      expect(new Set(strangers)).toEqual(new Set([403]))
      expect((await ask(office)).headers.get('ratelimit-remaining')).toBe('3')
    })

    it('and counts as a failure of its address, up to 429', async () => {
      const { ask, statusFrom } = await keyFor([office], { authFailuresPerMinute: 3 })
      const statuses = []
      for (let turn = 0; turn < 5; turn += 1) statuses.push(await statusFrom('198.51.100.77'))
      expect(statuses).toEqual([403, 403, 403, 429, 429])
      const limited = await ask('198.51.100.77')
      expect(limited.headers.get('retry-after')).toBe('20')
      expect(await limited.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      expect([await statusFrom('198.51.100.78'), await statusFrom(office)]).toEqual([403, 200])
    })

    it('before 400 and 404, of a query, an id and a path', async () => {
      const { statusFrom } = await keyFor([office])
      for (const path of ['/v1/transactions?limit=0', '/v1/bills/nobody', '/v1/nothing']) {
        expect([path, await statusFrom(outside, path)]).toEqual([path, 403])
      }
    })
  })

  it('lets nobody in if its list is damaged in the database', async () => {
    const { db, key, statusFrom } = await keyFor(null)
    await db.query(`update api_keys set networks = '{nonsense}' where id = $1`, [key.id])
    expect(await statusFrom(office)).toBe(403)
  })
})

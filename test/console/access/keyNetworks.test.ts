/** The networks of a key, as people set and change them. */
import { expect, it } from 'vitest'
import type { ApiKey } from '../../../src/contract/console/keys.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { statusAndCode } from '../wire.ts'
import { expectUnchanged, home, homeOf } from './people.ts'

const request = { name: 'Ledger', scopes: ['companies:read'], expiresInDays: null }

describeOnBothStores('The networks of a key in the console', store => {
  const service = useService(store)

  async function ownKey(networks?: unknown) {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const made = await owner.post(own.at('/keys'), {
      ...request,
      ...(networks !== undefined && { networks }),
    })
    const { key, secret } = made.body as { key: ApiKey; secret: string }
    const change = (list: unknown, id = key?.id) => owner.patch(own.at(`/keys/${id}`), { networks: list })
    const status = async (with_ = secret) =>
      (await service.current.request('/v1/companies', { secret: with_ })).status
    return { own, owner, made, key, secret, change, status }
  }

  it('are set when the key is created, normalised and without duplicates', async () => {
    const { key, own, owner, status } = await ownKey(['2001:DB8::/32', ' 127.0.0.1 ', '127.0.0.1'])
    expect(key.networks).toEqual(['2001:db8::/32', '127.0.0.1'])
    expect((await owner.get(own.at('/keys'))).body.data[0].networks).toEqual(key.networks)
    expect(await status()).toBe(200)
  })

  it('can be changed and cleared, from the next request on', async () => {
    const { key, change, status } = await ownKey()
    expect(key.networks).toBeNull()
    expect(await status()).toBe(200)
    const changed = await change(['10.0.0.0/8'])
    expect([changed.status, changed.body]).toEqual([200, { ...key, networks: ['10.0.0.0/8'] }])
    expect(await status()).toBe(403)
    expect((await change(null)).body.networks).toBeNull()
    expect(await status()).toBe(200)
  })

  it('are kept by key rotation', async () => {
    const { own, owner, key, status } = await ownKey(['10.0.0.0/8'])
    const { body } = await owner.post(own.at('/rotations'), { keyId: key.id, expiresInDays: null })
    expect(body.key.networks).toEqual(['10.0.0.0/8'])
    expect(await status(body.secret)).toBe(403)
  })

  it('leave audit records with the person, the key, and the old and new networks', async () => {
    const { own, owner, key, change } = await ownKey(['10.0.0.0/8'])
    await change(['10.0.0.0/8', '203.0.113.7'])
    await change(['10.0.0.0/8', '203.0.113.7'])
    const records = await listAudit(service.current.store.db, own.workspaceId)
    expect(records.find(({ action }) => action === 'key.created')?.details).toMatchObject({
      networks: ['10.0.0.0/8'],
    })
    expect(records.filter(({ action }) => action === 'key.networks_changed')).toMatchObject([
      {
        actor: { kind: 'person', id: owner.id },
        subjectId: key.id,
        details: {
          before: { name: 'Ledger', networks: ['10.0.0.0/8'] },
          after: { name: 'Ledger', networks: ['10.0.0.0/8', '203.0.113.7'] },
        },
      },
    ])
  })

  it.each([
    ['no list', 'anywhere', 'networks'],
    ['an empty list', [], 'networks'],
    ['51 entries', Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`), 'networks'],
    ['a name', ['office.example'], 'networks'],
    ['an address inside a network', ['10.0.0.1/8'], 'networks'],
    ['a prefix that is too long', ['10.0.0.0/33'], 'networks'],
    ['a number', [7], 'networks.0'],
    ['a text that is too long', ['1'.repeat(5_000)], 'networks.0'],
  ])('are rejected with 400 for %s, and nothing changes', async (_, networks, path) => {
    const { own, owner, change } = await ownKey(['127.0.0.1'])
    await expectUnchanged(service.current, async () => {
      const created = await owner.post(own.at('/keys'), { ...request, networks })
      for (const reply of [await change(networks), created]) {
        expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
        expect(reply.body.data.issues.map((issue: { path: string }) => issue.path)).toEqual([path])
      }
    })
  })

  it("get the same 404 for another workspace's key as for an unknown key", async () => {
    const { change } = await ownKey()
    const foreign = homeOf(service.current, service.current.foreign)
    const stranger = await foreign.person('owner')
    const theirs = (await stranger.post(foreign.at('/keys'), request)).body.key as ApiKey
    await expectUnchanged(service.current, async () => {
      for (const id of [theirs.id, 'key_nobody']) {
        expect(statusAndCode(await change(['10.0.0.0/8'], id))).toEqual([404, 'NOT_FOUND'])
      }
    })
  })

  it('cannot be changed for a revoked key', async () => {
    const { own, owner, key, change } = await ownKey()
    await owner.delete(own.at(`/keys/${key.id}`))
    await expectUnchanged(service.current, async () => {
      expect(statusAndCode(await change(['10.0.0.0/8']))).toEqual([409, 'KEY_REVOKED'])
    })
  })
})

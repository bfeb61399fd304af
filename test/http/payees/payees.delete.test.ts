import { afterEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import { company, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  exchange,
  expectForeignUnchanged,
  forbidden,
  keyMissing,
  noSuchPayee,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

describeOnBothStores('DELETE /payees/{id}', store => {
  const service = useService(store)
  afterEach(() => expectForeignUnchanged(service.current))

  async function twoPayees() {
    const owner = company()
    const [gone, stays] = [payee(owner, { defaultReference: 'A 1' }), payee(owner)]
    const own = await ownWorkspace(service.current, { companies: [owner], payees: [gone, stays] })
    return { ...own, owner, gone, stays, remove: (id = gone.id) => own.send('DELETE', `/v1/payees/${id}`) }
  }

  describe('204', () => {
    it('deletes only this payee, and replies without a body', async () => {
      const { remove, payees, stays } = await twoPayees()
      const reply = await remove()
      expect(outcome(reply)).toEqual({ status: 204, body: null })
      expect(reply.headers.get('content-type')).toBe(null)
      expect(await payees()).toEqual([stays])
    })

    it('makes its id unknown: reading, changing and deleting it are then 404', async () => {
      const { remove, send, gone } = await twoPayees()
      await remove()
      expect(outcome(await send('GET', `/v1/payees/${gone.id}`))).toEqual(noSuchPayee)
      expect(outcome(await send('PATCH', `/v1/payees/${gone.id}`, { name: 'A' }))).toEqual(noSuchPayee)
      expect(outcome(await remove())).toEqual(noSuchPayee)
    })

    it('frees its IBAN for a new payee', async () => {
      const { remove, create, payees, gone, stays } = await twoPayees()
      await remove()
      const again = await create({ name: 'Zuletzt', iban: gone.iban })
      expect(again.status).toBe(201)
      expect((again.body as Payee).id).not.toBe(gone.id)
      expect(await payees()).toEqual([stays, again.body])
    })

    it('advances the workspace clock, so that no cached list has the payee', async () => {
      const { remove, version, create } = await twoPayees()
      const before = await version()
      await remove()
      expect(await version()).not.toBe(before)
      const next = (await create({ name: 'A', iban: 'NL91ABNA0417164300' })).body as Payee
      expect(next.createdAt).toBe(new Date(service.current.nowMs + 2).toISOString())
    })

    it('leaves an audit record of which key deleted what, and when', async () => {
      const { remove, audit, keyId, owner, gone } = await twoPayees()
      await remove()
      expect(await audit()).toEqual([
        {
          at: new Date(service.current.nowMs).toISOString(),
          actor: { kind: 'key', id: keyId },
          action: 'payee.deleted',
          subjectId: gone.id,
          details: { companyId: owner.id, name: gone.name, iban: gone.iban },
        },
      ])
    })

    it('is the reply to exactly one of 10 concurrent requests; the others get 404', async () => {
      const { remove, audit } = await twoPayees()
      const replies = await Promise.all(Array.from({ length: 10 }, () => remove()))
      expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
      expect(await audit()).toHaveLength(1)
    })
  })

  describe('400', () => {
    it('refuses an id with a NUL', async () => {
      const { remove } = await twoPayees()
      expect(outcome(await remove('%00'))).toEqual(
        badRequest({ path: 'id', message: 'must not contain a NUL or half of a surrogate pair' }),
      )
    })
  })

  describe('401', () => {
    it('needs a key', async () => {
      const path = `/v1/payees/${service.current.foreign.payees[0]?.id}`
      expect(outcome(await exchange(service.current, 'DELETE', path))).toEqual(keyMissing)
    })
  })

  describe('403', () => {
    it('needs payees:write and names it; payees:read is not enough', async () => {
      const withoutWrite = scopes.filter(scope => scope !== 'payees:write')
      const secret = await service.current.key(service.current.foreign, { scopes: withoutWrite })
      const path = `/v1/payees/${service.current.foreign.payees[0]?.id}`
      expect(outcome(await exchange(service.current, 'DELETE', path, { secret }))).toEqual(
        forbidden('payees:write'),
      )
    })
  })

  describe('404', () => {
    it("is the same for another workspace's payee, which is kept, and for an unknown one", async () => {
      const { remove, payees, version, audit, gone, stays } = await twoPayees()
      const before = await version()
      for (const id of [service.current.foreign.payees[0]?.id, 'pye_nobody']) {
        expect(outcome(await remove(id))).toEqual(noSuchPayee)
      }
      expect([await payees(), await version(), await audit()]).toEqual([[gone, stays], before, []])
    })
  })
})

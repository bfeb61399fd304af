/** Which resources a request of the change feed may ask for, and gets. They are part of its cursor. */
import { describe, expect, it } from 'vitest'
import { type ChangeResource, changeResources, readScopes } from '../../../src/contract/changes.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { asker, directAsker, expectBadRequest } from '../lists.ts'
import { forbidden } from '../replies/exchange.ts'
import { expectExact, followed } from './following.ts'

/** All 64 sets of resources. */
const subsets: ChangeResource[][] = Array.from({ length: 2 ** changeResources.length }, (_, bits) =>
  changeResources.filter((_, index) => bits & (2 ** index)),
)

const scopesOf = (resources: readonly ChangeResource[]): Scope[] => resources.map(each => readScopes[each])

describeOnBothStores('Resources of GET /changes', store => {
  const service = useService(store)

  describe('200', () => {
    it('without resources there are those that the key may read, for every set of scopes', async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      for (const resources of subsets) {
        const secret = await service.current.key(file, { scopes: ['payees:write', ...scopesOf(resources)] })
        const { status, body } = await directAsker(service.current, secret)('/changes')
        const found = new Set(body.data.map(({ resource }: { resource: string }) => resource))
        expect([status, body.upToDate, found]).toEqual([200, true, new Set(resources)])
      }
    })

    it('only those that are asked for, in any order, with spaces, and once if named twice', async () => {
      const owner = await followed(service.current)
      const follower = await owner.following({ resources: ['transaction', 'account'] })
      expect(follower.seen.map(({ resource }) => resource).sort()).toEqual(['account', 'transaction'])
      await expectExact(owner, follower)
      // The order is not part of the cursor.
      for (const names of ['account,transaction', 'transaction,%20account', 'account,transaction,account']) {
        const { status, body } = await owner.get(`/changes?resources=${names}&cursor=${follower.cursor}`)
        expect([status, body.data]).toEqual([200, []])
      }
    })

    it('an empty value is the same as none', async () => {
      const owner = await followed(service.current)
      expect(await owner.get('/changes?resources=')).toEqual(await owner.get('/changes'))
    })

    it('naming everything that the key may read is the same as naming nothing', async () => {
      const owner = await followed(service.current)
      const { body } = await owner.get('/changes')
      const named = await owner.get(`/changes?resources=${changeResources}&cursor=${body.nextCursor}`)
      expect([named.status, named.body.nextCursor]).toEqual([200, body.nextCursor])
    })

    it('a key without any scope gets an empty feed, which moves with the clock', async () => {
      const owner = await followed(service.current)
      const ask = asker(service.current, await service.current.key(owner.file, { scopes: [] }))
      const first = await ask('/changes')
      expect(first).toMatchObject({ status: 200, body: { data: [], upToDate: true } })
      await owner.send('DELETE', `/v1/payees/${owner.file.payees[0]?.id}`)
      const second = await ask(`/changes?cursor=${first.body.nextCursor}`)
      expect(second).toMatchObject({ status: 200, body: { data: [], upToDate: true } })
      expect(second.body.clock > first.body.clock).toBe(true)
      const [{ id = '' } = {}] = owner.file.companies
      expect((await ask(`/changes?companyId=${id}`)).status).toBe(200)
    })
  })

  describe('400', () => {
    it.each(['transactions', 'transaction,no', 'transaction,', ',', 'Transaction', 'transaction;payee', '*'])(
      'rejects %j',
      async names => {
        const owner = await followed(service.current)
        const reply = await owner.get(`/changes?resources=${encodeURIComponent(names)}`)
        expect(reply.status).toBe(400)
        expect(reply.body.data.issues[0]).toMatchObject({
          path: expect.stringMatching(/^resources/),
          message: `must name some of ${changeResources.join(', ')}, separated by commas`,
        })
        expect((await owner.get(`/digest?resource=${encodeURIComponent(names)}`)).status).toBe(400)
      },
    )

    it('rejects a very long list without working on it', async () => {
      const owner = await followed(service.current)
      expect((await owner.get(`/changes?resources=${'payee,'.repeat(500)}payee`)).status).toBe(400)
    })

    it('a wider key cannot go on with the cursor of a narrower one, nor the other way round', async () => {
      const { file } = await followed(service.current)
      const keyOf = async (resources: ChangeResource[]) =>
        asker(service.current, await service.current.key(file, { scopes: scopesOf(resources) }))
      const [narrow, wide] = [await keyOf(['payee']), await keyOf(['payee', 'transaction'])]
      const cursors = [(await narrow('/changes')).body.nextCursor, (await wide('/changes')).body.nextCursor]
      const words = 'belongs to other resources or another company'
      expectBadRequest(await wide(`/changes?cursor=${cursors[0]}`), 'cursor', words)
      expectBadRequest(await narrow(`/changes?cursor=${cursors[1]}`), 'cursor', words)
      expect((await wide(`/changes?cursor=${cursors[0]}&resources=payee`)).status).toBe(200)
    })

    it('a cursor for one company, or for none, is only good for the same', async () => {
      const owner = await followed(service.current)
      const of = `companyId=${owner.file.companies[0]?.id}`
      const [all, one] = [await owner.get('/changes'), await owner.get(`/changes?${of}`)]
      const words = 'belongs to other resources or another company'
      expectBadRequest(await owner.get(`/changes?${of}&cursor=${all.body.nextCursor}`), 'cursor', words)
      expectBadRequest(await owner.get(`/changes?cursor=${one.body.nextCursor}`), 'cursor', words)
    })
  })

  describe('403', () => {
    it('names every scope that is missing, for the feed and the digest', async () => {
      const { file } = await followed(service.current)
      const ask = asker(service.current, await service.current.key(file, { scopes: ['payees:read'] }))
      const both = await ask('/changes?resources=transaction,payee,bill')
      expect(both).toMatchObject({
        status: 403,
        body: { defined: true, code: 'FORBIDDEN', data: { requiredScopes: expect.anything() } },
      })
      expect(both.body.data.requiredScopes).toEqual(
        expect.arrayContaining(['transactions:read', 'bills:read']),
      )
      for (const scope of ['transactions:read', 'bills:read']) expect(both.body.message).toContain(scope)
      for (const resource of changeResources) {
        const scope = readScopes[resource]
        for (const path of [`/changes?resources=${resource}`, `/digest?resource=${resource}`]) {
          const { status, body } = await ask(path)
          if (resource === 'payee') expect(status).toBe(200)
          else expect({ status, body }).toEqual(forbidden(scope))
        }
      }
    })

    it('comes before the parameters are checked', async () => {
      const { file } = await followed(service.current)
      const ask = asker(service.current, await service.current.key(file, { scopes: [] }))
      expect((await ask('/changes?resources=payee&limit=none')).status).toBe(403)
      expect((await ask('/digest?by=none')).status).toBe(403)
    })
  })
})

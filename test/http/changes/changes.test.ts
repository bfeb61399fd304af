/** GET /v1/changes: every row once, at the place of its newest version. */
import { describe, expect, it } from 'vitest'
import { type Change, type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import { listNames } from '../../../src/contract/workspaceFile.ts'
import { homeOf } from '../../console/access/people.ts'
import {
  account,
  bill,
  category,
  company,
  payee,
  smallWorkspace,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectExact, followed } from './following.ts'

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const inOrder = (a: Change, b: Change): number =>
  byBytes(a.at, b.at) || byBytes(a.resource, b.resource) || byBytes(a.id, b.id)

/** Many rows at few instants, with ids that a locale would sort in another way. */
function crowdedWorkspace() {
  const owner = company({ updatedAt: instant(1) })
  const on = account(owner)
  const ids = ['a', 'B', '_', 'é', 'Z', '~', '0', 'a b', '\u{10000}', '\uffee', "'", '%', 'A', 'b']
  const each = <Row>(make: (id: string, updatedAt: string) => Row): Row[] =>
    ids.map((id, index) => make(id, instant(index % 3)))
  return workspaceFile({
    companies: [owner],
    accounts: [on],
    transactions: each((id, updatedAt) => transaction(on, { id, updatedAt })),
    bills: each((id, updatedAt) => bill(owner, { id, updatedAt })),
    payees: each((id, updatedAt) => payee(owner, { id, updatedAt })),
  })
}

const instant = (day: number): string => new Date(Date.UTC(2026, 1, 1 + day)).toISOString()

describeOnBothStores('GET /changes', store => {
  const service = useService(store)

  describe('200', () => {
    it('has every row of all six resources once, in the order of instant, resource and id', async () => {
      const owner = await followed(service.current, crowdedWorkspace())
      for (const limit of [1, 7, 100]) {
        const follower = owner.follower()
        await follower.catchUp(limit)
        expect(follower.seen).toEqual([...follower.seen].sort(inOrder))
        const names = follower.seen.map(({ resource, id }) => `${resource} ${id}`)
        expect(new Set(names).size).toBe(names.length)
        expect(new Set(follower.seen.map(({ resource }) => resource))).toEqual(new Set(changeResources))
        await expectExact(owner, follower)
      }
    })

    it('shows rows as the lists do, with the ids of their company and account', async () => {
      const owner = await followed(service.current)
      const { companies, accounts, categories, transactions, bills, payees } = owner.file
      const { changes, clock } = await owner.follower().catchUp()
      const companyId = companies[0]?.id
      const expected: Record<ChangeResource, unknown> = {
        account: { at: clock, companyId, accountId: null, object: accounts[0] },
        bill: { at: bills[0]?.updatedAt, companyId, accountId: null, object: bills[0] },
        // Rows without updatedAt have the instant at which the workspace was loaded.
        category: { at: clock, companyId: null, accountId: null, object: categories[0] },
        company: { at: companies[0]?.updatedAt, companyId, accountId: null, object: companies[0] },
        payee: { at: payees[0]?.updatedAt, companyId, accountId: null, object: payees[0] },
        transaction: {
          ...{ at: transactions[0]?.updatedAt, companyId, accountId: accounts[0]?.id },
          object: transactions[0],
        },
      }
      const ids = [accounts, bills, categories, companies, payees, transactions].map(([row]) => row?.id)
      const found = changes.filter(({ id }) => ids.includes(id))
      expect(Object.fromEntries(found.map(({ resource, id: _, ...rest }) => [resource, rest]))).toEqual(
        expected,
      )
      for (const { id, object } of found) expect(object?.id).toBe(id)
    })

    it('never shows a row of another workspace, also if it has the same id', async () => {
      const twin = { ...service.current.foreign, workspace: workspaceFile().workspace }
      const [row] = twin.transactions
      const changed = { ...twin, transactions: [{ ...row, amount: '77.77' }] } as typeof twin
      const owner = await followed(service.current, changed)
      const follower = await owner.following()
      expect(follower.seen.find(({ id }) => id === row?.id)?.object).toMatchObject({ amount: '77.77' })
      await expectExact(owner, follower)
      const foreign = await followed(service.current, service.current.foreign)
      const reader = await foreign.following()
      expect(reader.seen.find(({ id }) => id === row?.id)?.object).toEqual(row)
      const own = new Set(listNames.flatMap(list => service.current.foreign[list].map(({ id }) => id)))
      const others = reader.seen.filter(({ id, resource }) => resource !== 'category' && !own.has(id))
      expect(others).toEqual([])
    })

    it('moves a row that changes behind the cursor, so that a walk sees it at its new place', async () => {
      const owner = await followed(service.current, crowdedWorkspace())
      const follower = owner.follower({ resources: ['payee'] })
      await follower.step({ limit: '2' })
      const [seen] = follower.seen
      const unseen = owner.file.payees.find(({ id }) => !follower.seen.some(change => change.id === id))
      for (const id of [seen?.id, unseen?.id]) {
        const path = `/v1/payees/${encodeURIComponent(id ?? '')}`
        expect((await owner.send('PATCH', path, { name: 'Renamed' })).status).toBe(200)
      }
      const { changes } = await follower.catchUp(3)
      const last = changes.slice(-2)
      expect(last.map(({ id }) => id)).toEqual([seen?.id, unseen?.id])
      expect(last.map(({ object }) => (object as { name: string }).name)).toEqual(['Renamed', 'Renamed'])
      // The one that had not been read yet comes only once.
      expect(changes.filter(({ id }) => id === unseen?.id)).toHaveLength(1)
      await expectExact(owner, follower)
    })

    it('is up to date on the last page only, and then has nothing until something changes', async () => {
      const owner = await followed(service.current, crowdedWorkspace())
      const follower = owner.follower()
      const pages = []
      do pages.push(await follower.step({ limit: '10' }))
      while (pages.at(-1)?.upToDate === false)
      expect(pages.slice(0, -1).map(({ data }) => data.length)).toEqual(pages.slice(0, -1).map(() => 10))
      expect(pages.map(({ upToDate }) => upToDate)).toEqual(
        pages.map((_, index) => index === pages.length - 1),
      )
      const { data, nextCursor, upToDate, clock } = await follower.page()
      expect({ data, nextCursor, upToDate }).toEqual({
        data: [],
        nextCursor: follower.cursor,
        upToDate: true,
      })
      expect(clock).toBe(pages[0]?.clock)
      await owner.load({ companies: [company()] })
      expect((await follower.catchUp()).changes.map(({ resource }) => resource)).toEqual(['company'])
    })

    it('is up to date exactly at the limit', async () => {
      const owner = await followed(service.current)
      const all = (await owner.follower().page()).data.length
      const at = async (limit: number) => (await owner.follower().page({ limit: String(limit) })).upToDate
      expect([await at(all - 1), await at(all), await at(all + 1)]).toEqual([false, true, true])
    })

    it('starts from here with from=now: no rows, then only what changes', async () => {
      const owner = await followed(service.current)
      const follower = owner.follower()
      const first = await follower.step({ from: 'now' })
      expect(first).toMatchObject({ data: [], upToDate: true })
      expect((await follower.page()).data).toEqual([])
      const added = category()
      await owner.load({ categories: [added] })
      const { changes, clock } = await follower.catchUp()
      expect(changes).toEqual([
        { at: clock, resource: 'category', id: added.id, companyId: null, accountId: null, object: added },
      ])
      expect(clock > first.clock).toBe(true)
    })

    it('does not move when a write changes nothing, or another workspace changes', async () => {
      const owner = await followed(service.current)
      const follower = await owner.following()
      const { clock } = await follower.page()
      await owner.load(owner.file)
      const foreign = await followed(service.current, smallWorkspace())
      await foreign.load({ companies: [company()] })
      expect(await follower.page()).toMatchObject({
        data: [],
        upToDate: true,
        clock,
        nextCursor: follower.cursor,
      })
    })

    it('is served to a person under the console, with every resource, and does not wait', async () => {
      const owner = await followed(service.current)
      const who = await homeOf(service.current, owner.file).person('member')
      const path = `/console/workspaces/${owner.file.workspace.id}/v1/changes`
      const reply = await who.get(`${path}?wait=30`)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(await owner.follower().page())
      const { nextCursor } = reply.body as { nextCursor: string }
      expect((await who.get(`${path}?wait=30&cursor=${nextCursor}`)).body).toMatchObject({ data: [] })
      const digest = await who.get(path.replace('changes', 'digest'))
      expect(digest.body).toEqual((await owner.get('/digest')).body)
      const foreign = path.replace(owner.file.workspace.id, service.current.foreign.workspace.id)
      expect((await who.get(foreign)).status).toBe(404)
    })
  })

  describe('404', () => {
    it.each(['/changes', '/digest'])('%s: unknown and foreign companies get the same reply', async path => {
      const owner = await followed(service.current)
      const foreign = service.current.foreign.companies[0]?.id
      const replies = [
        await owner.get(`${path}?companyId=no`),
        await owner.get(`${path}?companyId=${foreign}`),
      ]
      expect(replies[0]?.status).toBe(404)
      expect(replies[1]).toEqual(replies[0])
    })
  })

  describe('405', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s names what is allowed', async method => {
      const owner = await followed(service.current)
      for (const path of ['/v1/changes', '/v1/digest']) {
        const reply = await owner.send(method, path, { any: 'body' })
        expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      }
    })
  })
})

/** What GET /transactions and GET /bills have in common: pages, If-None-Match, and refusals. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { describeRefusals } from './errors/refusals.ts'
import { type Ask, asker, expectBadRequest, idsOf } from './lists.ts'

const owner = company()
const idle = company()
const on = account(owner)
const hundred = <Row>(row: () => Row): Row[] => Array.from({ length: 100 }, row)

/** The row that the list shows first, and 100 others with another status. */
const rows = {
  transactions: {
    first: transaction(on, { status: 'pending', bookingDate: null }),
    others: hundred(() => transaction(on)),
    othersStatus: 'booked',
    changed: (row: Transaction) => ({ ...row, description: 'Changed' }),
  },
  bills: {
    first: bill(owner, { createdAt: '2026-01-02T08:00:00.000Z' }),
    others: hundred(() => bill(owner, { status: 'paid' })),
    othersStatus: 'paid',
    changed: (row: Bill) => ({ ...row, status: 'archived' }),
  },
} as const

describeOnBothStores('A paged list', store => {
  const service = useService(store)

  describe.each(['transactions', 'bills'] as const)('GET /%s', list => {
    const { first, others, othersStatus, changed } = rows[list]
    const all = idsOf([first, ...others])
    const file = workspaceFile({ companies: [owner, idle], accounts: [on], [list]: [...others, first] })
    const scope = `${list}:read` as const
    let secret: string
    let ask: Ask

    beforeAll(async () => {
      await service.current.load(file)
      secret = await service.current.key(file)
      ask = asker(service.current, secret)
    })

    const requestWith = (tag: string, path = `/v1/${list}`) =>
      service.current.request(path, { secret, headers: { 'If-None-Match': tag } })

    describe('200', () => {
      it('returns pages of 50 rows unless a limit is given', async () => {
        const { body: page } = await ask(`/${list}`)
        expect(idsOf(page.data)).toEqual(all.slice(0, 50))
        const { body: second } = await ask(`/${list}?cursor=${page.nextCursor}`)
        expect(idsOf(second.data)).toEqual(all.slice(50, 100))
        const { body: last } = await ask(`/${list}?cursor=${second.nextCursor}`)
        expect(last).toEqual({ data: [others[99]], nextCursor: null })
      })

      it.each([1, 2, 10, 11, 25, 26, 49, 51, 99, 100])('returns pages of up to %i rows', async limit => {
        const { body: page } = await ask(`/${list}?limit=${limit}`)
        expect(idsOf(page.data)).toEqual(all.slice(0, limit))
        expect(page.nextCursor).toEqual(expect.any(String))
      })

      it.each([100, 50, 25, 20])('returns a null cursor with a last page of exactly %i rows', async limit => {
        const seen: string[] = []
        let cursor = ''
        for (let left = 100 / limit; left > 0; left -= 1) {
          const { body: page } = await ask(`/${list}?status=${othersStatus}&limit=${limit}&cursor=${cursor}`)
          seen.push(...idsOf(page.data))
          expect(page.nextCursor).toEqual(left > 1 ? expect.any(String) : null)
          cursor = page.nextCursor ?? ''
        }
        expect(seen).toEqual(idsOf(others))
      })

      it('returns an empty page for a company without rows', async () => {
        const { status, body } = await ask(`/${list}?companyId=${idle.id}`)
        expect({ status, body }).toEqual({ status: 200, body: { data: [], nextCursor: null } })
      })

      it('returns an empty page in an empty workspace', async () => {
        const client = await service.current.workspace(workspaceFile())
        expect(await client[list].list()).toEqual({ data: [], nextCursor: null })
      })

      it(`needs only the scope ${scope}`, async () => {
        const narrow = await service.current.key(file, { scopes: [scope] })
        expect((await asker(service.current, narrow)(`/${list}`)).status).toBe(200)
      })
    })

    describe('304', () => {
      it('replies to If-None-Match without a body until a row changes', async () => {
        const own = workspaceFile({ companies: [owner], accounts: [on], [list]: others.slice(0, 2) })
        await service.current.load(own)
        const key = { secret: await service.current.key(own) }
        const etag = (await service.current.request(`/v1/${list}`, key)).headers.get('etag') ?? ''
        expect(etag).toMatch(/^W\/"[^"]+"$/)
        const again = (query = '') =>
          service.current.request(`/v1/${list}${query}`, { ...key, headers: { 'If-None-Match': etag } })
        expect((await again()).status).toBe(304)
        expect((await again('?limit=1')).status).toBe(200)

        await service.current.load({ ...own, [list]: [changed(others[0] as Transaction & Bill)] })
        const after = await again()
        expect(after.status).toBe(200)
        expect(after.headers.get('etag')).not.toBe(etag)
      })
    })

    describeRefusals(service, () => `/v1/${list}`, scope)

    describe('400', () => {
      it.each(['limit=0', 'cursor=none'])('refuses %s before it looks for the companyId', async wrong => {
        const [path = ''] = wrong.split('=')
        expectBadRequest(await ask(`/${list}?companyId=nobody&${wrong}`), path)
      })

      it('comes after 401 and 403', async () => {
        expect((await service.current.request(`/v1/${list}?limit=0`)).status).toBe(401)
        const narrow = await service.current.key(file, { scopes: ['payees:read'] })
        expect((await asker(service.current, narrow)(`/${list}?limit=0`)).status).toBe(403)
      })
    })

    describe('404', () => {
      it('is the same for a companyId of another workspace and for one that does not exist', async () => {
        const unknown = await ask(`/${list}?companyId=nobody`)
        expect(unknown).toEqual({
          status: 404,
          body: {
            defined: true,
            code: 'NOT_FOUND',
            status: 404,
            message: expect.stringContaining('companyId'),
          },
        })
        expect(await ask(`/${list}?companyId=${service.current.foreign.companies[0]?.id}`)).toEqual(unknown)
        expect(await ask(`/${list}?companyId=${owner.id.toUpperCase()}`)).toEqual(unknown)
      })

      it.each(['*', 'W/"other"'])('does not depend on If-None-Match: %s', async tag => {
        expect((await requestWith(tag, `/v1/${list}?companyId=nobody`)).status).toBe(404)
      })
    })
  })
})

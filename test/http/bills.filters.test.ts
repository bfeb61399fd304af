import { describe, expect, it } from 'vitest'
import { billStatuses } from '../../src/contract/bills.ts'
import { bill, company, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { cycled, expectBadRequest, idsFor, useAsk } from './lists.ts'

const [north, south] = [company({ id: 'north' }), company({ id: 'south' })]
const stamp = (millisecond: number) => `2026-03-10T12:00:00.00${millisecond}Z`

// One bill of each status, in list order, alternating between north and south. They were last changed in the
// opposite order.
const file = workspaceFile({
  companies: [north, south],
  bills: billStatuses.map((status, index) =>
    bill(cycled([north, south], index), {
      id: status,
      status,
      createdAt: `2026-03-01T00:00:00.0${20 - index}Z`,
      updatedAt: stamp(Math.max(0, 9 - index)),
    }),
  ),
})
const everything: string[] = [...billStatuses]

describeOnBothStores('GET /bills, the parameters', store => {
  const service = useService(store)
  const ask = useAsk(service, file)
  const idsWith = (query: string) => idsFor(ask, `/bills?${query}`)

  describe('200', () => {
    it.each(billStatuses)('returns only bills with the status %s', async status => {
      expect(await idsWith(`status=${status}`)).toEqual([status])
    })

    it.each([
      ['north', everything.filter((_, index) => index % 2 === 0)],
      ['south', everything.filter((_, index) => index % 2 === 1)],
    ])('returns only bills of the company %s', async (companyId, ids) => {
      expect(await idsWith(`companyId=${companyId}`)).toEqual(ids)
    })

    it.each([
      [stamp(9), []],
      [stamp(8), ['new']],
      [stamp(7), ['new', 'processing']],
      ['2026-03-10T12:00:00.0079Z', ['new', 'processing']],
      ['2026-03-10t13:30:00.007%2B01:30', ['new', 'processing']],
      ['2026-03-10T04:00:00.007-08:00', ['new', 'processing']],
      [stamp(0), everything.slice(0, 9)],
      ['1970-01-01T00:00:00Z', everything],
    ])('treats updatedAfter as exclusive, in any offset: after %s', async (instant, ids) => {
      expect(await idsWith(`updatedAfter=${instant}`)).toEqual(ids)
    })

    it.each([
      ['companyId=north&status=new', ['new']],
      ['companyId=south&status=new', []],
      [`companyId=north&updatedAfter=${stamp(5)}`, ['new', 'extract_failed']],
      [`status=matched&updatedAfter=${stamp(4)}`, ['matched']],
      [`status=matched&updatedAfter=${stamp(5)}`, []],
      [`companyId=north&status=matched&updatedAfter=${stamp(4)}`, ['matched']],
    ])('combines filters: %s', async (query, ids) => {
      expect(await idsWith(query)).toEqual(ids)
    })

    it.each(['companyId', 'status', 'updatedAfter', 'limit', 'cursor'])('ignores an empty %s', async name => {
      expect(await idsWith(`${name}=`)).toEqual(everything)
    })

    it('ignores unknown parameters, including those of transactions', async () => {
      const query = 'side=sideways&dateFrom=never&accountId=x&accountId=y&categoryId=%00&page=2'
      expect(await idsWith(query)).toEqual(everything)
    })
  })

  describe('400', () => {
    it.each(['0', '101', '-1', '1.0', '1e1', '%2B5', '5%20', 'ten', '٣'])(
      'refuses a limit of %s',
      async limit => {
        expectBadRequest(await ask(`/bills?limit=${limit}`), 'limit', '1 to 100')
      },
    )

    it.each(['Paid', 'booked', 'new,Paid', 'extract-failed'])('refuses a status %s', async status => {
      const words = `must be one of ${billStatuses.join(', ')}`
      expectBadRequest(await ask(`/bills?status=${status}`), 'status', words)
    })

    it.each(['2026-03-10', '2026-03-10T12:00:00', '2026-02-30T12:00:00Z', 'yesterday'])(
      'refuses an updatedAfter that is not an RFC 3339 instant with an offset: %s',
      async instant => {
        expectBadRequest(await ask(`/bills?updatedAfter=${instant}`), 'updatedAfter', 'RFC 3339')
      },
    )

    it('explains how to write the + of an offset if it was sent unescaped', async () => {
      const reply = await ask('/bills?updatedAfter=2026-03-10T13:00:00+01:00')
      expectBadRequest(reply, 'updatedAfter', 'write the + of the offset as %2B')
    })

    it('refuses a companyId with a NUL, and does not find an overlong one', async () => {
      expectBadRequest(await ask('/bills?companyId=%00'), 'companyId', 'NUL')
      expect((await ask(`/bills?companyId=${'x'.repeat(3000)}`)).status).toBe(404)
    })

    it.each(['companyId', 'status', 'updatedAfter', 'limit', 'cursor'])(
      'refuses a repeated %s',
      async name => {
        expectBadRequest(await ask(`/bills?${name}=&${name}=`), name, 'more than once')
      },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  directAsker,
  expectBadRequest,
  type Filters,
  idsFor,
  idsOf,
  isAskedFor,
  transactionOrder,
  useAsk,
  withQuery,
} from '../lists.ts'

const [north, south] = [company({ id: 'north' }), company({ id: 'south' })]
const [giro, savings, till] = [
  account(north, { id: 'giro' }),
  account(north, { id: 'savings' }),
  account(south, { id: 'till' }),
]
const [food, rent] = [category({ id: 'food' }), category({ id: 'rent' })]
const assigned = ({ id, name, slug }: typeof food) => ({ id, name, slug })
const stamp = (millisecond: number) => `2026-03-10T12:00:00.00${millisecond}Z`

type Given = Parameters<typeof transaction>[1]
/** The number is also the number of milliseconds after noon at which the row was last changed. */
const row = (number: number, on: typeof giro, bookingDate: string | null, given: Given = {}) =>
  transaction(on, { id: `t${number}`, bookingDate, updatedAt: stamp(number), ...given })

// In list order.
const file = workspaceFile({
  companies: [north, south],
  accounts: [giro, savings, till],
  categories: [food, rent],
  transactions: [
    row(1, giro, null, { status: 'pending' }),
    row(8, till, null, { status: 'pending', side: 'credit', category: assigned(food) }),
    row(2, giro, '2026-03-03', { category: assigned(food) }),
    row(6, till, '2026-03-03', { side: 'credit', category: assigned(food) }),
    row(3, giro, '2026-03-02', { side: 'credit', category: assigned(rent) }),
    row(4, savings, '2026-03-02', { status: 'rejected', category: assigned(food) }),
    row(5, savings, '2026-03-01', { status: 'released', side: null }),
    row(7, till, '2026-02-28', { status: 'canceled', category: assigned(rent) }),
  ],
})
const everything = idsOf(file.transactions)

describeOnBothStores('GET /transactions, the parameters', store => {
  const service = useService(store)
  const ask = useAsk(service, file)
  const idsWith = (query: string) => idsFor(ask, `/transactions?${query}`)

  describe('200, one filter', () => {
    it.each([
      ['', everything],
      ['companyId=north', ['t1', 't2', 't3', 't4', 't5']],
      ['companyId=south', ['t8', 't6', 't7']],
      ['accountId=giro', ['t1', 't2', 't3']],
      ['accountId=savings', ['t4', 't5']],
      ['accountId=Giro', []],
      ['categoryId=food', ['t8', 't2', 't6', 't4']],
      ['categoryId=rent', ['t3', 't7']],
      ['status=pending', ['t1', 't8']],
      ['status=booked', ['t2', 't6', 't3']],
      ['status=rejected', ['t4']],
      ['status=released', ['t5']],
      ['status=canceled', ['t7']],
      ['status=booked,pending', ['t1', 't8', 't2', 't6', 't3']],
      ['status=canceled,released,rejected', ['t4', 't5', 't7']],
      ['status=released,released', ['t5']],
      ['categoryId=none', ['t1', 't5']],
      ['side=debit', ['t1', 't2', 't4', 't7']],
      ['side=credit', ['t8', 't6', 't3']],
    ])('returns exactly the matching rows: %s', async (query, ids) => {
      expect(await idsWith(query)).toEqual(ids)
    })

    it.each([
      ['dateFrom=2026-03-02', ['t2', 't6', 't3', 't4']],
      ['dateFrom=2026-03-03', ['t2', 't6']],
      ['dateFrom=2026-03-04', []],
      ['dateFrom=0001-01-01', ['t2', 't6', 't3', 't4', 't5', 't7']],
      ['dateTo=2026-03-02', ['t3', 't4', 't5', 't7']],
      ['dateTo=2026-02-28', ['t7']],
      ['dateTo=2026-02-27', []],
      ['dateTo=9999-12-31', ['t2', 't6', 't3', 't4', 't5', 't7']],
      ['dateFrom=2026-03-01&dateTo=2026-03-02', ['t3', 't4', 't5']],
      ['dateFrom=2026-03-02&dateTo=2026-03-02', ['t3', 't4']],
      ['dateFrom=0001-01-01&dateTo=9999-12-31', ['t2', 't6', 't3', 't4', 't5', 't7']],
      ['dateFrom=2024-02-29&dateTo=2026-03-01', ['t5', 't7']],
    ])('treats dates as inclusive and leaves out rows without a booking date: %s', async (query, ids) => {
      expect(await idsWith(query)).toEqual(ids)
    })

    it('returns an empty page if dateFrom is after dateTo', async () => {
      expect(await idsWith('dateFrom=2026-03-03&dateTo=2026-03-02')).toEqual([])
    })
  })

  describe('200, updatedAfter', () => {
    it.each([
      [stamp(0), ['t1', 't8', 't2', 't6', 't3', 't4', 't5', 't7']],
      [stamp(4), ['t8', 't6', 't5', 't7']],
      [stamp(5), ['t8', 't6', 't7']],
      [stamp(7), ['t8']],
      [stamp(8), []],
      ['1970-01-01T00:00:00Z', everything],
      ['0001-01-01T00:00:00Z', everything],
      ['9999-12-31T23:59:59.999Z', []],
    ])('is exclusive: after %s, not at it', async (instant, ids) => {
      expect(await idsWith(`updatedAfter=${instant}`)).toEqual(ids)
    })

    it.each([
      '2026-03-10T12:00:00.004Z',
      '2026-03-10t12:00:00.004z',
      '2026-03-10T12:00:00.004+00:00',
      '2026-03-10T12:00:00.004-00:00',
      '2026-03-10T13:00:00.004+01:00',
      '2026-03-10T06:30:00.004-05:30',
      '2026-03-11T02:00:00.004+14:00',
      '2026-03-09T23:59:00.004-12:01',
      '2026-03-10T12:00:00.0040Z',
      '2026-03-10T12:00:00.004000001Z',
      '2026-03-10T12:00:00.00499999999999999999Z',
    ])('accepts any RFC 3339 instant with an offset: %s', async instant => {
      expect(await idsWith(`updatedAfter=${encodeURIComponent(instant)}`)).toEqual(['t8', 't6', 't5', 't7'])
    })
  })

  it('200: combines filters, in every combination of up to three', async () => {
    const one: [keyof Filters, string][] = [
      ['companyId', 'south'],
      ['accountId', 'till'],
      ['categoryId', 'food'],
      ['status', 'booked'],
      ['side', 'credit'],
      ['dateFrom', '2026-03-02'],
      ['dateTo', '2026-03-03'],
      ['updatedAfter', stamp(2)],
    ]
    const subsets = Array.from({ length: 2 ** one.length }, (_, bits) =>
      one.filter((_, index) => bits & (1 << index)),
    )
      .filter(({ length }) => length <= 3 || length === one.length)
      .map(subset => Object.fromEntries(subset))
    const askDirectly = directAsker(service.current, await service.current.key(file))
    const sorted = file.transactions.toSorted(transactionOrder)
    const replies = await Promise.all(
      subsets.map(filters => askDirectly(withQuery('/transactions', filters))),
    )
    expect(replies.map(({ body }, index) => ({ filters: subsets[index], ids: idsOf(body.data) }))).toEqual(
      subsets.map(filters => ({ filters, ids: idsOf(sorted.filter(row => isAskedFor(row, filters))) })),
    )
  })

  describe('200, how parameters are read', () => {
    const names = ['companyId', 'accountId', 'categoryId', 'dateFrom', 'dateTo', 'status', 'side']

    it.each([...names, 'updatedAfter', 'limit', 'cursor'])('ignores an empty %s', async name => {
      expect(await idsWith(`${name}=`)).toEqual(everything)
      expect(await idsWith(name)).toEqual(everything)
    })

    it('ignores unknown parameters', async () => {
      expect(await idsWith('colour=red&colour=blue&Limit=1&offset=3&page=2&__proto__=1')).toEqual(everything)
    })

    it.each([
      ['1', 1],
      ['001', 1],
      ['7', 7],
      ['100', 8],
    ])('accepts plain digits as limit: %s', async (limit, rows) => {
      expect(idsOf((await ask(`/transactions?limit=${limit}`)).body.data)).toEqual(everything.slice(0, rows))
    })
  })

  describe('400', () => {
    it.each(['0', '101', '-1', '%2B5', '+5', '1.0', '1e1', '0x10', '5%20', '5%0A', 'ten', '٣', 'null', '00'])(
      'refuses a limit of %s',
      async limit => {
        expectBadRequest(await ask(`/transactions?limit=${limit}`), 'limit', '1 to 100')
      },
    )

    it.each(['10000000000000000000', '9'.repeat(400)])('refuses a limit beyond any number', async limit => {
      expectBadRequest(await ask(`/transactions?limit=${limit}`), 'limit', '1 to 100')
    })

    it.each(['dateFrom', 'dateTo'])('refuses a %s that is not in the calendar', async name => {
      const wrong = ['2026-02-29', '2026-13-01', '2026-04-31', '0000-01-01', '2026-00-01', '2026-01-00']
      const misspelt = [
        '2026-3-1',
        '01.03.2026',
        '2026-03-01T00:00:00Z',
        '20260301',
        'today',
        '2026-03-01%20',
      ]
      for (const value of [...wrong, ...misspelt]) {
        expectBadRequest(await ask(`/transactions?${name}=${value}`), name, 'YYYY-MM-DD')
      }
    })

    it.each([
      '2026-03-10',
      '2026-03-10T12:00:00',
      '2026-03-10T12:00Z',
      '2026-03-10%2012:00:00Z',
      '2026-02-30T12:00:00Z',
      '2026-03-10T24:00:00Z',
      '2026-03-10T12:00:00%2B24:00',
      '2026-03-10T12:00:00%2B0100',
      '2026-03-10T12:00:60Z',
      '1773144000',
      'yesterday',
    ])('refuses an updatedAfter that is not an RFC 3339 instant with an offset: %s', async instant => {
      expectBadRequest(await ask(`/transactions?updatedAfter=${instant}`), 'updatedAfter', 'RFC 3339')
    })

    it('explains how to write the + of an offset if it was sent unescaped', async () => {
      const reply = await ask('/transactions?updatedAfter=2026-03-10T13:00:00+01:00')
      expectBadRequest(reply, 'updatedAfter', 'write the + of the offset as %2B')
    })

    it.each(['Booked', 'paid', 'booked%20', 'pending,', 'pending,paid', 'pending;booked', '%00'])(
      'refuses a status %s',
      async status => {
        const words = 'must be one of pending, booked, rejected, released, canceled'
        expectBadRequest(await ask(`/transactions?status=${status}`), 'status', words)
      },
    )

    it.each(['DEBIT', 'in', 'null', 'credit,debit'])('refuses a side %s', async side => {
      expectBadRequest(await ask(`/transactions?side=${side}`), 'side', 'must be one of credit, debit')
    })

    it.each(['companyId', 'accountId', 'categoryId', 'cursor'])('refuses a NUL in %s', async name => {
      expectBadRequest(await ask(`/transactions?${name}=no%00rth`), name, 'NUL')
    })

    it.each(['companyId', 'accountId', 'categoryId'])(
      'accepts a %s that is longer than any stored one',
      async name => {
        const longer = (await ask(`/transactions?${name}=${encodeURIComponent('😀'.repeat(500))}`)).status
        expect(longer).toBe(name === 'companyId' ? 404 : 200)
      },
    )

    it.each([
      ['companyId', 'north', 'north'],
      ['accountId', 'giro', 'till'],
      ['categoryId', 'food', ''],
      ['dateFrom', '2026-03-01', '2026-03-01'],
      ['dateTo', '2026-03-01', '2026-03-02'],
      ['status', '', 'booked'],
      ['side', 'debit', 'credit'],
      ['updatedAfter', stamp(1), stamp(2)],
      ['limit', '5', '5'],
      ['cursor', '', ''],
    ])('refuses a repeated %s', async (name, first, second) => {
      expectBadRequest(await ask(`/transactions?${name}=${first}&${name}=${second}`), name, 'more than once')
    })

    it('names every wrong parameter in one reply', async () => {
      const { status, body } = await ask('/transactions?side=x&limit=0&dateTo=never&status=booked&status=new')
      expect(status).toBe(400)
      const paths = body.data.issues.map(({ path }: { path: string }) => path)
      expect(paths.toSorted()).toEqual(['dateTo', 'limit', 'side', 'status'])
    })
  })
})

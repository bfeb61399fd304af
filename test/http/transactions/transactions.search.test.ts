import { describe, expect, it } from 'vitest'
import { catchUp } from '../../../src/main/serve/laterWork.ts'
import { indexSlice, listsBehind } from '../../../src/store/pages/search/wordIndex.ts'
import { account, bill, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directAsker, expectBadRequest, idsFor, idsOf, useAsk } from '../lists.ts'

const [north, south] = [company({ id: 'north' }), company({ id: 'south' })]
const [giro, till] = [account(north, { id: 'giro' }), account(south, { id: 'till' })]
const food = category({ id: 'food' })
const assigned = { id: food.id, name: food.name, slug: food.slug }

type Given = Parameters<typeof transaction>[1]
const row = (number: number, on: typeof giro, given: Given) =>
  transaction(on, {
    id: `t${number}`,
    bookingDate: `2026-03-${20 - number}`,
    amount: '5.00',
    updatedAt: `2026-03-20T00:00:00.00${number}Z`,
    ...given,
  })

/** More than a search compares before it asks the index, and newer than the others. None of them matches anything. */
const others = Array.from({ length: 1_001 }, (_, index) => index)

// In list order.
const file = workspaceFile({
  companies: [north, south],
  accounts: [giro, till],
  categories: [food],
  transactions: [
    ...others.map(index =>
      transaction(giro, {
        id: `other${index}`,
        bookingDate: '2026-04-01',
        amount: '0.01',
        status: 'released',
        description: 'zzz',
        updatedAt: '2026-03-01T00:00:00.000Z',
      }),
    ),
    row(1, giro, { counterpartyName: 'Papierwerk Süd AG', amount: '1249.90', status: 'pending' }),
    row(2, till, { merchantName: 'CAFÉ Łódź', description: 'Kartenzahlung', side: 'credit' }),
    row(3, giro, { reference: 'RE-2026-0117', counterpartyName: 'Straße & Söhne', category: assigned }),
    row(4, till, { counterpartyIban: 'DE75512108001245126199', amount: '12.5' }),
    row(5, giro, { description: 'Rechnung 1.249,90 vom 31.12.2026', amount: '12490' }),
    row(6, giro, { counterpartyName: 'PAPIERWERK NORD', status: 'rejected', category: assigned }),
  ],
  bills: [
    ...others.map(index =>
      bill(north, { id: `other${index}`, supplierName: 'zzz', totalAmount: '-1000', status: 'archived' }),
    ),
    bill(north, { id: 'b1', supplierName: 'Büro Nord', totalAmount: '99.00', dueDate: '2026-04-01' }),
    bill(south, { id: 'b2', invoiceNumber: 'NORD-7', totalAmount: '-4.5', dueDate: null }),
    bill(south, {
      id: 'b3',
      paymentReference: 'RF18 5390',
      totalAmount: null,
      dueDate: '2026-04-30',
      status: 'paid',
    }),
    bill(north, {
      id: 'b4',
      supplierIban: 'FR1420041010050500013M02606',
      totalAmount: '250',
      dueDate: '2026-05-02',
    }),
  ].map((one, index) => ({ ...one, createdAt: new Date(Date.UTC(2026, 0, 1) - index).toISOString() })),
})

const searches: [query: string, ids: string[]][] = [
  ['q=papierwerk', ['t1', 't6']],
  ['q=PAPIER', ['t1', 't6']],
  ['q=erwerk', []],
  ['q=sud papierwerk', ['t1']],
  ['q=süd', ['t1']],
  ['q=cafe lodz', ['t2']],
  ['q=strasse', ['t3']],
  ['q=STRASSE söhne', ['t3']],
  ['q=re-2026-0117', ['t3']],
  ['q=RE20260117', ['t3']],
  ['q=0117', ['t3']],
  ['q=1249.90', ['t1', 't5']],
  ['q=1.249,90', ['t1', 't5']],
  ['q=1,249.9', ['t1', 't5']],
  ['q=1249', ['t1', 't5']],
  ['q=12.50', ['t4']],
  ['q=de75512108', ['t4']],
  ['q=DE75 5121 0800', ['t4']],
  ['q=31.12.2026', ['t5']],
  ['q=a', ['t1']],
  ['q=papierwerk sud ag 1249.90 p pa pap', ['t1']],
  ['q=rechnung vom 2026 31 12 1249', ['t5']],
  ["q=' | a:* %26 !b", []],
  ['q=%2D%2D', []],
  ['minAmount=12.50', ['t1', 't4', 't5']],
  ['minAmount=1&maxAmount=5', ['t2', 't3', 't6']],
  ['minAmount=12.5&maxAmount=1249.9', ['t1', 't4']],
  ['minAmount=13&maxAmount=12', []],
  ['q=papierwerk&minAmount=6', ['t1']],
  ['q=papierwerk&status=pending,booked', ['t1']],
  ['q=papierwerk&categoryId=none', ['t1']],
  ['q=p&companyId=south', []],
  ['q=12&accountId=giro', ['t1', 't5']],
  ['q=papierwerk&dateFrom=2026-03-15', ['t1']],
  ['q=papierwerk&dateTo=2026-03-15', ['t6']],
  ['q=k&side=credit', ['t2']],
  ['q=papierwerk&updatedAfter=2026-03-20T00:00:00.005Z', ['t6']],
]

const billSearches: [query: string, ids: string[]][] = [
  ['q=nord', ['b1', 'b2']],
  ['q=buro', ['b1']],
  ['q=fr14 2004', ['b4']],
  ['q=rf18 5390', ['b3']],
  ['q=4.50', ['b2']],
  ['status=paid,approved', ['b3']],
  ['minAmount=-4.5', ['b1', 'b2', 'b4']],
  ['minAmount=-900&maxAmount=99', ['b1', 'b2']],
  ['dueFrom=2026-04-30', ['b3', 'b4']],
  ['dueTo=2026-04-30', ['b1', 'b3']],
  ['dueFrom=2026-04-02&dueTo=2026-05-01', ['b3']],
  ['q=nord&companyId=north', ['b1']],
  ['dueTo=2026-12-31&status=paid', ['b3']],
  ['q=nord&minAmount=0', ['b1']],
]

describeOnBothStores('search in GET /transactions and GET /bills', store => {
  const service = useService(store)
  const ask = useAsk(service, file)
  const askAll = async (path: string, cases: typeof searches) => {
    const askDirectly = directAsker(service.current, await service.current.key(file))
    const found: [string, string[]][] = []
    for (const [query] of cases) {
      const { body } = await askDirectly(`${path}?${query.replaceAll(' ', '%20')}`)
      expect(body.nextCursor).toBeNull()
      found.push([query, idsOf(body.data)])
    }
    expect(found).toEqual(cases)
  }

  describe.each([
    ['while nothing is indexed', async () => undefined],
    [
      'while some rows are indexed',
      async () => {
        for (const one of await listsBehind(service.current.store.db)) {
          await indexSlice(service.current.store.db, one, 3)
        }
      },
    ],
    ['once all rows are indexed', async () => await catchUp(service.current.store.db)],
  ])('%s', (_, prepare) => {
    it('finds exactly the transactions with every word', async () => {
      await prepare()
      await askAll('/transactions', searches)
    })

    it('finds exactly the bills with every word', async () => {
      await prepare()
      await askAll('/bills', billSearches)
    })
  })

  it('finds nothing of another workspace', async () => {
    const { transactions } = service.current.foreign
    const foreign = transactions.find(({ counterpartyName }) => counterpartyName !== null)
    const secret = service.current.foreignSecret
    const own = directAsker(service.current, secret)
    await catchUp(service.current.store.db)
    const query = '/transactions?q=papierwerk'
    expect(idsOf((await own(query)).body.data)).toEqual([])
    const name = encodeURIComponent(foreign?.counterpartyName ?? 'x')
    expect(await idsFor(ask, `/transactions?q=${name}zzz`)).toEqual([])
  })

  it('walks the pages of a search without gaps or repetitions', async () => {
    const first = await ask('/transactions?q=p&limit=1')
    expect(idsOf(first.body.data)).toEqual(['t1'])
    const second = await ask(`/transactions?q=p&limit=1&cursor=${first.body.nextCursor}`)
    expect(idsOf(second.body.data)).toEqual(['t6'])
    expect(second.body.nextCursor).toBeNull()
  })

  it('keeps the cursors of a single status from before lists were possible', async () => {
    const { body } = await ask('/transactions?status=booked&limit=1')
    const again = await ask(`/transactions?status=booked&cursor=${body.nextCursor}`)
    expect(again.status).toBe(200)
    const swapped = await ask(`/transactions?status=booked,pending&cursor=${body.nextCursor}`)
    expectBadRequest(swapped, 'cursor', 'another query')
  })

  describe('400', () => {
    it.each([
      ['q', 'x'.repeat(201), '1 to 200'],
      ['q', '%00', 'NUL'],
      ['minAmount', '-1', 'unsigned'],
      ['minAmount', '1e5', 'decimal'],
      ['maxAmount', '1,5', 'decimal'],
      ['maxAmount', '9'.repeat(41), '40 digits'],
    ])('refuses %s=%s', async (name, value, words) => {
      expectBadRequest(await ask(`/transactions?${name}=${value}`), name, words)
    })

    it.each(['dueFrom', 'dueTo'])('refuses a %s that does not exist', async name => {
      expectBadRequest(await ask(`/bills?${name}=2026-02-30`), name, 'YYYY-MM-DD')
    })
  })
})

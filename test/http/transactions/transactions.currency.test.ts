/** Filters by currency, and sums and lists that agree with each other under every filter. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient, Query } from '../../../src/client/index.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { catchUp } from '../../../src/main/serve/laterWork.ts'
import { bill, company, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { exactSums, inTextOrder, randomTransactions } from '../../support/sums/randomTransactions.ts'
import { transactionOrder } from '../lists.ts'

type ListQuery = Omit<Query<'listTransactions'>, 'cursor'>

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describeOnBothStores('currency in GET /transactions', store => {
  const service = useService(store)
  let file: WorkspaceFile
  let rows: Transaction[]
  let client: FlorinClient

  beforeAll(async () => {
    file = randomTransactions(700, 'currencies')
    // Nearly all euros, so that the other currencies are rare.
    const given = file.transactions ?? []
    file.transactions = given.map((row, index) => ({ ...row, currency: index % 30 ? 'EUR' : row.currency }))
    rows = [...file.transactions].sort(transactionOrder)
    client = await service.current.workspace(file)
  })

  it.each(['EUR', 'USD', 'JPY', 'GBP'])(
    'lists exactly the rows in %s, in order, on pages of any size',
    async currency => {
      const expected = idsOf(rows.filter(row => row.currency === currency))
      expect(idsOf(await allOf(client.transactions.all({ currency })))).toEqual(expected)
      expect(idsOf(await allOf(client.transactions.all({ currency, limit: 37 })))).toEqual(expected)
    },
  )

  it('can be combined with every other filter', async () => {
    const accountId = rows.find(({ currency }) => currency === 'USD')?.accountId ?? ''
    const companyId = file.companies?.[0]?.id ?? ''
    const filters: [ListQuery, (row: Transaction) => boolean][] = [
      [{ accountId }, row => row.accountId === accountId],
      [{ companyId }, row => row.companyId === companyId],
      [
        { side: 'debit', status: ['booked', 'pending'] },
        row => row.side === 'debit' && /^(b|p)/.test(row.status),
      ],
      [{ categoryId: 'none' }, row => row.category === null],
      [{ dateFrom: '2025-02-01', dateTo: '2026-02-01' }, row => isWithin(row, '2025-02-01', '2026-02-01')],
      [{ ownTransfers: 'only' }, isInternal],
      [{ ownTransfers: 'exclude' }, row => !isInternal(row)],
      [{ ownTransfers: 'only', accountId }, row => isInternal(row) && row.accountId === accountId],
      [{ updatedAfter: '1970-01-01T00:00:00Z', side: 'credit' }, row => row.side === 'credit'],
    ]
    for (const currency of ['EUR', 'USD']) {
      for (const [query, fits] of filters) {
        const found = await allOf(client.transactions.all({ ...query, currency, limit: 60 }))
        const expected = rows.filter(row => row.currency === currency && fits(row))
        expect(idsOf(found), JSON.stringify(query)).toEqual(idsOf(expected))
      }
    }
  })

  it('shows nothing of a foreign workspace', async () => {
    const foreign = randomTransactions(5, 'foreign')
    const other = await service.current.workspace(foreign)
    const codes = ['EUR', 'USD', 'JPY', 'KWD', 'CLF']
    const found = await Promise.all(
      codes.map(async currency => await allOf(other.transactions.all({ currency }))),
    )
    expect(idsOf(found.flat()).sort()).toEqual(idsOf(foreign.transactions ?? []).sort())
    const foreignAccount = foreign.accounts?.[0]?.id ?? ''
    expect((await client.transactions.list({ currency: 'EUR', accountId: foreignAccount })).data).toEqual([])
  })

  it.each(['eur', 'EURO', '€'])('%s is a 400 that names currency', async currency => {
    const wrong = { status: 400, data: { issues: [{ path: 'currency' }] } }
    await expect(client.transactions.list({ currency })).rejects.toMatchObject(wrong)
    await expect(client.transactions.summarize({ currency })).rejects.toMatchObject(wrong)
    await expect(client.bills.list({ currency })).rejects.toMatchObject(wrong)
  })

  describe('GET /transaction-summary', () => {
    const common: ListQuery[] = [
      { currency: 'USD' },
      { currency: 'EUR', ownTransfers: 'exclude' },
      { categoryId: 'none' },
      { categoryId: 'none', ownTransfers: 'only', currency: 'EUR' },
      { minAmount: '1000' },
      { minAmount: '5.5', maxAmount: '999.99', side: 'credit' },
      { q: 'counterparty 3' },
      { q: 'merchant', currency: 'JPY', minAmount: '2' },
      { q: 'no such word' },
      { dateFrom: '2025-03-01', dateTo: '2025-09-30', q: 'merchant 4', ownTransfers: 'exclude' },
    ]
    const statuses: ListQuery[] = [
      { status: ['pending', 'booked'] },
      { status: ['pending', 'booked', 'rejected', 'released', 'canceled'] },
    ]

    async function expectAgreement(): Promise<void> {
      for (const filter of common) {
        for (const status of statuses) {
          const query = { ...filter, ...status }
          const listed = await allOf(client.transactions.all({ ...query, limit: 100 }))
          const { totals, groups, data } = await client.transactions.summarize({ ...query, by: ['category'] })
          const expected = exactSums(listed, ['category'])
          expect(inTextOrder(totals), JSON.stringify(query)).toEqual(inTextOrder(expected.totals))
          expect(inTextOrder(data)).toEqual(inTextOrder(expected.groups))
          expect(groups).toBe(expected.groups.length)
        }
      }
    }

    it('adds up exactly the rows of the list, before and after they are indexed', async () => {
      await expectAgreement()
      await catchUp(service.current.store.db)
      await expectAgreement()
    })
  })
})

const isInternal = ({ type }: Transaction): boolean => type?.startsWith('Internal') ?? false

const isWithin = ({ bookingDate }: Transaction, from: string, to: string): boolean =>
  bookingDate !== null && bookingDate >= from && bookingDate <= to

describeOnBothStores('currency in GET /bills', store => {
  const service = useService(store)

  it('lists exactly the bills in it, with every other filter, and none of a foreign workspace', async () => {
    const owner = company()
    const codes = ['EUR', 'EUR', 'EUR', 'CHF', null]
    const bills = Array.from({ length: 300 }, (_, index) =>
      bill(owner, {
        id: `bill${String(index).padStart(3, '0')}`,
        currency: codes[index % codes.length] ?? null,
        status: index % 3 ? 'paid' : 'approved',
        totalAmount: String(index),
        createdAt: new Date(Date.UTC(2026, 0, 1) - index).toISOString(),
      }),
    )
    const client = await service.current.workspace(workspaceFile({ companies: [owner], bills }))
    const found = async (query: Omit<Query<'listBills'>, 'cursor'>) =>
      idsOf(await allOf(client.bills.all({ ...query, limit: 9 })))
    const francs = bills.filter(({ currency }) => currency === 'CHF')
    expect(await found({ currency: 'CHF' })).toEqual(idsOf(francs))
    expect(await found({ currency: 'CHF', status: ['paid', 'rejected'] })).toEqual(
      idsOf(francs.filter(({ status }) => status === 'paid')),
    )
    expect(await found({ currency: 'EUR', minAmount: '290' })).toEqual(
      idsOf(bills.filter((row, index) => row.currency === 'EUR' && index >= 290)),
    )
    expect(
      await found({ currency: 'CHF', updatedAfter: '1970-01-01T00:00:00Z', companyId: owner.id }),
    ).toEqual(idsOf(francs))
    expect(await found({ currency: 'USD' })).toEqual([])
  })
})

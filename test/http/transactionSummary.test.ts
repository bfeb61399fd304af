import { beforeAll, expect, it } from 'vitest'
import type { FlorinClient } from '../../src/client/index.ts'
import { type SummaryKey, summaryKeys } from '../../src/contract/transactionSummary.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { account, company, smallWorkspace, transaction } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { exactSums, inTextOrder, randomTransactions } from '../support/sums/randomTransactions.ts'

const everyChoice: SummaryKey[][] = Array.from({ length: 2 ** summaryKeys.length - 1 }, (_, number) =>
  summaryKeys.filter((_key, bit) => ((number + 1) >> bit) & 1),
)

const groupsMax = 1_000

describeOnBothStores('GET /transaction-summary', store => {
  const service = useService(store)
  let file: WorkspaceFile
  let rows: Transaction[]
  let client: FlorinClient

  beforeAll(async () => {
    file = randomTransactions(3_000, 'summary')
    rows = file.transactions ?? []
    client = await service.current.workspace(file)
  })

  const booked = () => rows.filter(({ status }) => status === 'booked')

  it.each(everyChoice.map(by => ({ by })))(
    'sums are exact to the last digit, in five currencies, by $by',
    async ({ by }) => {
      const { groups, totals } = exactSums(booked(), by)
      const found = await client.transactions.summarize({ by, limit: groupsMax })
      expect(found.groups).toBe(groups.length)
      expect(inTextOrder(found.totals)).toEqual(inTextOrder(totals))
      const all = inTextOrder(groups)
      if (groups.length <= groupsMax) expect(inTextOrder(found.data)).toEqual(all)
      else expect(inTextOrder(found.data).filter(each => !all.includes(each))).toEqual([])
    },
  )

  it('each filter selects the same rows as in the list', async () => {
    const [first] = booked().filter(({ category, bookingDate }) => category !== null && bookingDate !== null)
    if (first === undefined) throw new Error('There is no such row.')
    const { companyId, accountId } = first
    const filters: [object, (row: Transaction) => boolean][] = [
      [{ companyId }, row => row.companyId === companyId],
      [{ accountId }, row => row.accountId === accountId],
      [{ categoryId: first.category?.id }, row => row.category?.id === first.category?.id],
      [{ side: 'credit' }, row => row.side === 'credit'],
      [{ dateFrom: '2025-05-05' }, row => (row.bookingDate ?? '') >= '2025-05-05'],
      [{ dateTo: '2025-05-05' }, row => row.bookingDate !== null && row.bookingDate <= '2025-05-05'],
      [{ ownTransfers: 'exclude' }, row => !row.type?.startsWith('Internal')],
    ]
    for (const [query, fits] of filters) {
      const { totals } = await client.transactions.summarize(query)
      expect(inTextOrder(totals)).toEqual(inTextOrder(exactSums(booked().filter(fits), []).totals))
    }
    const pending = rows.filter(({ status }) => status === 'pending')
    const { totals } = await client.transactions.summarize({ status: 'pending' })
    expect(inTextOrder(totals)).toEqual(inTextOrder(exactSums(pending, []).totals))
  })

  it('newest month first, then the largest group of each currency; beyond the limit only the totals count', async () => {
    const owner = company()
    const on = account(owner)
    const row = (amount: string, currency: string, bookingDate: string, counterpartyName: string) =>
      transaction(on, { amount, currency, bookingDate, counterpartyName })
    const other: WorkspaceFile = {
      ...smallWorkspace(),
      ...{ companies: [owner], accounts: [on], bills: [], payees: [], categories: [] },
      transactions: [
        row('5', 'EUR', '2026-01-01', 'Small'),
        row('900000', 'USD', '2026-01-02', 'Huge'),
        row('70', 'EUR', '2026-01-03', 'Large'),
        row('1', 'EUR', '2026-02-01', 'New'),
      ],
    }
    const found = await (await service.current.workspace(other)).transactions.summarize({
      by: ['month', 'counterparty'],
      limit: 3,
    })
    expect(found.data.map(({ month, counterparty }) => [month, counterparty])).toEqual([
      ['2026-02', 'New'],
      ['2026-01', 'Large'],
      ['2026-01', 'Huge'],
    ])
    expect(found.groups).toBe(4)
    expect(found.totals).toEqual([
      { currency: 'EUR', count: 3, credit: '0', debit: '76', net: '-76' },
      { currency: 'USD', count: 1, credit: '0', debit: '900000', net: '-900000' },
    ])
  })

  it('rows of a foreign workspace are in no sum, and its company is not found', async () => {
    const foreign = service.current.foreign
    await expect(
      client.transactions.summarize({ companyId: foreign.companies?.[0]?.id }),
    ).rejects.toMatchObject({ status: 404 })
    const none = { data: [], groups: 0, totals: [] }
    expect(await client.transactions.summarize({ accountId: foreign.accounts?.[0]?.id })).toEqual(none)
  })

  it.each([
    ['by=year', 'by'],
    ['by=month,,category', 'by'],
    ['limit=1001', 'limit'],
    ['status=done', 'status'],
    ['dateFrom=2026-02-30', 'dateFrom'],
  ])('%s is a 400 that names %s', async (query, path) => {
    const secret = await service.current.key(file)
    const reply = await service.current.request(`/v1/transaction-summary?${query}`, { secret })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ data: { issues: [{ path }] } })
  })
})

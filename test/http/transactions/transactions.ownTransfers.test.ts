/** Transfers between accounts of the workspace: which transactions are such, in whatever order they come. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { FlorinClient, Query } from '../../../src/client/index.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

const [ibanA, ibanB] = ['DE89370400440532013000', 'FR1420041010050500013M02606']
const foreign = 'DE75512108001245126199'

function group() {
  const [north, south] = [company({ name: 'North' }), company({ name: 'South' })]
  const a = account(north, { name: 'A', iban: ibanA })
  const b = account(south, { name: 'B', iban: ibanB, enabled: false })
  const card = account(north, { name: 'Card', iban: null })
  const own = category({ name: 'Internal transfers', slug: 'internal-transfers', isSystem: true })
  const booked = { status: 'booked', bookingDate: '2026-05-10', amount: '100.00' } as const
  const categorised = { category: { id: own.id, name: own.name, slug: own.slug } }
  return { north, south, a, b, card, own, booked, categorised }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

describeOnBothStores('Own transfers', store => {
  const service = useService(store)

  async function onlyOwn(client: FlorinClient): Promise<string[]> {
    const list = async (query: Query<'listTransactions'>) =>
      ids((await client.transactions.list({ limit: 100, ...query })).data)
    const [only, others] = [await list({ ownTransfers: 'only' }), await list({ ownTransfers: 'exclude' })]
    expect([...only, ...others].sort()).toEqual(await list({}))
    return only
  }

  const ownIn = async (file: WorkspaceFile) => await onlyOwn(await service.current.workspace(file))

  it('are those between IBANs of its accounts, in the category for it, and internal ones without a foreign IBAN', async () => {
    const { north, south, a, b, card, own, booked, categorised } = group()
    const transfers = [
      transaction(a, { ...booked, side: 'debit', counterpartyIban: 'fr14 2004 1010 0505 0001 3M02 606' }),
      transaction(b, { ...booked, side: 'credit', counterpartyIban: ibanA }),
      transaction(a, { ...booked, counterpartyIban: null, type: 'InternalDirectDebit', amount: '7.00' }),
      transaction(card, { ...booked, side: 'credit', counterpartyIban: foreign, ...categorised }),
    ]
    const others = [
      transaction(a, { ...booked, side: 'debit', counterpartyIban: foreign, type: 'InternalCredit' }),
      transaction(a, { ...booked, side: 'debit', counterpartyIban: foreign }),
      // Some banks name the account itself, in fees for example.
      transaction(a, { ...booked, side: 'debit', counterpartyIban: ibanA, type: 'FeeDebit' }),
      transaction(a, { ...booked, side: 'debit', counterpartyIban: null, amount: '8.00' }),
    ]
    const found = await ownIn(
      workspaceFile({
        companies: [north, south],
        accounts: [a, b, card],
        categories: [own],
        transactions: [...transfers, ...others],
      }),
    )
    expect(found).toEqual(ids(transfers))
  })

  it('do not count accounts of other workspaces', async () => {
    const { north, south, a, b, booked } = group()
    const row = transaction(a, { ...booked, side: 'debit', counterpartyIban: ibanB })
    await ownIn(workspaceFile({ companies: [north, south], accounts: [a, b], transactions: [row] }))
    const mine = company()
    const only = account(mine, { iban: ibanA })
    const file = workspaceFile({
      companies: [mine],
      accounts: [only],
      transactions: [transaction(only, { ...booked, side: 'debit', counterpartyIban: ibanB })],
    })
    expect(await ownIn(file)).toEqual([])
  })

  describe('a row without an IBAN', () => {
    function pair() {
      const { north, south, a, b, booked } = group()
      const named = transaction(a, { ...booked, side: 'debit', counterpartyIban: ibanB })
      const unnamed = transaction(b, { ...booked, side: 'credit', bookingDate: '2026-05-13' })
      return { named, unnamed, b, booked, base: { companies: [north, south], accounts: [a, b] } }
    }

    it.each([
      ['its counterpart names its account', {}, true],
      ['the amount differs', { amount: '100.01' }, false],
      ['the direction is the same', { side: 'debit' }, false],
      ['it is four days later', { bookingDate: '2026-05-14' }, false],
      ['it is not booked', { status: 'pending', bookingDate: null }, false],
    ] as const)('counts exactly if both sides fit: %s', async (_, change, counts) => {
      const { named, unnamed, base } = pair()
      const file = workspaceFile({ ...base, transactions: [named, { ...unnamed, ...change }] })
      expect(await ownIn(file)).toEqual(counts ? ids([named, unnamed]) : [named.id])
    })

    it('does not count if another row of its account is the counterpart', async () => {
      const { named, unnamed, base, b, booked } = pair()
      const answer = transaction(b, { ...booked, side: 'credit', counterpartyIban: ibanA })
      const file = workspaceFile({ ...base, transactions: [named, unnamed, answer] })
      expect(await ownIn(file)).toEqual(ids([named, answer]))
    })
  })

  it.each([
    ['named, unnamed, categorised', [0, 1, 2]],
    ['categorised, unnamed, named', [2, 1, 0]],
    ['unnamed, named, categorised', [1, 0, 2]],
  ])('are the same if rows, IBANs and categories come one by one: %s', async (_, order) => {
    const { north, south, a, b, own, booked, categorised } = group()
    const rows = [
      transaction(a, { ...booked, side: 'debit', counterpartyIban: ibanB }),
      transaction(b, { ...booked, side: 'credit' }),
      transaction(a, { ...booked, side: 'debit', amount: '3.00', ...categorised }),
    ]
    const other = { id: own.id, name: own.name, slug: 'transfers' }
    const file = workspaceFile({
      companies: [north, south],
      accounts: [
        { ...a, iban: null },
        { ...b, iban: null },
      ],
      categories: [{ ...own, slug: other.slug }],
    })
    const client = await service.current.workspace(file)
    const add = async (change: Partial<WorkspaceFile>) =>
      await service.current.load({ ...workspaceFile(change), workspace: file.workspace })
    for (const at of order) {
      const row = rows[at] as Transaction
      await add({ transactions: [row.category ? { ...row, category: other } : row] })
    }
    expect(await onlyOwn(client)).toEqual([])
    await add({ accounts: [b] })
    await add({ accounts: [a] })
    await add({ categories: [own] })
    expect(await onlyOwn(client)).toEqual(ids(rows))
    await add({ accounts: [{ ...b, iban: null }] })
    expect(await onlyOwn(client)).toEqual([rows[2]?.id])
  })

  describe('with other filters', () => {
    let client: FlorinClient
    const { north, south, a, b, booked } = group()
    const rows = [
      transaction(a, { ...booked, side: 'debit', counterpartyIban: ibanB }),
      transaction(b, { ...booked, side: 'credit', counterpartyIban: ibanA }),
      transaction(a, { ...booked, side: 'credit', counterpartyIban: foreign, amount: '1.10' }),
    ]
    const oneDay = { dateFrom: '2026-05-10', dateTo: '2026-05-10' }

    beforeAll(async () => {
      client = await service.current.workspace(
        workspaceFile({ companies: [north, south], accounts: [a, b], transactions: rows }),
      )
    })

    it.each<[Query<'listTransactions'>, number[]]>([
      [{ ownTransfers: 'only', accountId: a.id }, [0]],
      [{ ownTransfers: 'only', side: 'credit', status: 'booked' }, [1]],
      [{ ownTransfers: 'exclude', side: 'credit' }, [2]],
      [{ ownTransfers: 'exclude', side: 'debit' }, []],
      [{ ownTransfers: 'only', companyId: north.id, ...oneDay }, [0]],
      [{ ownTransfers: 'only', dateFrom: '2026-05-11' }, []],
    ])('are found: %o', async (query, expected) => {
      const { data } = await client.transactions.list(query)
      expect(data.map(({ id }) => rows.findIndex(row => row.id === id))).toEqual(expected)
    })

    it('are in the sums or not, as asked', async () => {
      const sums = async (ownTransfers: 'include' | 'exclude' | 'only') =>
        (await client.transactions.summarize({ ownTransfers })).totals
      const euros = { currency: 'EUR' }
      expect(await sums('exclude')).toEqual([{ ...euros, count: 1, credit: '1.10', debit: '0', net: '1.10' }])
      expect(await sums('only')).toEqual([
        { ...euros, count: 2, credit: '100.00', debit: '100.00', net: '0.00' },
      ])
      expect(await sums('include')).toMatchObject([{ ...euros, count: 3, net: '1.10' }])
    })

    it('are 400 in a sync, because the mark moves no stamp', async () => {
      const sync = client.transactions.list({ ownTransfers: 'only', updatedAfter: '1970-01-01T00:00:00Z' })
      await expect(sync).rejects.toMatchObject({ status: 400, data: { issues: [{ path: 'ownTransfers' }] } })
    })
  })
})

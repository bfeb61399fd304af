import { describe, expect, it } from 'vitest'
import { type Transaction, transactionSides, transactionTypes } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { cycled, idsOf } from '../lists.ts'

const owner = company()
const on = account(owner)

const withTransactions = (rows: Transaction[], given: Partial<WorkspaceFile> = {}): WorkspaceFile =>
  workspaceFile({ companies: [owner], accounts: [on], transactions: rows, ...given })

describeOnBothStores('GET /transactions', store => {
  const service = useService(store)
  const list = async (rows: Transaction[], given?: Partial<WorkspaceFile>) =>
    await (await service.current.workspace(withTransactions(rows, given))).transactions.list()

  describe('200, the order', () => {
    const [earlier, later] = ['2026-01-01T08:00:00.000Z', '2026-01-01T08:00:00.001Z']
    const row = (id: string, bookingDate: string | null, createdAt = earlier) =>
      transaction(on, { id, bookingDate, createdAt })

    it('is newest booking date first, regardless of creation time and id', async () => {
      const rows = [
        row('a', '2026-03-01', later),
        row('b', '2026-03-03'),
        row('c', '2026-03-02'),
        row('d', '0001-01-01', later),
        row('e', '9999-12-31'),
        row('f', '1969-12-31'),
        row('g', '1970-01-01'),
      ]
      expect(idsOf((await list(rows)).data)).toEqual(['e', 'b', 'c', 'a', 'g', 'f', 'd'])
    })

    it('has rows without a booking date before all others', async () => {
      const rows = [row('a', '9999-12-31', later), row('b', null), row('c', '2026-03-01'), row('d', null)]
      expect(idsOf((await list(rows)).data)).toEqual(['b', 'd', 'a', 'c'])
    })

    it('breaks ties in the booking date by creation time, newest first, to the millisecond', async () => {
      const rows = [
        row('a', '2026-03-01', earlier),
        row('b', '2026-03-01', '1969-12-31T23:59:59.999Z'),
        row('c', '2026-03-01', '9000-12-31T23:59:59.999Z'),
        row('d', '2026-03-01', later),
        row('e', '2026-03-01', '1970-01-01T00:00:00.000Z'),
        row('f', '2026-03-01', '9000-12-31T23:59:59.998Z'),
        row('g', null, earlier),
        row('h', null, later),
      ]
      expect(idsOf((await list(rows)).data)).toEqual(['h', 'g', 'c', 'f', 'd', 'a', 'e', 'b'])
    })

    it('breaks ties in both by the bytes of the id, ascending', async () => {
      // In UTF-16 order 😀 would come before the full-width ｚ; in a language's order a would come before B.
      const sorted = ['B', 'Z', '_', 'a', 'a-', 'a0', 'aB', 'b', 'é', 'ｚ', '😀']
      const shuffled = ['a0', '😀', 'b', 'Z', 'ｚ', 'aB', '_', 'é', 'B', 'a', 'a-']
      const rows = shuffled.map(id => row(id, '2026-03-01'))
      expect(idsOf((await list(rows)).data)).toEqual(sorted)
    })
  })

  describe('200, the rows', () => {
    const label = category()
    const whole = transaction(on, {
      id: 'whole',
      amount: '1249.90',
      currency: 'CHF',
      side: 'credit',
      status: 'released',
      type: 'InternalCredit',
      description: 'SEPA Überweisung 🧾',
      reference: 'RF18 5390 0754 7034',
      counterpartyName: 'Papierwerk "Süd" AG',
      counterpartyIban: 'DE75512108001245126199',
      merchantName: 'Papierwerk',
      bookingDate: '2026-03-31',
      valueDate: '2026-04-01',
      category: { id: label.id, name: label.name, slug: label.slug },
      createdAt: '2026-03-30T23:59:59.999Z',
      updatedAt: '2026-04-02T00:00:00.010Z',
    })
    const bare: Transaction = {
      ...transaction(on, { id: 'bare', status: 'pending' }),
      side: null,
      type: null,
      description: null,
      reference: null,
      counterpartyName: null,
      counterpartyIban: null,
      merchantName: null,
      bookingDate: null,
      valueDate: null,
      category: null,
    }

    it('have every field as loaded, and null for unknown values', async () => {
      expect(await list([whole, bare], { categories: [label] })).toEqual({
        data: [bare, whole],
        nextCursor: null,
      })
    })

    it('have amounts exactly as loaded, with every digit and zero', async () => {
      const amounts = ['10.00', '10', '10.0', '0.1', '0.10', '0', '0.00', '1000000', '0.0000000000000000001']
      const long = ['12345678901234567890123456789012345.6789', '9999999999999999999999999999999999999999']
      const rows = [...amounts, ...long].map(amount => transaction(on, { amount }))
      expect((await list(rows)).data.map(({ amount }) => amount)).toEqual([...amounts, ...long])
    })

    it('have any type and side, or none', async () => {
      const sides = [...transactionSides, null]
      const rows = [...transactionTypes, null].map((type, index) =>
        transaction(on, { type, side: cycled(sides, index) }),
      )
      expect((await list(rows)).data).toEqual(rows)
    })

    it("are only those of the key's workspace, even if another has the same ids", async () => {
      const { foreign } = service.current
      const own = foreign.transactions.map(row => ({ ...row, category: null, description: 'Own' }))
      const same = { companies: foreign.companies, accounts: foreign.accounts }
      expect((await list(own, same)).data).toEqual(own)
      const client = service.current.client(service.current.foreignSecret)
      expect((await client.transactions.list()).data).toEqual(foreign.transactions)
    })

    it('are none for an accountId or categoryId that matches nothing', async () => {
      const file = withTransactions([transaction(on)])
      const client = await service.current.workspace(file)
      const { foreign } = service.current
      const nothing = { data: [], nextCursor: null }
      for (const accountId of ['nobody', foreign.accounts[0]?.id]) {
        expect(await client.transactions.list({ accountId })).toEqual(nothing)
      }
      for (const categoryId of ['nothing', foreign.categories[0]?.id]) {
        expect(await client.transactions.list({ categoryId })).toEqual(nothing)
      }
    })
  })
})

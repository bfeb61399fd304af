/** Lists to work in: totals, files, sorted rows, saved views, and one category for many transactions. */
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../src/contract/transactions.ts'
import { catchUp } from '../../src/main/serve/laterWork.ts'
import { listAudit } from '../../src/store/audit.ts'
import { account, bill, category, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { home } from './access/people.ts'
import { statusAndCode } from './wire.ts'

const headerOf = ({ headers }: { headers: [string, string][] }, wanted: string) =>
  headers.find(([name]) => name === wanted)?.[1]

describeOnBothStores('lists to work in', store => {
  const service = useService(store)

  async function world() {
    const owner = company({ name: 'Nord GmbH' })
    const [euros, francs] = [account(owner, { nickname: 'Giro' }), account(owner, { currency: 'CHF' })]
    const [rent, food] = [category({ name: 'Rent' }), category({ name: 'Food' })]
    const chosen = { id: rent.id, name: rent.name, slug: rent.slug }
    const rows = [
      transaction(euros, {
        amount: '10.10',
        side: 'credit',
        bookingDate: '2026-03-03',
        merchantName: '=cmd()',
      }),
      transaction(euros, { amount: '0.20', side: 'debit', bookingDate: '2026-03-02', category: chosen }),
      transaction(euros, { amount: '7', side: null, bookingDate: '2026-03-01', counterpartyName: 'Ämter' }),
      transaction(francs, {
        amount: '99.99',
        currency: 'CHF',
        side: 'debit',
        bookingDate: null,
        status: 'pending',
      }),
    ]
    const bills = [
      bill(owner, { supplierName: 'B', totalAmount: '5.50', currency: 'EUR', dueDate: '2026-05-01' }),
      bill(owner, { supplierName: 'A', totalAmount: '4.50', currency: 'EUR', dueDate: '2026-04-01' }),
      bill(owner, { supplierName: 'C', totalAmount: null, currency: null, dueDate: null, status: 'paid' }),
    ]
    const at = await home(
      service.current,
      workspaceFile({
        companies: [owner],
        accounts: [euros, francs],
        categories: [rent, food],
        transactions: rows,
        bills,
      }),
    )
    const ada = await at.person('owner', { name: 'Ada' })
    return { at, ada, rows, bills, rent, food, ids: rows.map(({ id }) => id) }
  }
  type World = Awaited<ReturnType<typeof world>>
  const get = async ({ at, ada }: World, path: string) => (await ada.get(at.at(path))).body

  describe('totals', () => {
    it('leave out amounts that did not move in the end, and say how many these are', async () => {
      const owner = company()
      const on = account(owner, { currency: 'EUR' })
      const made = (status: Transaction['status'], amount: string) =>
        transaction(on, { status, amount, currency: 'EUR', side: 'debit', counterpartyName: 'Same' })
      const rows = [
        ...[made('booked', '1.00'), made('pending', '0.20')],
        ...[made('rejected', '50.00'), made('released', '60.00'), made('canceled', '70.00')],
      ]
      const file = workspaceFile({ companies: [owner], accounts: [on], transactions: rows })
      const at = await home(service.current, file)
      const ada = await at.person('member')
      const eur = { currency: 'EUR', count: 5, credit: '0', debit: '1.20', net: '-1.20', undone: 3 }
      for (const prepare of [() => undefined, () => catchUp(service.current.store.db)]) {
        await prepare()
        for (const query of ['', '?q=same'])
          expect((await ada.get(at.at(`/transaction-totals${query}`))).body).toEqual({
            count: 5,
            totals: [eur],
          })
      }
    })

    it('are exact, by currency, for any filter, whether the rows are indexed or not', async () => {
      const here = await world()
      const all = {
        count: 4,
        totals: [
          { currency: 'CHF', count: 1, credit: '0', debit: '99.99', net: '-99.99', undone: 0 },
          { currency: 'EUR', count: 3, credit: '10.10', debit: '0.20', net: '9.90', undone: 0 },
        ],
      }
      for (const prepare of [() => undefined, () => catchUp(service.current.store.db)]) {
        await prepare()
        expect(await get(here, '/transaction-totals')).toEqual(all)
        expect((await get(here, '/transaction-totals?q=amter')).count).toBe(1)
        expect((await get(here, '/transaction-totals?q=--')).count).toBe(0)
        expect((await get(here, '/transaction-totals?minAmount=7&maxAmount=10.1')).count).toBe(2)
        expect((await get(here, '/transaction-totals?categoryId=none&status=booked,pending')).count).toBe(3)
        expect((await get(here, '/transaction-totals?dateFrom=2026-03-02')).count).toBe(2)
        expect(await get(here, '/bill-totals?status=new,paid')).toEqual({
          count: 3,
          totals: [
            { currency: 'EUR', count: 2, total: '10.00' },
            { currency: null, count: 1, total: '0' },
          ],
        })
        expect((await get(here, '/bill-totals?dueTo=2026-04-30')).count).toBe(1)
        expect((await get(here, '/bill-totals?q=4.50')).count).toBe(1)
      }
    })
  })

  describe('rows', () => {
    it('come in other orders if asked for', async () => {
      const here = await world()
      const ids = async (path: string) => (await get(here, path)).data.map(({ id }: { id: string }) => id)
      const [a, b, c, d] = here.ids
      expect(await ids('/transaction-rows')).toEqual([d, a, b, c])
      expect(await ids('/transaction-rows?sort=oldest')).toEqual([c, b, a, d])
      expect(await ids('/transaction-rows?sort=largest')).toEqual([d, a, c, b])
      expect(await ids('/transaction-rows?sort=smallest&status=booked')).toEqual([b, c, a])
      const names = (await get(here, '/bill-rows?sort=name')).data.map(
        (one: { supplierName: string }) => one.supplierName,
      )
      expect(names).toEqual(['A', 'B', 'C'])
      const due = (await get(here, '/bill-rows?sort=due')).data.map(
        (one: { supplierName: string }) => one.supplierName,
      )
      expect(due).toEqual(['A', 'B', 'C'])
    })
  })

  describe('files', () => {
    it('have exactly the filtered rows and the chosen columns, in their order', async () => {
      const { at, ada } = await world()
      const reply = await ada.get(
        at.at('/transaction-export?columns=amount,counterparty,account&status=booked'),
      )
      expect(headerOf(reply, 'content-type')).toBe('text/csv; charset=utf-8')
      expect(headerOf(reply, 'content-disposition')).toContain('transactions-2026-06-01.csv')
      expect(reply.text).toBe(
        "\ufeffAmount,Counterparty,Account\r\n10.10,'=cmd(),Giro\r\n-0.20,,Giro\r\n7,Ämter,Giro\r\n",
      )
      const sorted = await ada.get(at.at('/bill-export?columns=supplier&sort=due&q=a'))
      expect(sorted.text).toBe('\ufeffSupplier\r\nA\r\n')
    })

    it('can be workbooks', async () => {
      const { at, ada } = await world()
      const reply = await ada.get(at.at('/bill-export?format=xlsx'))
      expect(reply.text.slice(0, 2)).toBe('PK')
      expect(headerOf(reply, 'content-disposition')).toContain('.xlsx')
    })

    it('400: a column that does not exist', async () => {
      const { at, ada } = await world()
      expect(statusAndCode(await ada.get(at.at('/bill-export?columns=secret')))).toEqual([400, 'BAD_REQUEST'])
    })
  })

  describe('saved views', () => {
    it('belong to one person, replace their namesake and are gone once deleted', async () => {
      const { at, ada } = await world()
      const bob = await at.person('member', { name: 'Bob' })
      const view = { list: 'bills', name: 'Due', query: 'status=approved', columns: ['supplier', 'total'] }
      const saved = (await ada.post(at.at('/views'), view)).body
      expect(saved).toEqual({ ...view, id: expect.any(String), createdAt: expect.any(String) })
      await ada.post(at.at('/views'), { ...view, query: 'status=paid' })
      const { data } = (await ada.get(at.at('/views'))).body
      expect(data).toEqual([{ ...saved, query: 'status=paid' }])
      expect((await bob.get(at.at('/views'))).body.data).toEqual([])
      expect(statusAndCode(await bob.delete(at.at(`/views/${saved.id}`)))).toEqual([404, 'NOT_FOUND'])
      expect((await ada.delete(at.at(`/views/${saved.id}`))).status).toBe(204)
      expect((await ada.get(at.at('/views'))).body.data).toEqual([])
    })
  })

  describe('one category for many', () => {
    const categories = async (here: World) => {
      const { data } = await get(here, '/v1/transactions')
      return here.ids.map(id => data.find((row: { id: string }) => row.id === id).category?.id ?? null)
    }

    it('is set in one step with one audit record, and undone exactly', async () => {
      const here = await world()
      const { at, ada, rent, food, ids } = here
      const bookkeeper = await at.person('bookkeeper', { name: 'Bo' })
      const run = (
        await bookkeeper.post(at.at('/category-runs'), { ids: ids.slice(0, 3), categoryId: food.id })
      ).body
      expect(run).toEqual({ id: expect.any(String), changed: 3 })
      expect(await categories(here)).toEqual([food.id, food.id, food.id, null])
      // Someone changes one of them in the meantime.
      await ada.patch(at.at(`/transaction-categories/${ids[2]}`), { categoryId: rent.id })
      expect(statusAndCode(await ada.delete(at.at(`/category-runs/${run.id}`)))).toEqual([404, 'NOT_FOUND'])
      expect((await bookkeeper.delete(at.at(`/category-runs/${run.id}`))).body).toEqual({ changed: 2 })
      expect(await categories(here)).toEqual([null, rent.id, rent.id, null])
      const assigned = (await ada.get(at.at(`/transaction-categories/${ids[1]}`))).body
      expect(assigned).toMatchObject({ categoryId: rent.id, source: 'file' })
      const actions = (await listAudit(service.current.store.db, at.workspaceId)).map(({ action }) => action)
      expect(actions.filter(action => action.startsWith('categories'))).toEqual(
        expect.arrayContaining(['categories.chosen', 'categories.restored']),
      )
    })

    it('404: changes nothing if one of them is not in the workspace', async () => {
      const here = await world()
      const { at, ada, food, ids } = here
      const foreign = service.current.foreign.transactions[0]?.id
      const before = await categories(here)
      const reply = await ada.post(at.at('/category-runs'), { ids: [ids[0], foreign], categoryId: food.id })
      expect(statusAndCode(reply)).toEqual([404, 'NOT_FOUND'])
      expect(await categories(here)).toEqual(before)
    })

    it('403: a member', async () => {
      const { at, ids } = await world()
      const bob = await at.person('member')
      const reply = await bob.post(at.at('/category-runs'), { ids, categoryId: null })
      expect(reply.status).toBe(403)
    })
  })
})

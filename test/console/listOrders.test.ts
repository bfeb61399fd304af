/** Lists in other orders, page by page: every row once, in its place, whatever is filtered and however much is indexed. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { seal } from '../../src/domain/sealedFields.ts'
import { catchUp } from '../../src/main/serve/laterWork.ts'
import { indexSlice, listsBehind } from '../../src/store/pages/search/wordIndex.ts'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { home } from './access/people.ts'
import { statusAndCode } from './wire.ts'

const [north, south] = [company({ name: 'North' }), company({ name: 'South' })]
const [giro, savings] = [account(north), account(south)]
/** Few values, so that many rows are equal; 9 and 10 differ as texts and as numbers. */
const amounts = ['0', '9', '9.00', '10', '10.50', '1000000000000000000.01'] as const
const days = ['2026-01-31', '2026-02-01', null] as const
const dues = ['2026-03-01', '2026-02-28', null] as const
const totals = ['-5', '0', null, '9', '10'] as const
const statuses = ['booked', 'pending'] as const
const words = ['alpha', 'beta'] as const
const rowCount = 60
const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value

const file = workspaceFile({
  companies: [north, south],
  accounts: [giro, savings],
  transactions: Array.from({ length: rowCount }, (_, index) =>
    transaction(index % 4 === 0 ? savings : giro, {
      amount: at(amounts, index * 7),
      bookingDate: at(days, index * 5),
      status: at(statuses, index),
      counterpartyName: at(words, Math.floor(index / 3)),
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index % 8)).toISOString(),
    }),
  ),
  bills: Array.from({ length: rowCount }, (_, index) =>
    bill(index % 4 === 0 ? south : north, {
      totalAmount: at(totals, index * 3),
      dueDate: at(dues, index * 5),
      status: index % 3 === 0 ? 'approved' : 'paid',
      supplierName: at(words, Math.floor(index / 3)),
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index % 8)).toISOString(),
    }),
  ),
})

const sorts = {
  transaction: ['oldest', 'largest', 'smallest'],
  bill: ['oldest', 'due', 'largest', 'smallest'],
} as const

type Row = Transaction & Bill

/** What must never decrease from row to row. */
const keys: Record<string, (row: Row) => readonly [number | string, string]> = {
  'transaction oldest': row => [`${row.bookingDate ?? '~'} ${row.createdAt}`, ''],
  'transaction largest': row => [-Number(row.amount), ''],
  'transaction smallest': row => [Number(row.amount), ''],
  'bill oldest': row => [row.createdAt, ''],
  'bill due': row => [row.dueDate ?? '~', row.id],
  'bill largest': row => [-Number(row.totalAmount ?? 0), ''],
  'bill smallest': row => [Number(row.totalAmount ?? 0), row.id],
}

const filters = fc.record(
  {
    q: fc.constantFrom(...words, 'nothing'),
    companyId: fc.constantFrom(north.id, south.id),
    status: fc.constantFrom('first', 'second'),
    minAmount: fc.constantFrom('0', '9.5'),
    maxAmount: fc.constantFrom('9', '10.50'),
  },
  { requiredKeys: [] },
)
const asked = fc.record({
  list: fc.constantFrom('transaction' as const, 'bill' as const),
  sort: fc.nat(3),
  limit: fc.integer({ min: 1, max: 25 }),
  filters,
  indexed: fc.constantFrom('none', 'some', 'all'),
})

describeOnBothStores('lists in other orders', store => {
  const service = useService(store)

  async function world() {
    const place = await home(service.current, file)
    const ada = await place.person('bookkeeper')
    const get = async (path: string) => (await ada.get(place.at(path))).body
    return { place, ada, get }
  }

  async function index(how: string): Promise<void> {
    const { db } = service.current.store
    await db.script('delete from transaction_words; delete from bill_words; delete from search_marks')
    if (how === 'all') await catchUp(db)
    if (how === 'some') for (const one of await listsBehind(db)) await indexSlice(db, one, 20)
  }

  it('have exactly the rows of the list, each once and in its place', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ list, sort: chosen, limit, filters: given, indexed }) => {
        const { get } = await world()
        await index(indexed)
        const sort = at<string>(sorts[list], chosen)
        const words = list === 'bill' ? ['approved', 'paid'] : statuses
        const query = new URLSearchParams({
          ...given,
          ...(given.status && { status: words[given.status === 'first' ? 0 : 1] ?? '' }),
        })
        const found: Row[] = []
        let cursor: string | null = ''
        for (let pages = 0; cursor !== null; pages += 1) {
          expect(pages).toBeLessThan(rowCount + 2)
          const more = cursor === '' ? '' : `&cursor=${cursor}`
          const page = await get(`/${list}-rows?sort=${sort}&limit=${limit}&${query}${more}`)
          expect(page.data.length).toBeLessThanOrEqual(limit)
          found.push(...page.data)
          cursor = page.nextCursor
        }
        const all = (await get(`/${list}-rows?limit=1000&${query}`)).data as Row[]
        expect(found.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
        const key = keys[`${list} ${sort}`] ?? expect.fail('an order without a key')
        for (const [number, row] of found.entries()) {
          const [before, now] = [found[number - 1] ?? row, row].map(key)
          if (before === undefined || now === undefined) continue
          expect(before[0] <= now[0], `${sort}: ${before} before ${now}`).toBe(true)
          if (before[0] === now[0]) expect(before[1] <= now[1]).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('stay in order when a row changes that is not indexed again yet', async () => {
    const { get } = await world()
    await catchUp(service.current.store.db)
    const first = await get('/transaction-rows?sort=largest&limit=5')
    const moved = (await get('/transaction-rows?sort=smallest&limit=1')).data[0] as Transaction
    // Behind the first page, and before the rows that had more until now.
    await service.current.store.db.query(
      `update transactions set amount = '10.25',
         updated_at = (select clock from workspaces where workspace_id = $1) + interval '1 ms'
       where workspace_id = $1 and id = $2`,
      [file.workspace.id, moved.id],
    )
    const rest = await get(`/transaction-rows?sort=largest&limit=1000&cursor=${first.nextCursor}`)
    const amountsAfter = [...first.data, ...rest.data].map((row: Transaction) => Number(row.amount))
    expect(amountsAfter).toEqual([...amountsAfter].sort((a, b) => b - a))
    expect(amountsAfter).toHaveLength(rowCount)
    expect(rest.data.filter(({ id }: Transaction) => id === moved.id)).toMatchObject([{ amount: '10.25' }])
  })

  it('write the same rows in the same order into a file', async () => {
    const { place, ada, get } = await world()
    const rows = (await get('/bill-rows?sort=due&limit=1000')).data as Bill[]
    const reply = await ada.get(place.at('/bill-export?columns=id&sort=due'))
    expect(reply.text).toBe(`\ufeffId\r\n${rows.map(({ id }) => `${id}\r\n`).join('')}`)
  })

  it('400: a cursor of another order, of another workspace, of the list itself, or with an odd value', async () => {
    const { place, ada, get } = await world()
    const { nextCursor } = await get('/transaction-rows?sort=largest&limit=5')
    const own = (await get('/transaction-rows?limit=5')).nextCursor
    const [, fingerprint = ''] = JSON.parse(
      Buffer.from(nextCursor, 'base64url').subarray(8).toString(),
    ) as string[]
    const odd = [['1e9'], ['NaN'], ['9'.repeat(200)], [''], [9], ['1', '2'], []].map(values =>
      seal([1, fingerprint, values, 'txn_1']),
    )
    for (const id of ['', 'a\0', 7]) odd.push(seal([1, fingerprint, ['1'], id]))
    for (const cursor of [own, ...odd, `${nextCursor}A`]) {
      const reply = await ada.get(place.at(`/transaction-rows?sort=largest&cursor=${cursor}`))
      expect(statusAndCode(reply), cursor).toEqual([400, 'BAD_REQUEST'])
    }
    for (const path of [
      `/transaction-rows?sort=smallest&cursor=${nextCursor}`,
      `/transaction-rows?sort=name&cursor=${nextCursor}`,
      `/transaction-rows?cursor=${nextCursor}`,
      `/transaction-rows?sort=largest&status=booked&cursor=${nextCursor}`,
      `/bill-rows?sort=largest&cursor=${nextCursor}`,
    ])
      expect(statusAndCode(await ada.get(place.at(path))), path).toEqual([400, 'BAD_REQUEST'])
    const elsewhere = await home(service.current)
    const eve = await elsewhere.person('owner')
    const foreign = await eve.get(elsewhere.at(`/transaction-rows?sort=largest&cursor=${nextCursor}`))
    expect(statusAndCode(foreign)).toEqual([400, 'BAD_REQUEST'])
  })
})

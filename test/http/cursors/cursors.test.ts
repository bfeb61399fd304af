/** Walks over the paged lists, compared with a model in plain JavaScript. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  type Ask,
  asker,
  billOrder,
  cycled,
  directAsker,
  type Filters,
  idsOf,
  isAskedFor,
  type Page,
  transactionOrder,
  withQuery,
} from '../lists.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'
import {
  anyBillFilters,
  anyBills,
  anyPageSizes,
  anyTransactionFilters,
  anyTransactions,
  giro,
  home,
  respelt,
  runsOverHttp,
} from './randomRows.ts'

type Row = Transaction | Bill

/** How the two lists differ in a walk. */
interface List<Each extends Row> {
  path: '/transactions' | '/bills'
  order(a: Each, b: Each): number
  rows: fc.Arbitrary<Each[]>
  filters: fc.Arbitrary<Filters>
  file(rows: Each[]): WorkspaceFile
}

const transactions: List<Transaction> = {
  path: '/transactions',
  order: transactionOrder,
  rows: anyTransactions,
  filters: anyTransactionFilters,
  file: rows => workspaceFile({ ...home, transactions: rows }),
}
const bills: List<Bill> = {
  path: '/bills',
  order: billOrder,
  rows: anyBills,
  filters: anyBillFilters,
  file: rows => workspaceFile({ ...home, bills: rows }),
}

const pagesMax = 200

/** Every page of one walk. `between` runs after each page except the last, with the number of pages so far. */
async function walk<Each>(
  ask: Ask,
  path: string,
  filters: Filters,
  sizes: readonly number[],
  between: (pages: number) => Promise<void> = async () => {},
): Promise<Each[][]> {
  const pages: Each[][] = []
  for (let cursor: string | null = null; pages.length < pagesMax; ) {
    const query: Filters = { ...filters, limit: String(cycled(sizes, pages.length)) }
    if (query.updatedAfter !== undefined) query.updatedAfter = respelt(query.updatedAfter, pages.length)
    if (cursor !== null) query.cursor = cursor
    const { status, body } = await ask(withQuery(path, query))
    expect(status).toBe(200)
    const page: Page<Each> = body
    pages.push(page.data)
    if (page.nextCursor === null) return pages
    cursor = page.nextCursor
    await between(pages.length)
  }
  throw new Error('The walk has no end')
}

/** What a walk over unchanging rows must return: full pages, and a last one with the rest. */
function inPages<Each>(rows: readonly Each[], sizes: readonly number[]): Each[][] {
  const pages: Each[][] = []
  for (let start = 0; start < rows.length || pages.length === 0; ) {
    const size = cycled(sizes, pages.length)
    pages.push(rows.slice(start, start + size))
    start += size
  }
  return pages
}

describeOnBothStores('A walk', store => {
  const service = useService(store)
  const askAbout = async (file: WorkspaceFile) => {
    await service.current.load(file)
    return directAsker(service.current, await service.current.key(file))
  }

  function describeWalks<Each extends Row>(list: List<Each>): void {
    const anyWalks = fc.array(fc.record({ filters: list.filters, sizes: anyPageSizes }), {
      minLength: 2,
      maxLength: 2,
    })

    it('returns exactly the matching rows in order, for any filters and page sizes', async () => {
      const property = fc.asyncProperty(list.rows, anyWalks, async (rows, walks) => {
        const ask = await askAbout(list.file(rows))
        const sorted = rows.toSorted(list.order)
        for (const { filters, sizes } of [{ filters: {}, sizes: [3] }, ...walks]) {
          const expected = sorted.filter(row => isAskedFor(row, filters))
          expect(await walk(ask, list.path, filters, sizes)).toEqual(inPages(expected, sizes))
        }
      })
      await fc.assert(property, runsOverHttp)
    })

    it('repeats and skips no row when rows arrive before or after its position', async () => {
      // Each row arrives before the walk starts (0) or after this many pages.
      const arrivals = fc.array(fc.constantFrom(0, 0, 1, 2, 3), { minLength: 1, maxLength: 12 })
      const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
      const filters = list.filters.map(({ updatedAfter: _, ...others }) => others)
      const property = fc.asyncProperty(list.rows, arrivals, filters, sizes, async (rows, ...given) => {
        const [when, asked, limits] = given
        const arriving = (pages: number) => rows.filter((_, index) => cycled(when, index) === pages)
        const file = list.file(arriving(0))
        const ask = await askAbout(file)
        const seen = await walk<Each>(ask, list.path, asked, limits, async pages => {
          await service.current.load({ ...list.file(arriving(pages)), workspace: file.workspace })
        })
        const expectedRows = (some: Each[]) => some.filter(row => isAskedFor(row, asked)).sort(list.order)
        const before = new Set(idsOf(arriving(0)))
        expect(idsOf(seen.flat()).filter(id => before.has(id))).toEqual(idsOf(expectedRows(arriving(0))))
        expect(seen.map(idsOf)).toEqual(modelled(arriving, expectedRows, limits))
      })
      await fc.assert(property, runsOverHttp)
    })

    /** Page by page: the rows that exist by then and come after the last one seen. */
    function modelled(
      arriving: (pages: number) => Each[],
      expectedRows: (some: Each[]) => Each[],
      limits: readonly number[],
    ): string[][] {
      const pages: string[][] = []
      const here: Each[] = []
      for (let last: Each | undefined; ; ) {
        here.push(...arriving(pages.length))
        const after = expectedRows(here).filter(row => last === undefined || list.order(row, last) > 0)
        const page = after.slice(0, cycled(limits, pages.length))
        pages.push(idsOf(page))
        if (page.length === after.length) return pages
        last = page.at(-1)
      }
    }
  }

  describe('over transactions', () => describeWalks(transactions))
  describe('over bills', () => describeWalks(bills))

  describe('goes on', () => {
    const rows = Array.from({ length: 9 }, () => transaction(giro, { bookingDate: null }))
    const sorted = rows.toSorted(transactionOrder)
    const rest = { data: sorted.slice(2), nextCursor: null }

    it('with another limit, which is not a filter', async () => {
      const ask = await askAbout(transactions.file(rows))
      const first = await ask('/transactions?limit=2')
      expect(first.body.data).toEqual(sorted.slice(0, 2))
      expect((await ask(`/transactions?cursor=${first.body.nextCursor}`)).body).toEqual(rest)
      expect((await ask(`/transactions?limit=100&cursor=${first.body.nextCursor}`)).body).toEqual(rest)
    })

    it('from the same cursor any number of times', async () => {
      const ask = await askAbout(transactions.file(rows))
      const { nextCursor } = (await ask('/transactions?limit=2')).body
      for (const _ of ['once', 'again']) {
        expect((await ask(`/transactions?cursor=${nextCursor}`)).body).toEqual(rest)
      }
    })

    it('with another key of the workspace', async () => {
      const file = transactions.file(rows)
      const ask = await askAbout(file)
      const { nextCursor } = (await ask('/transactions?limit=2')).body
      const other = asker(service.current, await service.current.key(file, { name: 'Other' }))
      expect((await other(`/transactions?cursor=${nextCursor}`)).body).toEqual(rest)
    })

    it('after a restart and a long time: cursors do not expire', async () => {
      const file = transactions.file(rows)
      await service.current.load(file)
      const secret = await service.current.key(file)
      const { nextCursor } = (await asker(service.current, secret)('/transactions?limit=2')).body
      await withOtherProcess(service.current.store, async db => {
        const tenYearsOn = service.current.nowMs + 10 * 365 * 86_400_000
        const restarted = directApp(db, { clock: () => tenYearsOn })
        const reply = await restarted.ask(`/v1/transactions?cursor=${nextCursor}`, { secret })
        expect(await reply.json()).toEqual(rest)
        await restarted.tidy()
      })
    })
  })
})

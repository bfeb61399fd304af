/** A list with thousands of rows, in a real browser: it grows while one scrolls, and is too long to sort. */
import { describe, expect, it } from 'vitest'
import { sortedRowsMax } from '../../../src/contract/console/lists.ts'
import { transactionColumns } from '../../../src/contract/console/listWords.ts'
import { catchUp } from '../../../src/main/serve/laterWork.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const owner = company({ name: 'Nord GmbH' })
const giro = account(owner, { nickname: 'Giro' })
const rowCount = sortedRowsMax + 3
const rowsADay = 20
const newestDay = Date.UTC(2026, 4, 30)

/** The newest first, as the list shows them. */
const dayOf = (index: number): string =>
  new Date(newestDay - Math.floor(index / rowsADay) * 86_400_000).toISOString().slice(0, 10)

const file = () =>
  workspaceFile({
    companies: [owner],
    accounts: [giro],
    transactions: Array.from({ length: rowCount }, (_, index) =>
      transaction(giro, {
        counterpartyName: `Supplier ${index}`,
        amount: `${1 + (index % rowsADay)}.00`,
        bookingDate: dayOf(index),
        createdAt: new Date(newestDay - index).toISOString(),
      }),
    ),
  })

describe.skipIf(!hasBrowser)('A list of thousands of rows', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit(path: string, width = 1440) {
    const { token } = await (await home(service.current, file())).person('bookkeeper')
    const visitor = await Visitor.open(browser.current, service.current, { token: token ?? '', width })
    const { page } = visitor
    const limits: string[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/transaction-rows')) limits.push(searchParams.get('limit') ?? '')
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { visitor, page, limits }
  }

  it('loads longer and longer pages while one scrolls, and has every row in its place', async () => {
    const { visitor, page, limits } = await visit('/transactions')
    const last = `Supplier ${rowCount - 1}`
    /** The rows on the screen that are not where their name says, and whether the last of all is there. */
    const look = async () => {
      const shown = await page.locator('tr[data-row]').evaluateAll(rows =>
        rows.map(row => ({
          place: Number(row.getAttribute('aria-rowindex')) - 2,
          name: row.querySelector('[data-opens]')?.textContent ?? '',
        })),
      )
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.filter(({ place, name }) => !name.startsWith(`Supplier ${place}`))).toEqual([])
      return shown.some(({ name }) => name.startsWith(last))
    }
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        return await look()
      })
      .toBe(true)
    expect(limits).toEqual(['200', '200', '400', '800', ...Array(4).fill('1000')])
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(rowCount + 1))
    await visitor.close()
  })

  it('is sorted by amount whatever its length, page by page', async () => {
    const { visitor, page, limits } = await visit('/transactions?sort=largest')
    await page.getByText('not indexed for this order yet').waitFor()
    await catchUp(service.current.store.db)
    await page.reload()
    await page.locator('tr[data-row]').first().waitFor()
    const amounts = () =>
      page
        .locator('tr[data-row]')
        .evaluateAll(rows =>
          rows.map(row => Number(/€(\d+)/.exec(row.lastElementChild?.textContent ?? '')?.[1])),
        )
    expect((await amounts()).every(amount => amount === rowsADay)).toBe(true)
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        const shown = await amounts()
        expect(shown).toEqual([...shown].sort((a, b) => b - a))
        return shown.at(-1)
      })
      .toBe(1)
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(rowCount + 1))
    expect(limits.length).toBeGreaterThan(5)
    await visitor.close()
  })

  it('says that it is too long to sort by name and what to do, and is sorted once it is shorter', async () => {
    const { visitor, page } = await visit('/transactions?sort=name')
    await page.getByText('Too many rows to sort').waitFor()
    await page.getByText('Narrow the list with a filter').waitFor()
    expect(await page.locator('tr[data-row]').count()).toBe(0)
    expect(await visitor.violations()).toEqual([])
    await page.getByRole('button', { name: 'Show newest first' }).click()
    await page.getByRole('button', { name: /^Supplier 0\b/ }).waitFor()
    expect(new URL(page.url()).searchParams.has('sort')).toBe(false)

    await page.goto(`/transactions?sort=name&dateFrom=${dayOf(rowsADay)}`)
    const names = page.locator('tr[data-row] [data-opens]')
    await expect.poll(() => names.nth(2).innerText()).toMatch(/^Supplier 2\b/)
    await visitor.close()
  })

  it('asks for the totals of a search after its first rows, and without them if they fail', async () => {
    const { visitor, page } = await visit('/accounts')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
    const rows = '**/transaction-rows?*'
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(rows, async route => {
      await held
      await route.continue()
    })
    const categories = page.waitForResponse('**/v1/categories')
    await page.goto('/transactions?q=supplier')
    await categories
    expect(asked).toContain('transaction-rows')
    expect(asked).not.toContain('transaction-totals')
    release()
    const totals = page.getByRole('status', { name: 'Totals' })
    await totals.getByText(`${rowCount.toLocaleString('en-US')} transactions`).waitFor()
    expect(asked.filter(name => name === 'transaction-totals')).toHaveLength(1)

    await page.unroute(rows)
    await page.route(rows, route => route.abort())
    await page.goto('/transactions?q=supplier%200')
    await totals.getByText('transaction').waitFor()
    expect(await page.locator('tr[data-row]').count()).toBe(0)
    await visitor.close()
  })

  it.each([1440, 820])('scrolls sideways in its own box if it has every column, at %i px', async width => {
    const { visitor, page } = await visit(`/transactions?columns=${transactionColumns.join(',')}`, width)
    const lastHead = page.getByRole('columnheader').last()
    await lastHead.waitFor()
    expect(await visitor.sidewaysPixels()).toBe(0)
    const isInView = () =>
      lastHead.evaluate(
        head => head.getBoundingClientRect().right <= head.ownerDocument.documentElement.clientWidth,
      )
    expect(await isInView()).toBe(false)
    await lastHead.evaluate(head => head.scrollIntoView({ inline: 'end' }))
    expect(await isInView()).toBe(true)
    expect(await visitor.sidewaysPixels()).toBe(0)
    await visitor.close()
  })
})

/** Order, periods, currencies, columns and saved views of a list, with the keyboard alone at each width. */
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, bill, company, transaction, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

const owner = company({ name: 'Nord GmbH' })
const giro = account(owner, { nickname: 'Giro', currency: 'EUR' })

const file = () =>
  workspaceFile({
    companies: [owner],
    accounts: [giro],
    transactions: Array.from({ length: 6 }, (_, index) =>
      transaction(giro, {
        counterpartyName: `Supplier ${index}`,
        reference: `RE-${index}`,
        currency: index === 4 ? 'CHF' : 'EUR',
        amount: `${[3, 1, 5, 0, 4, 2][index]}.50`,
        bookingDate: `2026-05-${30 - index}`,
      }),
    ),
    bills: Array.from({ length: 4 }, (_, index) =>
      bill(owner, {
        supplierName: `Biller ${index}`,
        status: 'approved',
        currency: index === 2 ? 'USD' : 'EUR',
        totalAmount: `${index + 1}.00`,
        dueDate: `2026-05-${20 - index}`,
        createdAt: `2026-05-01T00:00:0${index}.000Z`,
      }),
    ),
  })

describe.skipIf(!hasBrowser)('The order and columns of a list with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function begin(width: number, path: string) {
    const at = await home(service.current, file())
    const { token } = await at.person('bookkeeper')
    const flow = await Flow.begin(browser.current, service.current, { token, width })
    await flow.goTo(path)
    const { page } = flow
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
    const isNow = (name: string, value: string | null | RegExp) =>
      typeof value === 'object' && value !== null
        ? expect.poll(() => parameter(name)).toMatch(value)
        : expect.poll(() => parameter(name)).toBe(value)
    const titles = () =>
      expect.poll(async () =>
        (await page.locator('[data-opens]').allInnerTexts())
          .map(text => text.split('\n')[0]?.at(-1))
          .join(''),
      )
    /** The focus stays on what was changed, so that the next key changes it again. */
    const stays = async (target: Locator) =>
      expect(await target.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)
    return { flow, page, isNow, titles, stays, filters: page.getByRole('region', { name: 'Filters' }) }
  }

  it.each(widths)('orders, periods, a currency, columns and a view of transactions at %i', async width => {
    const { flow, page, isNow, titles, stays, filters } = await begin(width, '/transactions')
    await titles().toBe('012345')
    const order = page.getByLabel('Order')
    await flow.reach(order)
    for (const [sort, expected] of [
      ['oldest', '543210'],
      ['largest', '240513'],
      ['smallest', '315042'],
    ] as const) {
      await page.keyboard.press('ArrowDown')
      await isNow('sort', sort)
      await titles().toBe(expected)
      await stays(order)
    }
    await flow.look('another order')

    await flow.press(/^Filters/)
    const period = filters.getByLabel('Period')
    await flow.reach(period)
    await page.keyboard.press('ArrowDown')
    await isNow('dateFrom', /-01$/)
    await stays(period)
    const thisMonth = new URL(page.url()).searchParams.get('dateFrom')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => new URL(page.url()).searchParams.get('dateFrom')).not.toBe(thisMonth)
    await isNow('dateFrom', /-01$/)
    await flow.look('a period')
    await page.keyboard.press('Home')
    await isNow('dateFrom', null)

    const currency = filters.getByLabel('Currency', { exact: true })
    await flow.reach(currency)
    await page.keyboard.press('ArrowDown')
    await isNow('currency', 'CHF')
    await stays(currency)
    await titles().toBe('4')
    await expect
      .poll(() => page.getByRole('status', { name: 'Totals' }).innerText())
      .toMatch(/^1 transaction\b/)
    await flow.look('one currency')

    const columns = page.getByRole('button', { name: 'Columns' })
    if (width < 600) expect(await columns.isVisible(), 'a phone has one form of rows').toBe(false)
    else {
      await flow.press('Columns')
      const reference = page.getByRole('checkbox', { name: 'Reference' })
      await flow.reach(reference)
      await page.keyboard.press('Space')
      await page.getByRole('columnheader', { name: 'Reference' }).waitFor()
      await stays(reference)
      await flow.look('the columns')
      await page.keyboard.press('Escape')
      await stays(columns)
    }

    await flow.press('Views')
    await flow.type('Name of a new view', 'Francs')
    await page.keyboard.press('Enter')
    await page.getByText('View “Francs” saved').waitFor()
    await flow.look('a saved view')
    await page.keyboard.press('Escape')
    await flow.goTo('/transactions')
    await titles().toBe('012345')
    await flow.press('Views')
    await flow.reach(page.getByRole('link', { name: 'Francs' }))
    await page.keyboard.press('Enter')
    await isNow('currency', 'CHF')
    await isNow('sort', 'smallest')
    if (width >= 600) await page.getByRole('columnheader', { name: 'Reference' }).waitFor()
    await flow.press('Views')
    await flow.press('Delete view Francs')
    await page.getByText('View deleted').waitFor()
    await flow.end()
  })

  it.each(widths)('orders, due dates, a currency and columns of bills at %i', async width => {
    const { flow, page, isNow, titles, stays, filters } = await begin(width, '/bills')
    await titles().toBe('3210')
    const order = page.getByLabel('Order')
    await flow.reach(order)
    await page.keyboard.press('ArrowDown')
    await isNow('sort', 'oldest')
    await titles().toBe('0123')
    await page.keyboard.press('ArrowDown')
    await isNow('sort', 'due')
    await titles().toBe('3210')
    await stays(order)

    await flow.press(/^Filters/)
    const due = filters.getByLabel('Due', { exact: true })
    await flow.reach(due)
    await page.keyboard.press('ArrowDown')
    await isNow('dueTo', /^\d{4}-\d{2}-\d{2}$/)
    await stays(due)
    await flow.look('bills that are overdue')
    await page.keyboard.press('Home')
    await isNow('dueTo', null)
    await flow.reach(filters.getByLabel('Currency', { exact: true }))
    await page.keyboard.press('End')
    await isNow('currency', 'USD')
    await titles().toBe('2')
    await flow.look('bills in one currency')

    if (width >= 600) {
      await flow.press('Columns')
      for (const name of ['Invoice number', 'Reference', 'IBAN', 'VAT', 'Added']) {
        await flow.reach(page.getByRole('checkbox', { name, exact: true }))
        await page.keyboard.press('Space')
        await page.getByRole('columnheader', { name, exact: true }).waitFor()
      }
      await flow.look('many columns')
    }
    await flow.end()
  })
})

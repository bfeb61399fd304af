/** List filters: in the URL, in the controls, as chips, and in the API query. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, bill, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, openFilters, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The filters of a list', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit() {
    const [north, south] = [
      company({ name: 'Nord GmbH', tradingName: 'Nord' }),
      company({ name: 'Sud GmbH', tradingName: 'Sud' }),
    ]
    const [main, other] = [account(north, { nickname: 'Main' }), account(south, { nickname: 'Other' })]
    const food = category({ name: 'Food' })
    const file = workspaceFile({
      companies: [north, south],
      accounts: [main, other],
      categories: [food],
      transactions: [transaction(main), transaction(other)],
      bills: [bill(north), bill(south)],
    })
    const own = await home(service.current, file)
    const owner = await own.person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const { page } = visitor
    const asked: string[] = []
    page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      if (/\/(transaction-rows|bill-rows|audit)$/.test(pathname) && pathname.startsWith('/console/'))
        asked.push(search)
    })
    return { visitor, page, asked, north, south, main, other, food, owner }
  }

  const control = (page: Page, label: string) =>
    page.getByRole('region', { name: 'Filters' }).getByLabel(label, { exact: true })

  const chips = (page: Page) => page.getByRole('button', { name: /^Remove filter/ }).allTextContents()

  const parametersOf = (search: string | undefined) => Object.fromEntries(new URLSearchParams(search))

  it('come from the URL, and controls, chips and API query agree with it', async () => {
    const { visitor, page, asked, north, main, food } = await visit()
    const filters = {
      companyId: north.id,
      accountId: main.id,
      categoryId: food.id,
      status: 'booked',
      side: 'debit',
      dateFrom: '2026-01-01',
      dateTo: '2026-12-31',
      updatedAfter: '2026-01-02T03:04:00.000Z',
    }
    await page.goto(`/transactions?${new URLSearchParams(filters)}`)
    await page.getByRole('button', { name: 'Remove filter Company: Nord' }).waitFor()
    await visitor.settled()
    expect(parametersOf(asked.at(-1))).toEqual({ ...filters, limit: '200', sort: 'newest' })
    await openFilters(page)
    expect(await chips(page)).toEqual([
      'Company: Nord',
      'Account: Main',
      'Category: Food',
      'Status: Booked',
      'Direction: Money out',
      'Booked from: 1 Jan 2026',
      'Booked to: 31 Dec 2026',
      'Updated after: 2 Jan 2026, 03:04',
    ])
    const values = ['Company', 'Account', 'Category', 'Direction', 'Booked from', 'Booked to']
    const shown = await Promise.all(values.map(label => control(page, label).inputValue()))
    const { status: _, updatedAfter: __, ...plain } = filters
    expect(shown).toEqual(Object.values(plain))
    await control(page, 'Status: Booked').waitFor()
    expect(await control(page, 'Updated after').inputValue()).toBe('2026-01-02T03:04')
    expect(await control(page, 'Booked from').getAttribute('max')).toBe('2026-12-31')
    expect(await control(page, 'Booked to').getAttribute('min')).toBe('2026-01-01')
    await visitor.close()
  })

  it('can be set, removed and cleared, and the back button undoes each step', async () => {
    const { visitor, page, asked, south } = await visit()
    await page.goto('/bills')
    await openFilters(page)
    await control(page, 'Company').selectOption('Sud GmbH')
    await control(page, 'Status: Any').click()
    await page.getByRole('checkbox', { name: 'Pending approval' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => parametersOf(asked.at(-1)).status).toBe('pending_approval')
    expect(parametersOf(new URL(page.url()).search)).toEqual({
      companyId: south.id,
      status: 'pending_approval',
    })
    await page.getByRole('button', { name: 'Remove filter Status: Pending approval' }).click()
    await expect.poll(() => chips(page)).toEqual(['Company: Sud'])
    await page.goBack()
    await expect.poll(() => chips(page)).toEqual(['Company: Sud', 'Status: Pending approval'])
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => chips(page)).toEqual([])
    expect(new URL(page.url()).search).toBe('')
    await visitor.close()
  })

  it('drop the account when another company is chosen, and keep it for its own company', async () => {
    const { visitor, page, north, south, main } = await visit()
    await page.goto('/transactions')
    await openFilters(page)
    await control(page, 'Account').selectOption('Main · EUR')
    await control(page, 'Company').selectOption('Nord GmbH')
    await expect
      .poll(() => parametersOf(new URL(page.url()).search))
      .toEqual({ accountId: main.id, companyId: north.id })
    expect(await control(page, 'Account').locator('option').allTextContents()).toEqual([
      'All accounts',
      'Main · EUR',
    ])
    await control(page, 'Company').selectOption('Sud GmbH')
    await expect.poll(() => parametersOf(new URL(page.url()).search)).toEqual({ companyId: south.id })
    await visitor.close()
  })

  it('mark the controls whose values the service rejects', async () => {
    const { visitor, page } = await visit()
    await page.goto('/transactions?status=nonsense&dateFrom=soon')
    await page
      .getByText(/must be one of pending, booked/)
      .first()
      .waitFor()
    expect(await control(page, 'Booked from').getAttribute('aria-invalid')).toBe('true')
    expect(await chips(page)).toEqual(['Status: nonsense', 'Booked from: soon'])
    await visitor.close()
  })

  it('drop the person in the audit log when only keys are selected', async () => {
    const { visitor, page, owner } = await visit()
    await page.goto(`/settings/audit?actorKind=person&actorId=${owner.id}`)
    await page.getByRole('button', { name: `Remove filter Actor: ${owner.name}` }).waitFor()
    await openFilters(page)
    await control(page, 'Actor type').selectOption('API key')
    await expect.poll(() => parametersOf(new URL(page.url()).search)).toEqual({ actorKind: 'key' })
    await page.getByText('No matching records').waitFor()
    await visitor.close()
  })
})

/** The lists that people work in, in a real browser: search, filters, order, columns, views, files, many categories. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import {
  account,
  bill,
  category,
  company,
  payee,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const [north, south] = [company({ name: 'Nord GmbH' }), company({ name: 'Süd GmbH' })]
const [giro, till] = [account(north, { nickname: 'Giro' }), account(south, { nickname: 'Till' })]
const [food, rent] = [category({ name: 'Food', color: '#228855' }), category({ name: 'Rent' })]

const file = () =>
  workspaceFile({
    companies: [north, south],
    accounts: [giro, till],
    categories: [food, rent],
    transactions: [
      ...Array.from({ length: 30 }, (_, index) =>
        transaction(index % 2 ? giro : till, {
          counterpartyName: index === 7 ? 'Café Müller' : `Supplier ${index}`,
          reference: `RE-${1000 + index}`,
          amount: `${index + 1}.50`,
          side: index % 3 ? 'debit' : 'credit',
          bookingDate: `2026-05-${String(30 - index).padStart(2, '0')}`,
          category: index === 3 ? { id: rent.id, name: rent.name, slug: rent.slug } : null,
        }),
      ),
      ...Array.from({ length: 3 }, () => transaction(giro, { status: 'pending', bookingDate: null })),
    ],
    bills: [
      bill(north, {
        supplierName: 'Büro AG',
        status: 'approved',
        totalAmount: '10.00',
        dueDate: '2026-05-20',
      }),
      bill(south, { supplierName: 'Alpha', status: 'paid', totalAmount: '20.00', dueDate: '2026-05-01' }),
      bill(south, { supplierName: null, status: 'processing' }),
    ],
    payees: [payee(north, { name: 'Landlord' })],
  })

describe.skipIf(!hasBrowser)('The lists to work in', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit(
    options: { width?: number; dark?: boolean; role?: 'owner' | 'bookkeeper' | 'member' } = {},
  ) {
    const at = await home(service.current, file())
    const person = await at.person(options.role ?? 'bookkeeper')
    const { width = 1440, dark = false } = options
    const visitor = await Visitor.open(browser.current, service.current, {
      token: person.token ?? '',
      width,
      dark,
    })
    return { at, person, visitor, page: visitor.page }
  }

  const totals = (page: Page) => page.getByRole('status', { name: 'Totals' })
  const rows = (page: Page) => page.locator('tbody tr')
  const titles = async (page: Page) =>
    (await page.locator('[data-opens]').allInnerTexts()).map(text => text.split('\n')[0])

  it('search, totals, order and columns are in the URL and agree with each other', async () => {
    const { visitor, page } = await visit()
    await page.goto('/transactions')
    await expect.poll(() => totals(page).innerText()).toMatch(/^30 transactions/)
    // Rows that are not booked yet are one press away.
    await page.getByText('3 transactions are not booked yet').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => totals(page).innerText()).toMatch(/^33 transactions/)
    await page.getByRole('button', { name: 'Hide' }).click()

    await page.getByRole('searchbox').fill('cafe muller')
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => totals(page).innerText()).toMatch(/^1 transaction\b.*Out €8\.50/s)
    expect(page.url()).toContain('q=cafe+muller')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')

    await page.getByLabel('Order').selectOption('largest')
    await expect.poll(async () => (await titles(page))[0]).toBe('Supplier 29')

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Reference' }).check()
    await page.getByRole('columnheader', { name: 'Reference' }).waitFor()
    expect(page.url()).toContain('columns=')
    await visitor.close()
  })

  it('several statuses, amounts and periods narrow the list', async () => {
    const { visitor, page } = await visit()
    await page.goto('/transactions')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('region', { name: 'Filters' })
    await filters.getByLabel('Amount from').fill('20,5')
    await page.keyboard.press('Enter')
    await expect.poll(() => totals(page).innerText()).toMatch(/^11 transactions/)
    await filters.getByLabel('Category', { exact: true }).selectOption({ label: 'No category' })
    await expect.poll(() => page.url()).toContain('categoryId=none')
    await filters.getByRole('button', { name: 'Status: Any' }).click()
    await filters.getByRole('checkbox', { name: 'Pending' }).check()
    await filters.getByRole('checkbox', { name: 'Booked' }).check()
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('pending,booked')
    await page.keyboard.press('Escape')
    await filters.getByLabel('Period').selectOption('Last year')
    await expect.poll(() => new URL(page.url()).searchParams.get('dateTo')).toMatch(/-12-31$/)
    await visitor.close()
  })

  it('one category for many is set at once and undone from the message', async () => {
    const { visitor, page } = await visit()
    await page.goto('/transactions')
    await page.getByRole('checkbox', { name: 'Select Supplier 0' }).check()
    await page.getByRole('checkbox', { name: 'Select Supplier 3' }).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select Supplier 0' }).uncheck()
    const bar = page.getByRole('region', { name: 'Selected transactions' })
    // 4.50 in, 2.50 and 3.50 out.
    expect(await bar.getByRole('status').innerText()).toBe('3 selected · −€1.50')
    await page.getByRole('checkbox', { name: 'Select Supplier 0' }).check()
    await page.getByLabel('Category for all selected').selectOption({ label: 'Food' })
    await page.getByRole('button', { name: 'Set category' }).click()
    await page.getByText('4 transactions changed to Food').waitFor()
    const cell = (name: string) => page.getByRole('button', { name: `Category of ${name}` })
    expect(await cell('Supplier 3').innerText()).toBe('Food')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: 4 transactions changed back').waitFor()
    expect(await cell('Supplier 3').innerText()).toBe('Rent')
    await visitor.close()
  })

  it('the keyboard alone moves between rows, selects them and chooses categories', async () => {
    const { visitor, page } = await visit()
    await page.goto('/transactions')
    await page.getByRole('button', { name: /^Supplier 0/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'Category of Supplier 1' }).waitFor()
    await page.keyboard.press('F')
    await page.keyboard.press('Enter')
    await page.getByText('Category changed to Food').waitFor()
    // The focus is on the row again, and the list has kept its place.
    expect(await page.evaluate('document.activeElement?.textContent')).toContain('Supplier 1')
    await visitor.close()
  })

  it('people who may only look have no boxes and no choice', async () => {
    const { visitor, page } = await visit({ role: 'member' })
    await page.goto('/transactions')
    await rows(page).first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Category of/ }).count()).toBe(0)
    await visitor.close()
  })

  it('views are saved, opened and deleted; files have what is shown', async () => {
    const { visitor, page } = await visit()
    await page.goto('/bills?status=approved,paid&sort=due')
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'Büro AG'])
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of a new view').fill('To look at')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('View “To look at” saved').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV file' }).click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString().split('\r\n')
    expect(lines.map(line => line.split(',')[0])).toEqual(['\ufeffSupplier', 'Alpha', 'Büro AG', ''])

    await page.goto('/bills')
    await page.getByText('1 document is not read yet').waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: 'To look at' }).click()
    await expect.poll(() => page.url()).toContain('sort=due')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Delete view To look at' }).click()
    await page.getByText('View deleted').waitFor()
    await visitor.close()
  })

  it('the palette finds pages, rows and payees by keyboard', async () => {
    const { visitor, page } = await visit()
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search everything' })
    await box.fill('muller')
    await page.getByRole('option', { name: /Café Müller/ }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('/transactions?transaction=')
    await page.getByRole('heading', { name: 'Café Müller' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await box.fill('landl')
    await page.getByRole('option', { name: /Landlord/ }).waitFor()
    await box.fill('bills')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/bills')
    await visitor.close()
  })

  it.each([
    [1440, 'in both themes'],
    [820, 'in light'],
    [390, 'in both themes'],
  ])(
    'have no axe violations and no overflow, with every menu open, at %i pixels %s',
    async (width, themes) => {
      const { visitor, page } = await visit({ width })
      const found: string[] = []
      const check = async (where: string) => {
        const inDark = themes === 'in both themes' ? await visitor.violationsInDark() : []
        for (const each of [...(await visitor.violations()), ...inDark]) found.push(`${where}: ${each}`)
        const sideways = await visitor.sidewaysPixels()
        if (sideways !== 0) found.push(`${where}: overflows by ${sideways} pixels`)
      }
      for (const [name, few] of [
        ['transactions', 'Müller'],
        ['bills', 'Alpha'],
      ] as const) {
        await page.goto(`/${name}`)
        await rows(page).first().waitFor()
        await check(name)
        // Each row takes axe longer, and the menus are the same over one row.
        await page.goto(`/${name}?q=${few}`)
        await expect.poll(() => rows(page).count()).toBe(1)
        await page.getByRole('button', { name: /^Filters/ }).click()
        await check(`${name}-filters`)
        await page.getByRole('button', { name: /^Filters/ }).click()
        for (const menu of width < 600 ? ['Views', 'Export'] : ['Columns', 'Views', 'Export']) {
          await page.getByRole('button', { name: menu }).click()
          await check(`${name}-${menu}`)
          await page.keyboard.press('Escape')
        }
        if (width < 900) continue
        await page.getByRole('button', { name: 'API', exact: true }).click()
        await check(`${name}-API`)
        await page.keyboard.press('Escape')
      }
      await page.goto('/transactions?q=Müller')
      await page.getByRole('checkbox', { name: 'Select Café Müller', exact: true }).check()
      await check('selected')
      await page.keyboard.press('Control+k')
      await check('palette')
      expect(found).toEqual([])
      await visitor.close()
    },
  )
})

/** The work in a list, with the keyboard alone at each width. */
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, category, company, transaction, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

const owner = company({ name: 'Nord GmbH' })
const giro = account(owner, { nickname: 'Giro' })
const [food, rent] = [category({ name: 'Food', color: '#228855' }), category({ name: 'Rent' })]

const file = () =>
  workspaceFile({
    companies: [owner],
    accounts: [giro],
    categories: [food, rent],
    transactions: Array.from({ length: 12 }, (_, index) =>
      transaction(giro, {
        counterpartyName: index === 7 ? 'Café Müller' : `Supplier ${index}`,
        amount: `${index + 1}.50`,
        side: index % 3 ? 'debit' : 'credit',
        bookingDate: `2026-05-${String(30 - index).padStart(2, '0')}`,
      }),
    ),
  })

describe.skipIf(!hasBrowser)('A list with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  it.each(widths)('search, filter, sort, save a view, export and categorise at %i', async width => {
    const at = await home(service.current, file())
    const { token } = await at.person('bookkeeper')
    const flow = await Flow.begin(browser.current, service.current, { token, width })
    const { page } = flow
    const totals = page.getByRole('status', { name: 'Totals' })
    await flow.goTo('/transactions')
    await flow.look('the list')
    await flow.reach(page.getByRole('searchbox'))
    await page.keyboard.insertText('cafe muller')
    await expect.poll(() => totals.innerText()).toMatch(/^1 transaction\b/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect.poll(() => totals.innerText()).toMatch(/^12 transactions/)

    await flow.press(/^Filters/)
    const filters = page.getByRole('region', { name: 'Filters' })
    await flow.type('Amount from', '9', filters)
    await page.keyboard.press('Enter')
    await expect.poll(() => totals.innerText()).toMatch(/^4 transactions/)
    await flow.press(/^Status: /, filters)
    await flow.reach(filters.getByRole('checkbox', { name: 'Booked' }))
    await page.keyboard.press('Space')
    await expect.poll(() => page.url()).toContain('status=booked')
    await flow.look('the filters with several statuses')
    await page.keyboard.press('Escape')
    await flow.reach(filters.getByLabel('Category', { exact: true }))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.url()).toContain('categoryId=none')

    await flow.press(/^Views/)
    await flow.type('Name of a new view', 'Large')
    await flow.look('saving a view')
    await page.keyboard.press('Enter')
    await page.getByText('View “Large” saved').waitFor()
    await page.keyboard.press('Escape')
    await flow.press(/^Export/)
    await page.getByRole('link', { name: 'CSV file' }).waitFor()
    await flow.look('the export')
    await flow.reach(page.getByRole('link', { name: 'CSV file' }))
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    await flow.goTo('/transactions')
    await flow.reach(page.getByRole('button', { name: /^Supplier 0/ }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await flow.look('two rows selected')
    await flow.reach(page.getByLabel('Category for all selected'))
    await page.keyboard.type('Food')
    await flow.press('Set category')
    await page.getByText('2 transactions changed to Food').waitFor()
    await flow.goTo('/transactions')
    await flow.reach(page.getByRole('button', { name: /^Supplier 0/ }))
    // Where there is no room for the column, the drawer has the category.
    const inRow = width > 900
    await page.keyboard.press(inRow ? 'c' : 'Enter')
    const choice = inRow
      ? page.getByRole('combobox', { name: 'Category of Supplier 0' })
      : page.getByRole('dialog').getByRole('combobox').first()
    await flow.reach(choice)
    await flow.look('choosing a category')
    await page.keyboard.press('F')
    if (inRow) await page.keyboard.press('Enter')
    await page.getByText('Category changed to Food').waitFor()
    if (inRow) await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await flow.look('the transaction')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('muller')
    await page.getByRole('option', { name: /Café Müller/ }).waitFor()
    await flow.look('search over everything')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('/transactions?transaction=')
    await flow.end()
  })
})

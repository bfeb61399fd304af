/** What pages show while the service is away, and how they come back. */
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, company, transaction, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles, Visitor } from '../../visitor.ts'

describe.skipIf(!hasBrowser)('While the service is away', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit() {
    const owner = company()
    const giro = account(owner)
    const transactions = [
      transaction(giro, { counterpartyName: 'Hotel Seestern', amount: '12.00' }),
      transaction(giro, { counterpartyName: 'Tankhof', amount: '70.00' }),
    ]
    const file = workspaceFile({ companies: [owner], accounts: [giro], transactions })
    const ada = await (await home(service.current, file)).person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: ada.token ?? '' })
    await visitor.page.goto('/transactions')
    await visitor.settled()
    return { visitor, page: visitor.page }
  }

  it('a list shows no sums of other filters, and loads again by itself', async () => {
    const { visitor, page } = await visit()
    const totals = page.getByRole('status', { name: 'Totals' })
    await totals.getByText('2 transactions').waitFor()
    await visitor.context.setOffline(true)
    await page.getByRole('searchbox').fill('hotel')
    await page.getByText('The service could not be reached.', { exact: false }).waitFor()
    await expect.poll(() => totals.innerText()).toBe('')
    await visitor.context.setOffline(false)
    await page.getByRole('button', { name: /^Hotel Seestern/ }).waitFor()
    await totals.getByText('1 transaction', { exact: false }).waitFor()
    await visitor.close()
  })

  it('a page that is not loaded yet says so, stays in the console, and opens by itself', async () => {
    const { visitor, page } = await visit()
    await visitor.context.setOffline(true)
    await page.getByRole('link', { name: 'Payees', exact: true }).click()
    await page.getByText('This page could not be shown').waitFor()
    await page.getByText('The service could not be reached.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('navigation').first().waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { name: 'Payees', level: 1 }).waitFor()
    // React logs the error, which is expected here.
    await visitor.context.close()
  })
})

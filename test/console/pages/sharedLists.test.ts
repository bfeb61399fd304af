/** Companies, accounts and categories are loaded once per workspace, and reloaded when they have changed. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home, join } from '../access/people.ts'
import { camtFile, imported } from '../imports/bankFiles.ts'
import { consoleFiles, openFilters, Visitor } from '../visitor.ts'

/** The account holder in the sample statement. */
const ownerInCamt = 'Blaue Werft GmbH'

const sharedPath = /\/v1\/(companies|accounts|categories)(\?|$)/

describe.skipIf(!hasBrowser)('Lists shared by pages', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  /** Two companies, so that pages offer a choice, with an account and a transaction. */
  function sample(name: string): WorkspaceFile {
    const [first, second] = [company({ name: `${name} One` }), company({ name: `${name} Two` })]
    const on = account(first, { nickname: `${name} account` })
    return workspaceFile({
      companies: [first, second],
      accounts: [on],
      categories: [category({ name: `${name} category` })],
      transactions: [transaction(on)],
    })
  }

  async function visit(file = sample('Nord')) {
    const own = await home(service.current, file)
    const owner = await own.person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    const asked: string[] = []
    visitor.page.on('request', request => {
      const list = sharedPath.exec(request.url())?.[1]
      if (list) asked.push(list)
    })
    return { own, owner, visitor, page: visitor.page, asked }
  }

  async function open(visitor: Visitor, title: string): Promise<void> {
    const { page } = visitor
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await visitor.settled()
  }

  const optionsOf = async (page: Page, label: string) => {
    await openFilters(page)
    return await page.getByRole('main').getByLabel(label, { exact: true }).locator('option').allTextContents()
  }

  it('are requested once for all pages', async () => {
    const { visitor, page, asked } = await visit()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await visitor.settled()
    expect(asked).toEqual(['companies'])
    for (const title of ['Transactions', 'Bills', 'Payees', 'Imports', 'Rules', 'Overview', 'Transactions']) {
      await open(visitor, title)
    }
    expect(asked.sort()).toEqual(['accounts', 'categories', 'companies'])
    expect(await optionsOf(page, 'Company')).toEqual(['All companies', 'Nord One', 'Nord Two'])
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts', 'Nord account · EUR'])
    expect(await optionsOf(page, 'Category')).toContain('Nord category')
    await page.getByRole('row', { name: /Nord account/ }).waitFor()
    await visitor.close()
  })

  it('show an account created by an import until the import is undone', async () => {
    const { visitor, page, asked } = await visit(workspaceFile({ companies: [company()] }))
    await page.goto('/transactions')
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
    await visitor.settled()
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts'])

    await open(visitor, 'Imports')
    const buffer = Buffer.from(camtFile())
    await page.getByLabel('Choose files').setInputFiles({ name: 'march.xml', mimeType: '', buffer })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Added 1 new transaction.').waitFor()
    await open(visitor, 'Transactions')
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts', `${ownerInCamt} · EUR`])

    await open(visitor, 'Imports')
    await page.getByRole('row', { name: /march\.xml/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    const confirm = page.getByRole('dialog', { name: 'Undo march.xml?', exact: true })
    await confirm.getByRole('button', { name: 'Undo import' }).click()
    await confirm.waitFor({ state: 'hidden' })
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await open(visitor, 'Transactions')
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts'])
    expect(asked.filter(list => list === 'accounts')).toHaveLength(3)
    expect(asked.filter(list => list !== 'accounts').sort()).toEqual(['categories', 'companies'])
    await visitor.close()
  })

  it('are reloaded if a row refers to an account that somebody else added', async () => {
    const { own, visitor, page, asked } = await visit(workspaceFile({ companies: [company()] }))
    await page.goto('/transactions')
    await page.getByText('No transactions yet').waitFor()
    await visitor.settled()
    await imported(service.current, own.workspaceId)
    await open(visitor, 'Bills')
    await open(visitor, 'Transactions')
    await page.getByRole('row', { name: new RegExp(ownerInCamt) }).waitFor()
    expect(asked.filter(list => list === 'accounts')).toHaveLength(2)
    expect(asked.filter(list => list !== 'accounts').sort()).toEqual(['categories', 'companies'])
    await visitor.close()
  })

  it('never show rows of another workspace, even if its response arrives late', async () => {
    const { own, owner, visitor, page } = await visit(sample('Nord'))
    const other = await home(service.current, sample('Sud'))
    await join(service.current, other.workspaceId, owner, 'owner')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const late = `**/workspaces/${own.workspaceId}/v1/companies*`
    await page.route(late, async route => {
      await held
      // The page may already have cancelled the request.
      await route.continue().catch(() => undefined)
    })
    await page.goto(`/transactions?workspace=${own.workspaceId}`)
    await page.getByRole('row', { name: /Nord account/ }).waitFor()
    await page.getByRole('button', { name: /^Workspace:/ }).click()
    await page
      .getByRole('list', { name: 'Workspaces' })
      .getByRole('button', { name: new RegExp(other.file.workspace.name) })
      .last()
      .click()
    await page.getByRole('row', { name: /Sud account/ }).waitFor()
    const companies = ['All companies', 'Sud One', 'Sud Two']
    await expect.poll(() => optionsOf(page, 'Company')).toEqual(companies)
    release()
    await visitor.settled()
    expect(await optionsOf(page, 'Company')).toEqual(companies)
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts', 'Sud account · EUR'])
    expect(await page.getByText('Nord', { exact: false }).count()).toBe(0)
    await visitor.close()
  })

  it('show why they could not be loaded, and are requested again by the next page', async () => {
    const { visitor, page } = await visit()
    await page.route('**/v1/accounts*', route =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_ERROR', message: 'It failed.', status: 500, defined: false },
      }),
    )
    await page.goto('/transactions')
    await page.getByText('It failed.').waitFor()
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts'])
    await page.unroute('**/v1/accounts*')
    await open(visitor, 'Bills')
    await open(visitor, 'Transactions')
    expect(await optionsOf(page, 'Account')).toEqual(['All accounts', 'Nord account · EUR'])
    expect(await page.getByText('It failed.').count()).toBe(0)
    await visitor.close()
  })
})

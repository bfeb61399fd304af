/** Tables of banks on the Imports page: every question has its field, next to the entries as they are read. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, company, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { importerOf } from '../../imports/importer.ts'
import { consoleFiles, Visitor } from '../../visitor.ts'

describe.skipIf(!hasBrowser)('A table on the Imports page', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit(width?: number) {
    const owner = company()
    const accounts = [
      account(owner, { nickname: 'Giro', currency: 'EUR' }),
      account(owner, { nickname: 'Franken', currency: 'CHF' }),
    ]
    const own = await home(service.current, workspaceFile({ companies: [owner], accounts }))
    const ada = await own.person('bookkeeper')
    const options = { token: ada.token ?? '', ...(width && { width }) }
    const visitor = await Visitor.open(browser.current, service.current, options)
    await visitor.page.goto('/imports')
    await visitor.settled()
    return { visitor, page: visitor.page, ...importerOf(own, ada) }
  }

  async function choose(page: Page, name: string, content: string) {
    await page.getByLabel('Choose files').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
    const card = page.getByRole('region', { name, exact: true })
    await card.getByText('Check how this table is read').waitFor()
    const onAccount = async (nickname: string) => {
      const select = card.getByLabel('Account', { exact: true })
      const option = select.locator('option', { hasText: nickname })
      await select.selectOption((await option.getAttribute('value')) ?? '')
    }
    return { card, onAccount, confirm: card.getByRole('button', { name: 'Confirm and preview' }) }
  }

  it('has each question at its field, and folds what nobody asked', async () => {
    const { visitor, page } = await visit()
    const csv = 'Datum;Text;Betrag (Cent)\n02.10.2026;Strom;-48610\n05.10.2026;Order 28;128045\n'
    const { card, onAccount } = await choose(page, 'cents.csv', csv)
    const amounts = card.getByLabel('Amounts', { exact: true })
    expect(await describedBy(page, amounts)).toBe('The column name says cents; is "-48610" 486.10, in cents?')
    expect(await describedBy(page, card.getByLabel('Currency of all entries'))).toContain('which one is it?')
    expect(await card.getByLabel('Encoding').isVisible()).toBe(false)
    await card.getByRole('row', { name: /2 Oct 2026 −486\.10/ }).waitFor()
    await amounts.selectOption('major')
    await card.getByLabel('Currency of all entries').fill('EUR')
    await card.getByRole('row', { name: /2 Oct 2026 −€48,610\.00/ }).waitFor()
    expect(await visitor.violations()).toEqual([])
    // The currency of the account is proposed.
    await onAccount('Giro')
    await card.getByRole('row', { name: /2 Oct 2026 −€486\.10/ }).waitFor()
    expect(await card.getByLabel('Currency of all entries').inputValue()).toBe('EUR')
    await visitor.close()
  })

  it('has questions about one or two columns at these columns', async () => {
    const { visitor, page } = await visit(360)
    const rows = ['01.10.2026;Fund A;12,00;12,00', '02.10.2026;Fund B;-13,00;-13,10']
    const csv = `Buchungstag;Security;Betrag;Buchungsbetrag\n${rows.join('\n')}\n`
    const { card } = await choose(page, 'columns.csv', csv)
    const security = card.getByLabel('Content of Security')
    expect(await describedBy(page, security)).toBe(
      '"Security" is not known; it is read as part of the reference.',
    )
    for (const name of ['Betrag', 'Buchungsbetrag']) {
      const column = card.getByLabel(`Content of ${name}`, { exact: true })
      expect(await describedBy(page, column)).toBe('Is the amount in "Betrag" or in "Buchungsbetrag"?')
    }
    expect(await visitor.violations({ contrast: false })).toEqual([])
    expect(await visitor.sidewaysPixels()).toBe(0)
    await visitor.close()
  })

  it.each([1280, 360])('asks for the year before it can be confirmed, at %i', async width => {
    const { visitor, page, transactions } = await visit(width)
    const csv = 'Buchung;Text;Betrag\n30.12.;Zinsen;12,40\n03.01.;Rechnung 12;-45,00\n'
    const { card, onAccount, confirm } = await choose(page, 'yearless.csv', csv)
    await onAccount('Giro')
    await card.getByText('Enter the year of the first entry.').waitFor()
    await confirm.click()
    await card.getByRole('alert').getByText('Enter the year of the first entry.').waitFor()
    const year = card.getByLabel('Year of the first entry')
    await year.fill('25')
    await card.getByRole('alert').getByText('with four digits, such as 2026').waitFor()
    await year.fill('2025')
    await card.getByRole('row', { name: /30 Dec 2025/ }).waitFor()
    await card.getByRole('row', { name: /3 Jan 2026/ }).waitFor()
    expect(await visitor.sidewaysPixels()).toBe(0)
    await confirm.click()
    await card.getByRole('button', { name: 'Import', exact: true }).click()
    await card.getByText('Added 2 new transactions.').waitFor()
    expect(await transactions()).toHaveLength(2)
    await visitor.close()
  })

  it('says why nothing fits the chosen account, and takes another one', async () => {
    const { visitor, page } = await visit()
    const csv = 'Date,Text,Amount,Currency\n2026-10-01,Rent,-800.00,EUR\n2026-10-02,Order,20.00,EUR\n'
    const { card, onAccount, confirm } = await choose(page, 'euros.csv', csv)
    await confirm.click()
    await card.getByText('does not say which account').waitFor()
    await onAccount('Franken')
    await card.getByText('The row is in EUR, but the account is in CHF').first().waitFor()
    expect(await card.getByText('as partial').count()).toBe(0)
    expect(await card.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    await onAccount('Giro')
    await card.getByRole('button', { name: 'Import', exact: true }).waitFor()
    await visitor.close()
  })

  it('is checked once for several of an account: the others are ready after the first import', async () => {
    const { visitor, page, transactions } = await visit()
    const month = (name: string) =>
      `Date;Text;Amount\n01.${name}.2026;Rent;-800,00\n02.${name}.2026;Order;20,00\n`
    const account = page.getByLabel('Account', { exact: true })
    const option = account.locator('option', { hasText: 'Giro' })
    await account.selectOption((await option.getAttribute('value')) ?? '')
    const files = ['08', '09', '10'].map(name => ({
      name: `${name}.csv`,
      mimeType: '',
      buffer: Buffer.from(month(name)),
    }))
    await page.getByLabel('Choose files').setInputFiles(files)
    await page.getByText('3 to check').waitFor()
    // Only the first one is unfolded.
    const confirm = page.getByRole('button', { name: 'Confirm and preview' })
    expect(await confirm.count()).toBe(1)
    await confirm.click()
    const first = page.getByRole('region', { name: '08.csv', exact: true })
    await first.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Import all 2' }).click()
    await page.getByText('3 done · 6 new transactions').waitFor()
    expect(await transactions()).toHaveLength(6)

    // Without a choice, the columns tell the account, and the page says so.
    await page.reload()
    await visitor.settled()
    const next = { name: '11.csv', mimeType: '', buffer: Buffer.from(month('11')) }
    await page.getByLabel('Choose files').setInputFiles(next)
    const card = page.getByRole('region', { name: '11.csv', exact: true })
    await card.getByText('Ready to import').waitFor()
    const place = card.getByLabel('Account', { exact: true })
    expect(await describedBy(page, place)).toMatch(/^Read for Giro, whose tables have the same columns\./)
    await card.getByRole('cell', { name: 'an account without a number Existing account' }).waitFor()
    await visitor.close()
  })

  it('says which row cannot be read with the chosen settings', async () => {
    const { visitor, page } = await visit()
    const rows = ['2026-10-01,Stahl, Holz,Order 12,-120.00', '2026-10-02,Ana,Order 9,300.00']
    const csv = `Date,Name,Text,Amount\n${rows.join('\n')}\n2026-10-03,Bo,Order 10,-80.00\n`
    const { card, onAccount } = await choose(page, 'separators.csv', csv)
    await onAccount('Giro')
    await visitor.settled()
    const cells = card.getByLabel('Rows with too many cells')
    await cells.selectOption('')
    await card.getByText(/^Line 2: /).waitFor()
    await cells.selectOption({ label: 'The separator is part of Name' })
    await card.getByRole('row', { name: /€120\.00 Stahl, Holz Order 12/ }).waitFor()
    await visitor.close()
  })
})

async function describedBy(page: Page, field: ReturnType<Page['locator']>): Promise<string> {
  const id = await field.getAttribute('aria-describedby')
  return await page.locator(`[id="${id}"]`).innerText()
}

/** The Imports page in a real browser: nothing is imported without a preview, and imports can be undone. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, company, iban, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { camtFile } from '../imports/bankFiles.ts'
import { importerOf } from '../imports/importer.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

const csv = `Buchungstag;Verwendungszweck;Betrag
30.03.2026;Miete;-800,00
31.03.2026;Rechnung 7;1.250,50
`

describe.skipIf(!hasBrowser)('The Imports page', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function visit(file: WorkspaceFile = workspaceFile({ companies: [company()] })) {
    const own = await home(service.current, file)
    const owner = await own.person('owner')
    const visitor = await Visitor.open(browser.current, service.current, { token: owner.token ?? '' })
    await visitor.page.goto('/imports')
    await visitor.page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    // The page ignores dropped files until it has loaded.
    await visitor.settled()
    return { own, owner, visitor, page: visitor.page, ...importerOf(own, owner) }
  }

  const choose = (page: Page, name: string, content: string) =>
    page.getByLabel('Choose files').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

  /** Drags a file from the desktop onto the page. */
  async function drop(page: Page, name: string, content: string): Promise<void> {
    const file = `new File([${JSON.stringify(content)}], ${JSON.stringify(name)})`
    const dataTransfer = await page.evaluateHandle(
      `(() => { const given = new DataTransfer(); given.items.add(${file}); return given })()`,
    )
    await page.dispatchEvent('main', 'dragenter', { dataTransfer })
    await page.getByText('Drop to preview').waitFor()
    await page.dispatchEvent('main', 'drop', { dataTransfer })
  }

  const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  it('previews a dropped statement, imports it on request, and undoes the import', async () => {
    const { visitor, page, transactions, listed } = await visit()
    const number = iban()
    await drop(page, 'march.xml', camtFile({ iban: number, amounts: ['12.50', '7.25'], closing: '119.75' }))
    const card = cardOf(page, 'march.xml')
    await card.getByText('Ready to import').waitFor()
    const grouped = number.replace(/(.{4})(?=.)/g, '$1 ')
    await card.getByText(`Creates 1 new account: ${grouped}.`).waitFor()
    await card.getByText('Adds 2 new transactions.').waitFor()
    await card.getByText('Adds up').waitFor()
    await card.getByText('€119.75').waitFor()
    expect(await visitor.violations()).toEqual([])
    expect(await transactions()).toEqual([])

    await card.getByRole('button', { name: 'Import', exact: true }).click()
    await card.getByText('Added 2 new transactions.').waitFor()
    expect((await transactions()).map(({ amount }) => amount).sort()).toEqual(['12.50', '7.25'])
    await card.getByRole('link', { name: 'View transactions' }).click()
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
    await page.getByText('+€12.50').first().waitFor()

    await page.getByRole('link', { name: 'Imports' }).first().click()
    await page.getByRole('row', { name: /march\.xml/ }).click()
    const drawer = page.getByRole('dialog', { name: 'march.xml', exact: true })
    await drawer.getByText('Added 2 new transactions.').waitFor()
    expect(await visitor.violations()).toEqual([])
    await drawer.getByRole('button', { name: 'Undo import' }).click()
    const asked = page.getByRole('dialog', { name: 'Undo march.xml?', exact: true })
    await asked.getByText(/until they sync again/).waitFor()
    await asked.getByRole('button', { name: 'Undo import' }).click()
    await expect.poll(async () => (await listed())[0]?.undoneAt).not.toBeNull()
    expect(await transactions()).toEqual([])
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: /march\.xml.*Undone/ }).waitFor()
    await visitor.close()
  })

  it('says why a file cannot be read, and offers no import button', async () => {
    const { visitor, page } = await visit()
    await choose(page, 'holiday.gif', 'GIF89a')
    const card = cardOf(page, 'holiday.gif')
    await card.getByText('It is a picture').waitFor()
    expect(await card.getByRole('button', { name: /Import/ }).count()).toBe(0)
    await card.getByRole('button', { name: 'Remove holiday.gif' }).click()
    await expect.poll(() => card.count()).toBe(0)
    await choose(page, 'cut.pdf', '%PDF-1.4')
    const pdf = cardOf(page, 'cut.pdf')
    await pdf.getByText('The PDF is cut off').waitFor()
    // No choice would help.
    await pdf.getByText('Cannot be imported', { exact: true }).waitFor()
    expect(await pdf.getByLabel('Account', { exact: true }).isVisible()).toBe(false)
    await visitor.close()
  })

  it('shows by how much a statement does not add up, and imports what can be read only on request', async () => {
    const { visitor, page, transactions } = await visit()
    await choose(page, 'wrong.xml', camtFile({ closing: '117.50' }))
    const card = cardOf(page, 'wrong.xml')
    await card.getByText('Off by €5.00').waitFor()
    await card.getByText('A statement does not add up.').waitFor()
    expect(await card.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
    expect(await visitor.violations()).toEqual([])
    await card.getByRole('button', { name: 'Import what can be read' }).click()
    await card.getByText('Added 1 new transaction.').waitFor()
    expect(await transactions()).toHaveLength(1)
    await visitor.close()
  })

  it('lists unreadable entries with their line numbers', async () => {
    const { visitor, page } = await visit()
    const text = camtFile({ amounts: ['12.50', '7,25'] })
    const line = text.split('\n').findLastIndex(each => each.includes('<Ntry>')) + 1
    await choose(page, 'odd.xml', text)
    const card = cardOf(page, 'odd.xml')
    await card.getByText('1 problem').waitFor()
    await card.getByRole('row', { name: new RegExp(`Line ${line}\\b.*Skipped`) }).waitFor()
    expect(await visitor.violations()).toEqual([])
    await visitor.close()
  })

  it('imports no CSV before a person has confirmed its mapping', async () => {
    const owner = company()
    const on = account(owner, { nickname: 'Hauskonto' })
    const given = await visit(workspaceFile({ companies: [owner], accounts: [on] }))
    const { visitor, page, transactions } = given
    await choose(page, 'umsatz.csv', csv)
    const card = cardOf(page, 'umsatz.csv')
    await card.getByText('Check how this table is read').waitFor()
    await card.getByText('no column has the currency').waitFor()
    await card.getByText('-800,00').waitFor()
    expect(await card.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(await visitor.violations()).toEqual([])
    const confirm = card.getByRole('button', { name: 'Confirm and preview' })
    await confirm.click()
    await card.getByText('Enter the currency of all entries').waitFor()
    await card.getByLabel('Currency of all entries').fill('eur')
    await card.getByLabel('Content of Verwendungszweck').selectOption('Description')
    // The entries follow each change, before anything is confirmed.
    await card.getByRole('row', { name: /30 Mar 2026 −€800\.00 .*Miete/ }).waitFor()
    await card.getByLabel('Signs of amounts').selectOption('inverted')
    await card.getByRole('row', { name: /30 Mar 2026 \+€800\.00 .*Miete/ }).waitFor()
    expect(await card.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    await card.getByLabel('Signs of amounts').selectOption('written')
    await confirm.click()

    // The file does not name its account.
    await card.getByText('does not say which account').waitFor()
    await card.getByLabel('Account', { exact: true }).selectOption({ index: 1 })
    await card.getByText('Adds 2 new transactions.').waitFor()
    await card.getByRole('button', { name: 'Import', exact: true }).click()
    await card.getByText('Added 2 new transactions.').waitFor()
    const rows = (await transactions()) as { amount: string; side?: string; description?: string }[]
    expect(rows.map(({ amount, side, description }) => [amount, side, description])).toEqual([
      ['1250.50', 'credit', 'Rechnung 7'],
      ['800.00', 'debit', 'Miete'],
    ])
    await visitor.close()
  })

  it('says which later import prevents an undo', async () => {
    const { visitor, page, take } = await visit()
    const statement = { iban: iban(), amounts: ['12.50', '7.25'], closing: '119.75' }
    await take(camtFile(statement), { name: 'first.xml' })
    service.current.nowMs += 1_000
    const longer = camtFile({ ...statement, amounts: ['12.50', '7.25', '1.00'], closing: '120.75' })
    await take(longer.replace('<Id>S-', '<Id>T-'), { name: 'longer.xml' })
    await page.reload()
    await page.getByRole('row', { name: /first\.xml camt/ }).click()
    await page.getByRole('button', { name: 'Undo import' }).click()
    const asked = page.getByRole('dialog', { name: 'Undo first.xml?', exact: true })
    await asked.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('This import cannot be undone yet').waitFor()
    await page.getByText(/longer\.xml.*undo that import first/).waitFor()
    expect(await visitor.violations()).toEqual([])
    await visitor.close()
  })

  it('imports all files that are ready with one click, and leaves the others', async () => {
    const { own, visitor, page, listed } = await visit()
    const files = [
      { name: 'a.xml', mimeType: '', buffer: Buffer.from(camtFile()) },
      { name: 'b.xml', mimeType: '', buffer: Buffer.from('<broken') },
      { name: 'c.xml', mimeType: '', buffer: Buffer.from(camtFile()) },
    ]
    await page.getByLabel('Choose files').setInputFiles(files)
    await page.getByText('2 ready, 1 to check').waitFor()
    await page.getByRole('button', { name: 'Import all 2' }).click()
    await page.getByText('2 done, 1 to check · 2 new transactions').waitFor()
    expect((await listed()).map(({ report }) => report.fileName).sort()).toEqual(['a.xml', 'c.xml'])
    // Uploads are deleted once they are imported.
    const uploads = 'select name from uploads where workspace_id = $1'
    await expect
      .poll(async () => await service.current.store.db.query(uploads, [own.workspaceId]))
      .toMatchObject([{ name: 'b.xml' }])
    await visitor.close()
  })

  it('is read-only for members, and does not overflow on a phone', async () => {
    const { own, take, visitor: first } = await visit()
    await take(camtFile(), { name: 'march.xml' })
    await first.close()
    const member = await own.person('member')
    const options = { token: member.token ?? '', width: 360 }
    const visitor = await Visitor.open(browser.current, service.current, options)
    const { page } = visitor
    await page.goto('/imports')
    await page.getByRole('row', { name: /march\.xml/ }).click()
    await page.getByRole('dialog').getByText('Added 1 new transaction.').waitFor()
    expect(await page.getByLabel('Choose files').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo import' }).count()).toBe(0)
    expect(await visitor.violations({ contrast: false })).toEqual([])
    expect(await visitor.sidewaysPixels()).toBe(0)
    await visitor.close()
  })

  it('lists and deletes unfinished uploads of an earlier visit', async () => {
    const { own, owner, visitor, page } = await visit()
    for (const name of ['march.xml', 'april.xml', 'may.xml']) {
      await owner.post(own.at('/uploads'), { name, bytes: 2_000_000 })
    }
    await page.reload()
    const card = page.getByRole('region', { name: 'Unfinished uploads' })
    await card.getByText('0 bytes of 2.0 MB').first().waitFor()
    expect(await visitor.violations()).toEqual([])
    await card.getByRole('button', { name: 'Delete march.xml' }).click()
    await card.getByText('march.xml').waitFor({ state: 'detached' })
    expect((await owner.get(own.at('/uploads'))).body.data).toHaveLength(2)
    await card.getByRole('button', { name: 'Delete all' }).click()
    await card.waitFor({ state: 'detached' })
    await visitor.close()
  })
})

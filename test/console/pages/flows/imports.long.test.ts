/** Imports for a group, with the keyboard alone at each width. Only the choice of files is the browser's own dialog. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ublOf } from '../../../import/invoices/written.ts'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, company, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

const csv = 'Buchung;Betrag;Verwendungszweck\n30.03.2026;-800,00;Miete\n31.03.2026;1250,50;Rechnung 7\n'

describe.skipIf(!hasBrowser)('Imports with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  const choose = (page: Page, files: Record<string, string>) =>
    page
      .getByLabel('Choose files')
      .setInputFiles(
        Object.entries(files).map(([name, text]) => ({ name, mimeType: '', buffer: Buffer.from(text) })),
      )

  it.each(widths)(
    'a company for two invoices at once, a CSV with its signs, and an undo at %i',
    async width => {
      const [north, south] = [company({ name: 'Nord GmbH' }), company({ name: 'Süd GmbH' })]
      const giro = account(south, { nickname: 'Giro' })
      const at = await home(service.current, workspaceFile({ companies: [north, south], accounts: [giro] }))
      const ada = await at.person('bookkeeper')
      const flow = await Flow.begin(browser.current, service.current, { token: ada.token, width })
      const { page } = flow
      const card = (name: string) => page.getByRole('region', { name, exact: true })
      await flow.goTo('/imports')
      await choose(page, { 'one.xml': ublOf({ number: 'N-1' }), 'two.xml': ublOf({ number: 'N-2' }) })
      await card('two.xml')
        .getByText(/company/i)
        .first()
        .waitFor()
      await flow.look('the question for the company')
      await flow.reach(page.getByLabel('Company', { exact: true }).first())
      await page.keyboard.type('Süd')
      await card('one.xml').getByText('Ready to import').waitFor()
      await card('two.xml').getByText('Ready to import').waitFor()
      await flow.look('two invoices')
      await flow.press('Import all 2')
      await card('two.xml').getByText('Imported', { exact: true }).first().waitFor()
      const bills = (await ada.get(at.at('/v1/bills'))).body as { data: { companyId: string }[] }
      expect(bills.data.map(({ companyId }) => companyId)).toEqual([south.id, south.id])

      await flow.goTo('/imports')
      await choose(page, { 'umsatz.csv': csv })
      const table = card('umsatz.csv')
      await table.getByText('Check how this table is read').waitFor()
      await flow.look('how the table is read')
      await flow.type('Currency of all entries', 'eur', table)
      await table.getByText('−€800.00').first().waitFor()
      await flow.reach(table.getByLabel('Signs of amounts'))
      await page.keyboard.press('ArrowDown')
      await table.getByText('+€800.00').first().waitFor()
      await page.keyboard.press('ArrowUp')
      await table.getByText('−€800.00').first().waitFor()
      await flow.press('Confirm and preview', table)
      await table.getByText('does not say which account').waitFor()
      await flow.reach(table.getByLabel('Account', { exact: true }))
      await page.keyboard.press('ArrowDown')
      await table.getByText('Adds 2 new transactions.').waitFor()
      await flow.look('the rows before importing')
      await flow.press('Import', table)
      await table.getByText('Added 2 new transactions.').waitFor()

      await flow.goTo('/imports')
      await flow.reach(page.getByRole('button', { name: /^umsatz\.csv/ }).first())
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await flow.look('the import')
      await flow.press(/^Undo/, page.getByRole('dialog'))
      await flow.dialog('Undo umsatz.csv?').waitFor()
      await flow.look('undoing the import')
      await flow.press('Undo import', flow.dialog('Undo umsatz.csv?'))
      await page.getByText('Import of umsatz.csv undone').waitFor()
      await flow.end()
    },
  )
})

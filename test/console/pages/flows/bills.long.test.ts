/** Bills as work, from arrival to archive, with the keyboard alone at each width. */
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../../src/contract/bills.ts'
import { pdfWith, ublOf } from '../../../import/invoices/written.ts'
import { takeInvoice } from '../../../support/bills.ts'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { account, bill, company, transaction, workspaceFile } from '../../../support/builders.ts'
import { useService } from '../../../support/service.ts'
import { home } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

describe.skipIf(!hasBrowser)('Bills with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function prepared(width: number) {
    const owner = company({ name: 'Nordlicht GmbH' })
    const on = account(owner)
    const values: Partial<Bill> = {
      supplierName: 'Papierwerk Süd AG',
      supplierIban: 'DE75512108001245126199',
      invoiceDate: '2026-01-02',
      dueDate: '2026-02-02',
      totalAmount: '119.00',
      currency: 'EUR',
    }
    const waiting = (invoiceNumber: string) =>
      bill(owner, { ...values, invoiceNumber, status: 'pending_approval' })
    const [first, second] = [waiting('RE-1'), waiting('RE-2')]
    const open = bill(owner, {
      ...values,
      invoiceNumber: 'RE-3',
      status: 'pending_match',
      totalAmount: '64.00',
    })
    const payment = transaction(on, {
      amount: '64.50',
      counterpartyName: 'Bäckerei Huber',
      reference: 'Brot',
    })
    const at = await home(
      service.current,
      workspaceFile({
        companies: [owner],
        accounts: [on],
        transactions: [payment],
        bills: [first, second, open],
      }),
    )
    const { store, nowMs } = service.current
    const scan = { content: await pdfWith({}), name: 'scan.pdf', nowMs }
    const { billId: failed } = await takeInvoice(store.db, at.file, scan)
    const ada = await at.person('owner', { name: 'Ada' })
    const becomes = (id: string, status: Bill['status']) =>
      expect.poll(async () => (await ada.get(at.at(`/v1/bills/${id}`))).body.status).toBe(status)
    const flow = await Flow.begin(browser.current, service.current, { token: ada.token, width })
    return { flow, becomes, first, second, open, failed }
  }

  it.each(widths)('approve, schedule, mark as paid, archive and reject at %i', async width => {
    const { flow, becomes, first, second } = await prepared(width)
    const { page } = flow
    await page.goto(`/bills?bill=${first.id}`)
    await flow.look('the bill')
    await flow.press('Approve')
    await becomes(first.id, 'approved')
    await flow.press('Schedule…')
    await flow.type('Pay on', '2031-05-04', flow.dialog('Schedule the payment'))
    await flow.look('schedule')
    await flow.press('Schedule', flow.dialog('Schedule the payment'))
    await becomes(first.id, 'scheduled')
    await flow.press('Mark as paid…')
    await flow.type('Paid on', '2026-05-30', flow.dialog('Mark this bill as paid?'))
    await flow.look('mark as paid')
    await flow.press('Mark as paid', flow.dialog('Mark this bill as paid?'))
    await becomes(first.id, 'paid')
    await flow.press('Archive…')
    await flow.dialog('Archive this bill?').waitFor()
    await flow.look('archive')
    await flow.press('Archive bill', flow.dialog('Archive this bill?'))
    await becomes(first.id, 'archived')

    await page.goto(`/bills?bill=${second.id}`)
    await flow.press('Reject…')
    await flow.type('Reason (optional)', 'Ordered by nobody', flow.dialog('Reject this bill?'))
    await flow.look('reject')
    await flow.press('Reject bill', flow.dialog('Reject this bill?'))
    await becomes(second.id, 'rejected')
    await page.getByText('Ordered by nobody').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await flow.end()
  })

  it.each(widths)(
    'type the values of a scan, comment, choose a payment and save the payee at %i',
    async width => {
      const { flow, becomes, failed, open } = await prepared(width)
      const { page } = flow
      await page.goto(`/bills?bill=${failed}`)
      await page.getByRole('button', { name: 'Type the values…' }).waitFor()
      await flow.look('the failed bill')
      await flow.press('Type the values…')
      const fix = flow.dialog('Type the values')
      await flow.type('Supplier', 'Parkhaus Mitte', fix)
      await flow.type('Invoice number', 'P-1', fix)
      await flow.type('Total', '12,50', fix)
      await flow.type('Currency', 'eur', fix)
      await flow.type('Invoice date', '2026-01-09', fix)
      await flow.look('typing the values')
      await flow.press('Save values', fix)
      await becomes(failed, 'pending_match')
      await flow.type('Comment', 'From the car park.')
      await flow.press('Comment')
      await page.getByText('From the car park.').waitFor()

      await page.goto(`/bills?bill=${open.id}`)
      await flow.press('Save as payee…')
      await page.getByRole('button', { name: 'Save payee' }).waitFor()
      await flow.look('the payee of the bill')
      await flow.press('Save payee')
      await page.getByText('Papierwerk Süd AG saved').waitFor()
      await flow.press('Choose its payment…')
      const choice = flow.dialog('Choose its payment')
      await flow.reach(choice.getByRole('searchbox'))
      await page.keyboard.insertText('backerei')
      await choice.getByRole('button', { name: 'Choose Bäckerei Huber' }).waitFor()
      await flow.look('choosing a payment')
      await flow.press('Choose Bäckerei Huber', choice)
      // It is more than the bill, so what it pays is asked.
      const parts = flow.dialog('What it pays')
      await parts.getByText('stays free for other bills', { exact: false }).waitFor()
      await flow.look('what the payment pays')
      await flow.press('Settle the bill', parts)
      await becomes(open.id, 'paid')
      await flow.end()
    },
  )

  it.each(widths)('what is to decide, four eyes and dropped invoices at %i', async width => {
    const { flow } = await prepared(width)
    const { page } = flow
    await flow.goTo('/to-decide')
    await page.getByRole('link', { name: '2 bills wait for approval' }).waitFor()
    await flow.look('to decide')
    await flow.reach(page.getByRole('link', { name: '2 bills wait for approval' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await page.getByLabel('Choose invoices').setInputFiles({
      name: 'new.xml',
      mimeType: '',
      buffer: Buffer.from(ublOf({ number: 'N-1' })),
    })
    const card = page.getByRole('region', { name: 'new.xml', exact: true })
    await card.getByText('Ready to import').waitFor()
    await flow.look('a dropped invoice')
    await flow.press('Import', card)
    await card.getByText('Imported', { exact: true }).first().waitFor()

    await flow.goTo('/settings/people')
    const box = page.getByRole('checkbox', { name: /^Four eyes/ })
    await flow.reach(box)
    await page.keyboard.press('Space')
    await page.getByText('Bills now need a second person').waitFor()
    await flow.look('people')
    await flow.end()
  })
})

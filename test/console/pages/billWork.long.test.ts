/** Working on a bill in the browser: approve, schedule, fix, comment, match, save the payee; also by keyboard alone. */
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import { pdfWith, ublOf } from '../../import/invoices/written.ts'
import { takeInvoice } from '../../support/bills.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

/** For looking at the pages: a folder for pictures of them. */
const pictures = process.env.FLORIN_PICTURES

describe.skipIf(!hasBrowser)('Work on a bill', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  async function prepared() {
    const owner = company({ name: 'Nordlicht GmbH' })
    const on = account(owner)
    const values: Partial<Bill> = {
      supplierName: 'Papierwerk Süd AG',
      supplierIban: 'DE75512108001245126199',
      invoiceNumber: 'RE-2026-7',
      invoiceDate: '2026-01-02',
      dueDate: '2026-02-02',
      totalAmount: '119.00',
      currency: 'EUR',
    }
    const waiting = bill(owner, { ...values, status: 'pending_approval' })
    const open = bill(owner, {
      ...values,
      status: 'pending_match',
      invoiceNumber: 'RE-2026-8',
      totalAmount: '64.00',
    })
    const payment = transaction(on, {
      amount: '64.50',
      counterpartyName: 'Bäckerei Huber',
      reference: 'Brot',
    })
    const at = await home(
      service.current,
      workspaceFile({ companies: [owner], accounts: [on], transactions: [payment], bills: [waiting, open] }),
    )
    const { store, nowMs } = service.current
    const lines = ['120.00', '80.50']
    const xml = ublOf({ lines }).replace(
      '</cac:AccountingSupplierParty>',
      `</cac:AccountingSupplierParty><cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity>
       <cbc:RegistrationName>Somebody Else Ltd</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>`,
    )
    const read = await takeInvoice(store.db, at.file, { content: xml, nowMs })
    const failed = await takeInvoice(store.db, at.file, {
      content: await pdfWith({}),
      name: 'scan.pdf',
      nowMs,
    })
    const ada = await at.person('bookkeeper', { name: 'Ada' })
    const token = ada.token ?? ''
    const status = async (id: string) => (await ada.get(at.at(`/v1/bills/${id}`))).body.status as string
    return { at, ada, token, status, waiting, open, payment, read: read.billId, failed: failed.billId }
  }

  async function picture(visitor: Visitor, name: string): Promise<void> {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await visitor.page.screenshot({ path: `${pictures}/${name}.png` })
  }

  it('approves and schedules with the keyboard alone, and shows the history', async () => {
    const { token, status, waiting } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token, width: 1440 })
    const { page } = visitor
    await page.goto(`/bills?bill=${waiting.id}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => status(waiting.id)).toBe('approved')
    service.current.nowMs += 60_000
    await drawer.getByRole('button', { name: 'Schedule…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Schedule the payment' })
    await dialog.getByLabel('Pay on').fill('2031-05-04')
    await page.keyboard.press('Enter')
    await expect.poll(() => status(waiting.id)).toBe('scheduled')
    await drawer.getByText('4 May 2031').first().waitFor()
    const history = drawer.getByRole('region', { name: 'History' })
    await expect.poll(() => history.textContent()).toMatch(/Approved.*Ada.*Scheduled, 4 May 2031.*Ada/)
    await picture(visitor, 'scheduled-1440')
    await visitor.close()
  })

  it('types the values of a document that could not be read, and comments', async () => {
    const { token, status, failed } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token, width: 1440 })
    const { page } = visitor
    await page.goto(`/bills?bill=${failed}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Type the values…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Type the values' })
    await dialog.getByRole('textbox', { name: 'Supplier' }).fill('Parkhaus Mitte')
    await dialog.getByRole('textbox', { name: 'Invoice number' }).fill('P-1')
    await dialog.getByRole('textbox', { name: 'Total' }).fill('12,50')
    await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur')
    await dialog.getByLabel('Invoice date').fill('2026-01-09')
    expect(await visitor.violations()).toEqual([])
    await picture(visitor, 'fix-1440')
    await dialog.getByRole('button', { name: 'Save values' }).click()
    await expect.poll(() => status(failed)).toBe('pending_match')
    await drawer.getByText('€12.50').first().waitFor()
    await drawer.getByText('Typed').first().waitFor()
    await drawer.getByRole('textbox', { name: 'Comment' }).fill('From the car park.')
    await drawer.getByRole('button', { name: 'Comment' }).click()
    await drawer.getByText('From the car park.').waitFor()
    await visitor.close()
  })

  it('chooses a payment by searching, and the payment then shows its bill', async () => {
    const { token, status, open, payment } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token })
    const { page } = visitor
    await page.goto(`/bills?bill=${open.id}`)
    await page.getByRole('button', { name: 'Choose its payment…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose its payment' })
    await dialog.getByRole('searchbox').fill('backerei')
    await dialog.getByRole('button', { name: 'Choose Bäckerei Huber' }).click()
    // It is more than the bill, so what it pays is asked.
    const parts = page.getByRole('dialog', { name: 'What it pays' })
    await parts.getByRole('button', { name: 'Settle the bill' }).click()
    await expect.poll(() => status(open.id)).toBe('paid')
    await page.goto(`/transactions?transaction=${payment.id}`)
    const link = page.getByRole('dialog').getByRole('link', { name: /Papierwerk Süd AG, RE-2026-8/ })
    await link.waitFor()
    await visitor.close()
  })

  it('saves the supplier as a payee, and says if there is one', async () => {
    const { token, waiting } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token })
    const { page } = visitor
    await page.goto(`/bills?bill=${waiting.id}`)
    const save = async () => {
      await page.getByRole('button', { name: 'Save as payee…' }).click()
      await page.getByRole('button', { name: 'Save payee' }).click()
    }
    await save()
    await page.getByText('Papierwerk Süd AG saved').waitFor()
    await save()
    await page.getByRole('button', { name: 'Open the existing payee' }).click()
    await page.waitForURL(/\/payees\?payee=/)
    await visitor.close()
  })

  it.each([
    [1440, 'light'],
    [820, 'dark'],
    [390, 'light and dark'],
  ])('has no axe violations at %i in %s', async (width, themes) => {
    const dark = themes === 'dark'
    const { token, read, failed, waiting } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token, width, dark })
    const { page } = visitor
    const look = async (name: string) => {
      expect(await visitor.violations()).toEqual([])
      if (themes === 'light and dark') expect(await visitor.violationsInDark()).toEqual([])
      expect(await visitor.sidewaysPixels()).toBe(0)
      await picture(visitor, `${name}-${width}${dark ? '-dark' : ''}`)
    }
    await page.goto(`/bills?bill=${read}`)
    await page.getByText('Check who this invoice is for').waitFor()
    await page.getByRole('article', { name: 'Invoice' }).waitFor()
    await look('bill')
    await page.goto(`/bills?bill=${waiting.id}`)
    await page.getByRole('button', { name: 'Reject…' }).click()
    await page.getByRole('dialog', { name: 'Reject this bill?' }).waitFor()
    await look('reject')
    await page.goto(`/bills?bill=${failed}`)
    await page.getByRole('button', { name: 'Type the values…' }).waitFor()
    await look('failed')
    await page.goto('/to-decide')
    await page.getByRole('link', { name: '1 bill waits for approval' }).waitFor()
    await look('to-decide')
    await page.goto('/bills')
    await page.getByText('Drop invoices anywhere on this page').waitFor()
    await look('bills')
    await visitor.close()
  })
})

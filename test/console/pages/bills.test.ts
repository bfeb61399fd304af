import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { facts, pdfWith, ublOf } from '../../import/invoices/written.ts'
import { takeInvoice } from '../../support/bills.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { home } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('The document of a bill on the Bills page', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })

  /** A workspace with three bills: one that was read, one that could not be read, and one without a document. */
  async function prepared() {
    const at = await home(service.current)
    const { nowMs, store } = service.current
    const pdf = await pdfWith({ 'factur-x.xml': ublOf({ lines: ['1.00'], reference: 'x'.repeat(4001) }) })
    const read = await takeInvoice(store.db, at.file, { content: pdf, name: 'Rechnung März.pdf', nowMs })
    const failed = await takeInvoice(store.db, at.file, {
      content: await pdfWith({}),
      name: 'scan.pdf',
      nowMs,
    })
    const member = await at.person('member')
    return { pdf, read, failed, bare: at.file.bills[0]?.id ?? '', token: member.token ?? '' }
  }

  it('shows the source of each value, the checks and the history, and downloads the original unchanged', async () => {
    const { pdf, read, token } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token })
    const { page } = visitor
    await page.goto(`/bills?bill=${read.billId}`)
    const part = page.getByRole('region', { name: 'Document' })
    const row = (name: string) => part.locator('dl > div').filter({ hasText: new RegExp(`^${name}`) })
    await expect.poll(() => row('Total').textContent()).toContain(facts.payable)
    expect(await row('Total').locator('code').textContent()).toBe(
      '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
    )
    const check = (name: string) => part.locator('li').filter({ hasText: name })
    expect(await check('Line total').textContent()).toMatch(/^Failed.*add up to 1\.00/)
    expect(await check('IBAN').textContent()).toMatch(/^Passed/)
    const history = page.getByRole('region', { name: 'History' }).locator('ol')
    await expect.poll(() => history.textContent()).toMatch(/^New.*Processing.*Pending match/)
    expect(await part.textContent()).toContain('longer than 4000 characters')

    const link = part.getByRole('link', { name: 'Rechnung März.pdf' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('Rechnung März.pdf')
    expect(readFileSync(await download.path()).equals(pdf)).toBe(true)
    await visitor.close()
  })

  it('says why a bill could not be read and what is missing, and is hidden if there is no document', async () => {
    const { failed, bare, token } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token })
    const { page } = visitor
    await page.goto(`/bills?bill=${failed.billId}`)
    const part = page.getByRole('region', { name: 'Document' })
    await part.getByText('The PDF contains no e-invoice').waitFor()
    await part.getByText('Missing: Supplier, Invoice number, Total, Currency, Invoice date.').waitFor()
    expect(await part.getByRole('link').count()).toBe(1)
    const history = page.getByRole('region', { name: 'History' }).locator('ol')
    await expect.poll(() => history.textContent()).toContain('Extraction failed')

    const responded = page.waitForResponse(response => response.url().endsWith(`/bill-details/${bare}`))
    await page.goto(`/bills?bill=${bare}`)
    expect((await responded).status()).toBe(200)
    await page.getByText('The API call for this bill').waitFor()
    await expect.poll(() => part.count()).toBe(0)
    await visitor.close()
  })

  it.each([
    ['light and dark', 1280],
    ['phone', 360],
  ])('has no axe violations and no horizontal overflow: %s', async (_, width) => {
    const { read, failed, token } = await prepared()
    const visitor = await Visitor.open(browser.current, service.current, { token, width })
    // Contrast is only checked on the wide page, which has the same colours.
    for (const { billId } of [read, failed]) {
      await visitor.page.goto(`/bills?bill=${billId}`)
      await visitor.page.getByRole('dialog').locator('ol').waitFor()
      expect(await visitor.violations({ contrast: width > 1000 })).toEqual([])
      if (width > 1000) expect(await visitor.violationsInDark()).toEqual([])
      expect(await visitor.sidewaysPixels()).toBe(0)
    }
    await visitor.close()
  })
})

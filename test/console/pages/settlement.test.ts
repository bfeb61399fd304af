/** Part payments, discounts and tolerances on the Bills page, in a real browser. */
import { describe, expect, it } from 'vitest'
import { id, matchingOn } from '../../import/matching/matchingWorkspaces.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { homeOf } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('Settlement on the Bills page', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })
  const { workspaceWith, run, billsOf } = matchingOn(service)

  async function desk(role: 'owner' | 'member', dark = false) {
    const own = await workspaceWith(
      [{ totalAmount: '1000.00' }],
      [{ amount: '400.00' }, { amount: '599.98', bookingDate: '2026-02-03' }],
    )
    // As if its document had been read.
    await service.current.store.db.query(
      `insert into bill_details (workspace_id, bill_id, import_id, sources, checks, problems, missing, steps, discounts)
       values ($1, $2, 'imp_1', '{}', '[]', '[]', '{}', '[]', $3::jsonb)`,
      [
        own.workspace.id,
        id(own.bills),
        JSON.stringify([
          { percent: '2.00', amount: null, base: null, days: 14, from: null, until: null, path: '/Invoice' },
        ]),
      ],
    )
    await run(own)
    const { token } = await homeOf(service.current, own).person(role)
    const visitor = await Visitor.open(browser.current, service.current, { token: token ?? '', dark })
    return { own, visitor, page: visitor.page }
  }

  it('records a part payment, settles the rest within a tolerance, and removes a payment', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.goto('/bills')
    await page.getByRole('button', { name: 'Tolerances…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tolerances' })
    await dialog.getByLabel('Difference, amount').fill('0,05')
    expect(await visitor.violations()).toEqual([])
    await dialog.getByLabel('Bank charges').fill('many')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/unsigned decimal/i).waitFor()
    await dialog.getByLabel('Bank charges').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tolerances saved').waitFor()

    await page.goto(`/bills?bill=${id(own.bills)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText(/2 % cash discount of/).waitFor()
    const part = drawer.getByRole('article').filter({ hasText: '400.00' })
    await part.getByText('It pays 400.00 of the 1,000.00 that are open; 600.00 stays open.').waitFor()
    expect(await visitor.violations()).toEqual([])
    await part.getByRole('button', { name: 'Record part payment' }).click()
    await drawer.getByText('Paid €400.00 of €1,000.00').first().waitFor()
    await drawer.getByRole('button', { name: 'Settle with the difference' }).click()
    await drawer.getByText('0.02 difference accepted').first().waitFor()
    await expect.poll(async () => (await billsOf(own))[0]?.[0]).toBe('paid')
    expect(await visitor.violations()).toEqual([])
    await drawer.getByRole('button', { name: 'Remove…' }).first().click()
    await page.getByRole('button', { name: 'Remove payment' }).click()
    await page.getByText('Payment removed').waitFor()
    await expect.poll(async () => (await billsOf(own))[0]?.[0]).toBe('pending_match')
    await visitor.close()
  })

  it('records what a chosen payment pays, and what becomes of the difference', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/bills?bill=${id(own.bills)}`)
    await page.getByRole('button', { name: 'Choose its payment…' }).click()
    const list = page.getByRole('dialog', { name: 'Choose its payment' })
    await list.getByText('€1,000.00 is open.', { exact: false }).waitFor()
    await list.getByRole('listitem').filter({ hasText: '599.98' }).getByRole('button').click()
    const form = page.getByRole('dialog', { name: 'What it pays' })
    const amount = form.getByLabel('Amount for this bill')
    expect(await amount.inputValue()).toBe('599.98')
    await form.getByText('The other €400.02').waitFor()
    expect(await form.getByLabel('It stays open').isChecked()).toBe(true)
    expect(await visitor.violations()).toEqual([])
    await amount.fill('much')
    await form.getByRole('button', { name: 'Settle the bill' }).click()
    await form
      .getByText(/unsigned decimal/i)
      .first()
      .waitFor()
    await amount.fill('500,00')
    await form.getByText('€99.98 of the payment stays free for other bills.', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Record part payment' }).click()
    await page.getByText('Part payment recorded').waitFor()
    await page.getByText('Paid €500.00 of €1,000.00').first().waitFor()

    await page.getByRole('button', { name: 'Choose its payment…' }).click()
    await list.getByText('€500.00 is open.', { exact: false }).waitFor()
    await list.getByText('€99.98 not used yet').waitFor()
    await list.getByRole('listitem').filter({ hasText: '400.00' }).getByRole('button').click()
    await form.getByLabel('Accept it').check()
    await form.getByRole('button', { name: 'Settle with the difference' }).click()
    await form.getByText('A difference of 100.00 EUR is beyond the tolerance', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Back' }).click()
    await list.getByRole('listitem').filter({ hasText: '400.00' }).getByRole('button').click()
    await form.getByLabel('Cash discount').check()
    expect(await visitor.violations()).toEqual([])
    await form.getByRole('button', { name: 'Settle with discount' }).click()
    await page.getByText('€100.00 discount').first().waitFor()
    await expect.poll(async () => (await billsOf(own))[0]?.[0]).toBe('paid')
    await visitor.close()
  })

  it('shows members what was paid, without buttons to change it', async () => {
    const { own, visitor, page } = await desk('member', true)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/bills?bill=${id(own.bills)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('Members cannot decide.').first().waitFor()
    expect(await drawer.getByRole('button', { name: /Record part payment|Remove/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Tolerances…' }).count()).toBe(0)
    expect(await visitor.violations()).toEqual([])
    await visitor.close()
  })
})

/** Matching as people see it: what waits for a decision, why, and what becomes of it. */
import { describe, expect, it } from 'vitest'
import { id, matchingOn, nameAlone } from '../../import/matchingWorkspaces.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { homeOf } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('matching, in a browser', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })
  const { workspaceWith, run, billsOf, suggestionsOf } = matchingOn(service)

  /** One bill that is settled, one to decide, and two that a third payment may settle together. */
  async function desk(role: 'owner' | 'member', dark = false) {
    const own = await workspaceWith(
      [
        {},
        { totalAmount: '80.00', invoiceNumber: 'RE-1002' },
        { totalAmount: '30.50', invoiceNumber: 'RE-1003' },
        { totalAmount: '20.25', invoiceNumber: 'RE-1004' },
      ],
      [{}, { amount: '80.00', ...nameAlone }, { amount: '50.75', ...nameAlone }],
    )
    await run(own)
    const { token } = await homeOf(service.current, own).person(role)
    const visitor = await Visitor.open(browser.current, service.current, { token: token ?? '', dark })
    return { own, visitor, page: visitor.page }
  }

  it('goes through what is to decide: confirms several bills at once, and declines one', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.goto('/bills')
    const card = page.getByRole('region', { name: 'To review' })
    await card.getByText('2', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Review' }).click()
    const together = card.getByRole('article').filter({ hasText: 'RE-1003' })
    await together.getByText('Why').click()
    await together.getByText(/2 bills add up to it: .* = 50\.75 EUR/).waitFor()
    expect(await visitor.violations()).toEqual([])
    await together.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('2 bills matched').waitFor()
    await card.getByText('1', { exact: true }).waitFor()
    expect((await billsOf(own)).map(each => each?.[0])).toEqual(['paid', 'pending_match', 'paid', 'paid'])
    await card.getByRole('button', { name: 'Decline' }).click()
    await card.waitFor({ state: 'hidden' })
    expect(await suggestionsOf(own)).toContain(`declined ${id(own.transactions, 1)} ${id(own.bills, 1)}`)
    await visitor.close()
  })

  it('shows in a bill why its payment settles it, and takes the match back', async () => {
    const { own, visitor, page } = await desk('owner', true)
    await page.goto(`/bills?bill=${id(own.bills)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('The payment names the invoice number RE-1001.').waitFor()
    await drawer.getByText('100 of 100').waitFor()
    expect(await visitor.violations()).toEqual([])
    await drawer.getByRole('button', { name: 'Undo match…' }).click()
    const asked = page.getByRole('dialog', { name: 'Undo this match?', exact: true })
    await asked.getByRole('button', { name: 'Undo match', exact: true }).click()
    await drawer.getByText('Pending match').first().waitFor()
    expect((await billsOf(own))[0]).toEqual(['pending_match', null, null])
    await visitor.close()
  })

  it('asks in the bill itself, with the reasons, and says what went wrong', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.goto(`/bills?bill=${id(own.bills, 1)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('The bank did not report the IBAN that was paid.').waitFor()
    // Meanwhile, and unseen by the page, somebody else has settled the bill otherwise.
    await visitor.settled()
    const [, waiting] = own.bills
    const paid = { ...waiting, status: 'paid', matchedTransactionId: id(own.transactions, 2) } as const
    await service.current.load({ ...own, transactions: [], bills: [paid as (typeof own.bills)[number]] })
    await drawer.getByRole('button', { name: 'Confirm' }).click()
    await drawer.getByText(/is already settled/).waitFor()
    await visitor.close()
  })

  it('shows members the reasons, and leaves the decision to others', async () => {
    const { own, visitor, page } = await desk('member')
    await page.goto(`/bills?bill=${id(own.bills, 1)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('Only owners and admins can decide.').waitFor()
    expect(await drawer.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await page.goto(`/bills?bill=${id(own.bills)}`)
    await page.getByText('The payment names the invoice number RE-1001.').waitFor()
    expect(await page.getByRole('button', { name: /Undo match/ }).count()).toBe(0)
    await visitor.close()
  })
})

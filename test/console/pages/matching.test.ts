/** Matching in a real browser: suggestions, their reasons, and decisions. */
import { describe, expect, it } from 'vitest'
import { id, matchingOn, nameAlone } from '../../import/matching/matchingWorkspaces.ts'
import { hasBrowser, useBrowser } from '../../support/browser/browser.ts'
import { useService } from '../../support/service.ts'
import { homeOf } from '../access/people.ts'
import { consoleFiles, Visitor } from '../visitor.ts'

describe.skipIf(!hasBrowser)('Matching on the Bills page', () => {
  const browser = useBrowser()
  const service = useService('postgres', { files: consoleFiles() })
  const { workspaceWith, run, billsOf, suggestionsOf } = matchingOn(service)

  /** One settled bill, one with a suggestion, and two that a third payment may settle together. */
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

  it('lists open suggestions, confirms one for several bills, and declines another', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.goto('/bills')
    const card = page.getByRole('region', { name: 'To review' })
    await card.getByText('2', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Review' }).click()
    const together = card.getByRole('article').filter({ hasText: 'RE-1003' })
    await together.getByText('Why').click()
    await together.getByText(/2 bills add up to it: .* = €50\.75/).waitFor()
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

  it('shows why a payment settles a bill, and undoes the match', async () => {
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

  it('shows a suggestion with its reasons in the bill, and reports a conflict', async () => {
    const { own, visitor, page } = await desk('owner')
    await page.goto(`/bills?bill=${id(own.bills, 1)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('The bank did not report the IBAN that was paid.').waitFor()
    // Meanwhile somebody else settles the bill with another transaction.
    await visitor.settled()
    const [, waiting] = own.bills
    const paid = { ...waiting, status: 'paid', matchedTransactionId: id(own.transactions, 2) } as const
    await service.current.load({ ...own, transactions: [], bills: [paid as (typeof own.bills)[number]] })
    await drawer.getByRole('button', { name: 'Confirm' }).click()
    await drawer.getByText(/is already settled/).waitFor()
    await visitor.close()
  })

  it('shows members the reasons without any button to decide', async () => {
    const { own, visitor, page } = await desk('member')
    await page.goto(`/bills?bill=${id(own.bills, 1)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('Members cannot decide.').waitFor()
    expect(await drawer.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await page.goto(`/bills?bill=${id(own.bills)}`)
    await page.getByText('The payment names the invoice number RE-1001.').waitFor()
    expect(await page.getByRole('button', { name: /Undo match/ }).count()).toBe(0)
    await visitor.close()
  })
})

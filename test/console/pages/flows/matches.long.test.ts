/** Suggested matches, accepted and declined with the keyboard alone at each width. */
import { describe, expect, it } from 'vitest'
import { id, matchingOn, nameAlone } from '../../../import/matching/matchingWorkspaces.ts'
import { hasBrowser, useBrowser } from '../../../support/browser/browser.ts'
import { useService } from '../../../support/service.ts'
import { homeOf } from '../../access/people.ts'
import { consoleFiles } from '../../visitor.ts'
import { Flow, widths } from './flow.ts'

describe.skipIf(!hasBrowser)('Suggested matches with the keyboard alone', () => {
  const browser = useBrowser()
  const service = useService('embedded', { files: consoleFiles() })
  const { workspaceWith, run, billsOf, suggestionsOf } = matchingOn(service)

  /** Three bills with a suggestion each. */
  async function desk(width: number) {
    const own = await workspaceWith(
      ['80.00', '30.50', '20.25'].map((totalAmount, index) => ({
        totalAmount,
        invoiceNumber: `RE-100${index}`,
      })),
      ['80.00', '30.50', '20.25'].map(amount => ({ amount, ...nameAlone })),
    )
    await run(own)
    const { token } = await homeOf(service.current, own).person('bookkeeper')
    return { own, flow: await Flow.begin(browser.current, service.current, { token, width }) }
  }

  const statusOf = async (own: Parameters<typeof billsOf>[0], index: number) =>
    (await billsOf(own))[index]?.[0]

  it.each(widths)('are accepted and declined in the list and in a bill at %i', async width => {
    const { own, flow } = await desk(width)
    const { page } = flow
    await flow.goTo('/bills')
    const card = page.getByRole('region', { name: 'To review' })
    await flow.press('Review', card)
    const first = card.getByRole('article').filter({ hasText: 'RE-1000' })
    await flow.reach(first.getByText('Why'))
    await page.keyboard.press('Enter')
    await flow.look('a suggestion and its reasons')
    await flow.press('Confirm', first)
    await page.getByText('Bill matched').waitFor()
    await expect.poll(() => statusOf(own, 0)).toBe('paid')
    await first.waitFor({ state: 'detached' })
    // The focus is where the pressed button was, not at the top of the page.
    const suggestions = card.getByRole('group', { name: 'Suggested matches' })
    expect(await suggestions.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)

    const second = card.getByRole('article').filter({ hasText: 'RE-1001' })
    await flow.press('Decline', second)
    await page.getByText('Declined. It will not be suggested again.').waitFor()
    await expect
      .poll(() => suggestionsOf(own))
      .toContain(`declined ${id(own.transactions, 1)} ${id(own.bills, 1)}`)
    await flow.look('after both decisions')

    await page.goto(`/bills?bill=${id(own.bills, 2)}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByRole('heading', { name: 'Suggested payment' }).waitFor()
    await flow.look('the suggestion in the bill')
    await flow.press('Confirm', drawer)
    await expect.poll(() => statusOf(own, 2)).toBe('paid')
    await flow.press('Undo match…', drawer)
    const asked = page.getByRole('dialog', { name: 'Undo this match?', exact: true })
    await asked.waitFor()
    await flow.look('undoing a match')
    await flow.press('Undo match', asked)
    await expect.poll(() => statusOf(own, 2)).toBe('pending_match')
    expect(await statusOf(own, 1)).toBe('pending_match')
    await flow.end()
  })
})

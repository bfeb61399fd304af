/** Comparing the payments of a large import with open bills leaves others their turn. */
import { expect, it } from 'vitest'
import { settlingPaymentsMax } from '../../../src/store/matching/matchCandidates.ts'
import { heldMs } from '../../support/loopDelay.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { matchingOn } from './matchingWorkspaces.ts'

/** At once, these take several times as long. */
const heldMsMax = 150

describeOnBothStores('Suggesting other amounts', store => {
  const service = useService(store)
  const { workspaceWith, run, suggestionsOf } = matchingOn(service)

  it('does not hold the event loop while it compares as many payments as it ever does', async () => {
    const bills = Array.from({ length: 60 }, (_, number) => ({ invoiceNumber: `RE-${7000 + number}` }))
    const words = 'Lieferung von Papier und Karton nach Vereinbarung, Teilbetrag '.repeat(4)
    const payments = Array.from({ length: settlingPaymentsMax }, (_, number) => ({
      amount: `${200 + number}.50`,
      reference: `${words}${number}`,
    }))
    const newest = { amount: '19.00', reference: 'Teil von RE-7001', bookingDate: '2026-01-25' }
    const own = await workspaceWith(bills, [...payments, newest])
    expect(await heldMs(heldMsMax, () => run(own))).toBeLessThan(heldMsMax)
    expect(await suggestionsOf(own)).toHaveLength(1)
  })
})

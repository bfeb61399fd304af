/** One payment for several bills less their cash discounts: suggested, confirmed, declined and taken back. */
import { expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import { billDetails } from '../../../src/contract/console/bills/billDetails.ts'
import type { Suggestion } from '../../../src/contract/console/matching.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { id, matchingOn, waiting } from '../../import/matching/matchingWorkspaces.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectUnchanged, homeOf } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'

const thousand = { totalAmount: '1000.00', invoiceNumber: 'RE-1001' }
const fiveHundred = { totalAmount: '500.00', invoiceNumber: 'RE-1002' }
const both = { amount: '1470.00', reference: 'RE-1001, RE-1002' }

describeOnBothStores('A payment of several bills less their discounts', store => {
  const service = useService(store)
  const { workspaceWith, run, billsOf, suggestionsOf, clockOf } = matchingOn(service)

  /** Each bill offers two percent within 14 days of the invoice, which is until 24 January. */
  async function deskWith(bills: Partial<Bill>[], payments: Partial<Transaction>[]) {
    const own = await workspaceWith(bills, payments)
    const terms = { percent: '2.00', amount: null, base: null, days: 14, from: null, until: null }
    // As if their documents had been read.
    await service.current.store.db.query(
      `insert into bill_details (workspace_id, bill_id, import_id, sources, checks, problems, missing, steps, discounts)
       select $1, read.bill_id, 'imp_1', '{}', '[]', '[]', '{}', '[]', $3::jsonb
       from unnest($2::text[]) as read (bill_id)`,
      [own.workspace.id, own.bills.map(each => each.id), JSON.stringify([{ ...terms, path: '/Invoice' }])],
    )
    await run(own)
    const home = homeOf(service.current, own)
    const owner = await home.person('owner')
    const suggestions = async () =>
      (await owner.get(home.at('/suggestions?state=open'))).body.data as Suggestion[]
    const decide = async (state: string) => {
      service.current.nowMs += 1_000
      return await owner.patch(home.at(`/suggestions/${(await suggestions())[0]?.id}`), { state })
    }
    const settlement = async (bill: number) => {
      const path = home.at(`/bill-details/${id(own.bills, bill)}`)
      return billDetails.parse((await owner.get(path)).body).settlement
    }
    return { own, home, owner, suggestions, decide, settlement }
  }

  it('settles each bill with its own discount when confirmed', async () => {
    const { own, suggestions, decide, settlement } = await deskWith([thousand, fiveHundred], [both])
    expect(await billsOf(own)).toEqual([waiting, waiting])
    const [found, another] = await suggestions()
    expect([found?.bills.length, found?.settlement?.kind, another]).toEqual([2, 'discount', undefined])
    const before = await clockOf(own)
    expect((await decide('confirmed')).body.state).toBe('confirmed')
    const paid = ['paid', id(own.transactions), '2026-01-20T00:00:00.000Z']
    expect(await billsOf(own)).toEqual([paid, paid])
    expect(await clockOf(own)).not.toBe(before)
    expect(await settlement(0)).toMatchObject({ paid: '980.00', discount: '20.00', open: '0.00' })
    expect(await settlement(1)).toMatchObject({ paid: '490.00', discount: '10.00', open: '0.00' })
    expect(await suggestions()).toEqual([])
  })

  it('is kept by a second run, and dropped once the bills no longer add up', async () => {
    const { own, suggestions } = await deskWith([thousand, fiveHundred], [both])
    const [first] = await suggestions()
    expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
    expect((await suggestions()).map(each => each.id)).toEqual([first?.id])
    const [one, two] = own.bills
    const dearer = one && two ? [one, { ...two, totalAmount: '600.00' }] : []
    await service.current.load({ ...own, bills: dearer })
    await run(own)
    expect((await suggestions()).filter(({ bills }) => bills.length > 1)).toEqual([])
  })

  it.each([0, 1])(
    'is dropped by a run for one of its bills that offers no discount any more, %i',
    async of => {
      const { own, suggestions } = await deskWith([thousand, fiveHundred], [both])
      expect(await suggestions()).toHaveLength(1)
      await service.current.store.db.query(
        "update bill_details set discounts = '[]' where workspace_id = $1",
        [own.workspace.id],
      )
      await run(own, { billIds: [id(own.bills, of)] })
      expect((await suggestions()).filter(({ bills }) => bills.length > 1)).toEqual([])
    },
  )

  it('is not a part payment of the largest bill as well', async () => {
    const small = { totalAmount: '10.00', invoiceNumber: 'RE-1002' }
    const { suggestions } = await deskWith([thousand, small], [{ ...both, amount: '989.80' }])
    expect((await suggestions()).map(({ bills, settlement }) => [bills.length, settlement?.kind])).toEqual([
      [2, 'discount'],
    ])
  })

  it('replaces the part payment of one bill that was suggested before the other offered its discount', async () => {
    const small = { totalAmount: '10.00', invoiceNumber: 'RE-1002' }
    const { own, suggestions } = await deskWith([thousand, small], [{ ...both, amount: '989.80' }])
    const shown = async () =>
      (await suggestions()).map(({ bills, settlement }) => [bills.length, settlement?.kind])
    const offer = (discounts: string) =>
      service.current.store.db.query(
        `update bill_details set discounts = $3::jsonb where workspace_id = $1 and bill_id = $2`,
        [own.workspace.id, id(own.bills, 1), discounts],
      )
    const [{ discounts = [] } = {}] = await service.current.store.db.query<{ discounts: object[] }>(
      'select discounts from bill_details where workspace_id = $1 limit 1',
      [own.workspace.id],
    )
    await offer('[]')
    await run(own)
    expect(await shown()).toEqual([[1, 'part']])
    await offer(JSON.stringify(discounts))
    expect(await run(own, { billIds: [id(own.bills, 1)] })).toEqual({ matched: 0, suggested: 1 })
    expect(await shown()).toEqual([[2, 'discount']])
  })

  it('gives way to a single bill that explains the payment, and to nothing that has been declined', async () => {
    const single = { totalAmount: '1500.00', invoiceNumber: 'RE-1003' }
    const { own, suggestions, decide } = await deskWith([thousand, fiveHundred, single], [both])
    const shown = async () => (await suggestions()).map(({ bills }) => bills.map(each => each.invoiceNumber))
    expect(await shown()).toEqual([['RE-1003']])
    await decide('declined')
    await run(own)
    expect(await shown()).toEqual([['RE-1001', 'RE-1002']])
    await run(own, { billIds: [id(own.bills, 2)] })
    expect(await shown()).toEqual([['RE-1001', 'RE-1002']])
  })

  it('is refused if the bills share the same sum otherwise than when it was suggested', async () => {
    const { own, suggestions, decide } = await deskWith([thousand, fiveHundred], [both])
    const [one, two] = own.bills
    const swapped =
      one && two
        ? [
            { ...one, totalAmount: two.totalAmount },
            { ...two, totalAmount: one.totalAmount },
          ]
        : []
    await service.current.load({ ...own, bills: swapped })
    expect(await suggestions()).toHaveLength(1)
    await expectUnchanged(service.current, async () => {
      expect(statusAndCode(await decide('confirmed'))).toEqual([409, 'SETTLEMENT_CHANGED'])
    })
  })

  it('is not suggested again once declined, nor if a single bill explains the payment', async () => {
    const { own, suggestions, decide } = await deskWith([thousand, fiveHundred], [both])
    await decide('declined')
    await run(own)
    expect(await suggestionsOf(own)).toEqual([
      `declined ${id(own.transactions)} ${[id(own.bills), id(own.bills, 1)].sort().join(' ')}`,
    ])
    expect(await suggestions()).toEqual([])
    const single = { totalAmount: '1500.00', invoiceNumber: 'RE-1003' }
    const other = await deskWith([thousand, fiveHundred, single], [{ ...both, reference: null }])
    expect((await other.suggestions()).map(({ bills }) => bills.map(each => each.totalAmount))).toEqual([
      ['1500.00'],
    ])
  })

  it('is taken back for one bill, and stays for the other', async () => {
    const { own, home, owner, decide, settlement } = await deskWith([thousand, fiveHundred], [both])
    await decide('confirmed')
    service.current.nowMs += 1_000
    const reply = await owner.delete(home.at(`/matches/${id(own.bills)}`))
    expect(reply.body).toMatchObject({ status: 'pending_match', matchedTransactionId: null })
    expect(await settlement(0)).toMatchObject({ paid: '0', discount: '0', open: '1000.00' })
    expect(await settlement(1)).toMatchObject({ paid: '490.00', discount: '10.00', open: '0.00' })
  })

  it('keeps other workspaces and members out', async () => {
    const { own, home, suggestions } = await deskWith([thousand, fiveHundred], [both])
    const [found] = await suggestions()
    const foreign = homeOf(service.current, service.current.foreign)
    const stranger = await foreign.person('owner')
    const member = await home.person('member')
    const body = { state: 'confirmed' }
    await expectUnchanged(service.current, async () => {
      expect((await stranger.patch(foreign.at(`/suggestions/${found?.id}`), body)).status).toBe(404)
      expect((await member.patch(home.at(`/suggestions/${found?.id}`), body)).status).toBe(403)
    })
    expect(await billsOf(own)).toEqual([waiting, waiting])
  })
})

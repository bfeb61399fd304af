/** Bills that are settled in parts, with a discount, with charges or within a tolerance, when a person says so. */
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import { billDetails } from '../../src/contract/console/bills/billDetails.ts'
import type { Suggestion } from '../../src/contract/console/matching.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { noTolerance } from '../../src/domain/matching/settledParts.ts'
import { listAudit } from '../../src/store/audit.ts'
import { settleBooked } from '../../src/store/matching/billMatches.ts'
import { id, matchingOn, waiting } from '../import/matching/matchingWorkspaces.ts'
import { account, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { expectUnchanged, homeOf } from './access/people.ts'
import { statusAndCode } from './wire.ts'

const thousand = { totalAmount: '1000.00' }
const part = { amount: '400.00' }
const rest = { amount: '600.00', bookingDate: '2026-02-03' }

describeOnBothStores('Settling a bill by other amounts', store => {
  const service = useService(store)
  const { workspaceWith, write, run, billsOf, clockOf } = matchingOn(service)

  async function deskWith(bills: Partial<Bill>[], payments: Partial<Transaction>[]) {
    const own = await workspaceWith(bills, payments)
    const home = homeOf(service.current, own)
    const owner = await home.person('owner', { name: 'Ada' })
    const suggestions = async (state = 'open') =>
      (await owner.get(home.at(`/suggestions?state=${state}`))).body.data as Suggestion[]
    const kinds = async () =>
      (await suggestions()).map(({ transaction: paid, settlement }) => [paid.amount, settlement?.kind]).sort()
    const decide = async (amount: string, state = 'confirmed') => {
      const found = (await suggestions()).find(each => each.transaction.amount === amount)
      return await owner.patch(home.at(`/suggestions/${found?.id}`), { state })
    }
    const remove = (transactionId: string, billId = id(own.bills)) =>
      owner.delete(home.at(`/bill-payments/${billId}?transactionId=${transactionId}`))
    const details = async (billId = id(own.bills)) =>
      billDetails.parse((await owner.get(home.at(`/bill-details/${billId}`))).body)
    const sums = async () => {
      const { settlement } = await details()
      const { paid, discount, charge, tolerance, open, payments: all } = settlement
      return [paid, discount, charge, tolerance, open, all.length]
    }
    const limits = (given: object) => owner.patch(home.at('/settlement'), { ...noTolerance, ...given })
    return { own, home, owner, suggestions, kinds, decide, remove, details, sums, limits }
  }

  describe('in parts', () => {
    it('suggests each part with its reason, and matches none by itself', async () => {
      const { own, suggestions } = await deskWith([thousand], [part])
      const clock = await clockOf(own)
      expect(await run(own)).toEqual({ matched: 0, suggested: 1 })
      expect(await billsOf(own)).toEqual([waiting])
      const [found] = await suggestions()
      expect(found?.settlement).toEqual({
        kind: 'part',
        open: '1000.00',
        amount: '400.00',
        discount: '0',
        charge: '0',
        tolerance: '0',
      })
      expect(found?.reasons.find(({ sign }) => sign === 'settlement')?.sentence).toBe(
        'It pays 400.00 of the 1000.00 that are open; 600.00 stays open.',
      )
      expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
      expect(await clockOf(own)).toBe(clock)
    })

    it('records a part without changing the bill or the clock, and settles it with the last one', async () => {
      const { own, owner, decide, kinds, details, sums } = await deskWith([thousand], [part, rest])
      await run(own)
      const clock = await clockOf(own)
      expect((await decide('400.00')).body).toMatchObject({ state: 'confirmed', bills: [own.bills[0]] })
      expect([await billsOf(own), await clockOf(own)]).toEqual([[waiting], clock])
      expect(await sums()).toEqual(['400.00', '0', '0', '0', '600.00', 1])
      expect((await details()).settlement.payments[0]).toMatchObject({
        transactionId: id(own.transactions),
        transactionAmount: '400.00',
        amount: '400.00',
        status: 'booked',
        day: '2026-01-20',
        by: { kind: 'person', id: owner.id, name: 'Ada' },
      })
      expect(await kinds()).toEqual([['600.00', 'rest']])
      service.current.nowMs += 1_000
      expect((await decide('600.00')).body.bills[0]).toMatchObject({
        status: 'paid',
        matchedTransactionId: id(own.transactions, 1),
        paidAt: '2026-02-03T00:00:00.000Z',
        updatedAt: await clockOf(own),
      })
      expect(await clockOf(own)).not.toBe(clock)
      expect(await sums()).toEqual(['1000.00', '0', '0', '0', '0.00', 2])
      expect(await kinds()).toEqual([])
    })

    it('never matches the rest of a bill by itself, nor the whole amount once more', async () => {
      const { own, decide, kinds } = await deskWith([thousand], [part])
      await run(own)
      await decide('400.00')
      const [on = account(own.companies[0] ?? { id: '' })] = own.accounts
      const more = ['600.00', '1000.00'].map(amount =>
        transaction(on, { ...own.transactions[0], id: `txn_${amount}_${own.workspace.id}`, amount }),
      )
      await service.current.load(workspaceFile({ workspace: own.workspace, transactions: more }))
      expect(await run(own)).toEqual({ matched: 0, suggested: 1 })
      expect(await kinds()).toEqual([['600.00', 'rest']])
    })

    it('removes one payment: the bill is open again, and the pair is not suggested again', async () => {
      const { own, decide, remove, sums, kinds } = await deskWith([thousand], [part, rest])
      await run(own)
      await decide('400.00')
      service.current.nowMs += 1_000
      await decide('600.00')
      service.current.nowMs += 1_000
      const reply = await remove(id(own.transactions))
      expect(reply.body).toMatchObject({ status: 'pending_match', matchedTransactionId: null, paidAt: null })
      expect(reply.body.updatedAt).toBe(await clockOf(own))
      expect(await sums()).toEqual(['600.00', '0', '0', '0', '400.00', 1])
      const clock = await clockOf(own)
      await remove(id(own.transactions, 1))
      expect([await clockOf(own), await sums()]).toEqual([clock, ['0', '0', '0', '0', '1000.00', 0]])
      await run(own)
      expect(await kinds()).toEqual([])
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await remove(id(own.transactions)))).toEqual([409, 'NOT_PAID'])
      })
    })

    it('undoes the match of a bill in parts by its last payment only', async () => {
      const { own, home, owner, decide, sums } = await deskWith(
        [{ ...thousand, status: 'approved' }],
        [part, rest],
      )
      await run(own)
      await decide('400.00')
      await decide('600.00')
      const reply = await owner.delete(home.at(`/matches/${id(own.bills)}`))
      expect(reply.body.status).toBe('approved')
      expect(await sums()).toEqual(['400.00', '0', '0', '0', '600.00', 1])
    })

    it('is paid only once every part is booked, on the day of the last one', async () => {
      const { own, decide } = await deskWith(
        [thousand],
        [{ ...part, status: 'pending', bookingDate: null, valueDate: '2026-01-19' }, rest],
      )
      await run(own)
      await decide('400.00')
      await decide('600.00')
      expect(await billsOf(own)).toEqual([['matched', id(own.transactions, 1), null]])
      const settle = () =>
        write(own, async (connection, stamp) => {
          const result = await settleBooked(connection, own.workspace.id, [id(own.transactions)], stamp)
          return { result, changed: result > 0 }
        })
      const [first] = own.transactions
      const booked = (amount: string) =>
        service.current.load(
          workspaceFile({
            workspace: own.workspace,
            transactions: first ? [{ ...first, status: 'booked', bookingDate: '2026-02-09', amount }] : [],
          }),
        )
      // The bank has booked less than was pending, so the bill is not paid.
      await booked('399.00')
      expect(await settle()).toBe(0)
      await booked('400.00')
      expect(await settle()).toBe(1)
      expect(await billsOf(own)).toEqual([['paid', id(own.transactions, 1), '2026-02-09T00:00:00.000Z']])
    })

    it('is refused if the bill or the transaction has changed since it was suggested', async () => {
      const { own, home, owner, suggestions, decide } = await deskWith(
        [thousand],
        [part, { ...part, amount: '700.00' }],
      )
      await run(own)
      const [one, two] = await suggestions()
      await owner.patch(home.at(`/suggestions/${one?.id}`), { state: 'confirmed' })
      const reply = await owner.patch(home.at(`/suggestions/${two?.id}`), { state: 'confirmed' })
      // 700 is more than what is open, so it is not suggested any more.
      expect([reply.status, await suggestions()]).toEqual([404, []])
      expect((await decide('400.00')).status).toBe(404)
      const other = await deskWith([thousand], [part])
      await run(other.own)
      await service.current.load({
        ...other.own,
        bills: other.own.bills.map(each => ({ ...each, totalAmount: '900.00' })),
      })
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await other.decide('400.00'))).toEqual([409, 'SETTLEMENT_CHANGED'])
      })
    })
  })

  describe('by a difference', () => {
    it('suggests it only within the limits that a person set, and again when they change', async () => {
      const { own, home, owner, kinds, limits } = await deskWith(
        [thousand],
        [{ amount: '1000.04' }, { amount: '990.00' }],
      )
      await run(own)
      expect((await owner.get(home.at('/settlement'))).body).toEqual(noTolerance)
      expect(await kinds()).toEqual([['990.00', 'part']])
      const clock = await clockOf(own)
      expect((await limits({ toleranceAmount: '0.05', chargeMax: '10' })).body).toEqual({
        ...noTolerance,
        toleranceAmount: '0.05',
        chargeMax: '10',
      })
      expect(await kinds()).toEqual([
        ['1000.04', 'tolerance'],
        ['990.00', 'charge'],
      ])
      await limits({ tolerancePercent: '0.003', toleranceAmount: '0.05' })
      expect(await kinds()).toEqual([['990.00', 'part']])
      expect(await clockOf(own)).toBe(clock)
      const changes = (await listAudit(service.current.store.db, own.workspace.id)).filter(
        ({ action }) => action === 'settlement.changed',
      )
      expect(changes.map(({ actor }) => actor.id)).toEqual([owner.id, owner.id])
    })

    it('settles the bill with the difference on record', async () => {
      const { own, decide, sums, limits } = await deskWith([thousand], [{ amount: '1000.04' }])
      await limits({ tolerancePercent: '1' })
      await run(own)
      expect((await decide('1000.04')).body.bills[0].status).toBe('paid')
      expect(await sums()).toEqual(['1000.04', '0', '0', '-0.04', '0.00', 1])
    })

    it.each([
      ['a percent above 100', { tolerancePercent: '100.01' }],
      ['a negative amount', { toleranceAmount: '-1' }],
      ['a number', { chargeMax: 5 }],
      ['an unknown limit', { most: '1' }],
    ])('refuses %s', async (_, given) => {
      const { limits } = await deskWith([], [])
      await expectUnchanged(service.current, async () => {
        expect((await limits(given)).status).toBe(400)
      })
    })
  })

  it('keeps other workspaces and members out', async () => {
    const { own, home } = await deskWith([thousand], [part])
    await run(own)
    const stranger = await homeOf(service.current, service.current.foreign).person('owner')
    const member = await home.person('member')
    const path = home.at(`/bill-payments/${id(own.bills)}?transactionId=${id(own.transactions)}`)
    const limits = { tolerancePercent: null, toleranceAmount: '1', chargeMax: null }
    await expectUnchanged(service.current, async () => {
      expect((await stranger.delete(path)).status).toBe(404)
      expect((await stranger.patch(home.at('/settlement'), limits)).status).toBe(404)
      expect((await member.delete(path)).status).toBe(403)
      expect((await member.patch(home.at('/settlement'), limits)).status).toBe(403)
      const elsewhere = homeOf(service.current, service.current.foreign)
      const foreignPath = elsewhere.at(
        `/bill-payments/${id(own.bills)}?transactionId=${id(own.transactions)}`,
      )
      expect((await stranger.delete(foreignPath)).status).toBe(404)
    })
    expect((await member.get(home.at('/settlement'))).status).toBe(200)
  })
})

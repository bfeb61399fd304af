/** What people record by hand: parts of a bill, differences with a reason, and one payment for several bills. */
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import { billDetails } from '../../../src/contract/console/bills/billDetails.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { noTolerance } from '../../../src/domain/matching/settledParts.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { insertCharges } from '../../../src/store/imports/charges.ts'
import { id, matchingOn, nameAlone, waiting } from '../../import/matching/matchingWorkspaces.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectUnchanged, homeOf } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'

const thousand = { totalAmount: '1000.00' }
const none = { discount: '0', charge: '0', tolerance: '0' }

describeOnBothStores('A payment recorded by hand', store => {
  const service = useService(store)
  const { workspaceWith, run, billsOf, suggestionsOf, clockOf } = matchingOn(service)

  /** Payments that name no bill, so that nothing is suggested. */
  async function deskWith(bills: Partial<Bill>[], payments: Partial<Transaction>[]) {
    const own = await workspaceWith(
      bills,
      payments.map(payment => ({ ...nameAlone, ...payment })),
    )
    await run(own)
    const home = homeOf(service.current, own)
    const owner = await home.person('owner', { name: 'Ada' })
    const record = (parts: object | undefined, payment = 0, bill = 0) => {
      service.current.nowMs += 1_000
      const body = { billId: id(own.bills, bill), transactionId: id(own.transactions, payment), parts }
      return owner.post(home.at('/matches'), body)
    }
    const settlement = async (bill = 0) => {
      const path = home.at(`/bill-details/${id(own.bills, bill)}`)
      return billDetails.parse((await owner.get(path)).body).settlement
    }
    const candidates = async (bill = 0) => {
      const { open, data } = (await owner.get(home.at(`/match-candidates?billId=${id(own.bills, bill)}`)))
        .body as { open: string; data: { transaction: Transaction; available: string }[] }
      return [open, ...data.map(({ transaction, available }) => [transaction.id, available])]
    }
    const limits = (given: object) => owner.patch(home.at('/settlement'), { ...noTolerance, ...given })
    return { own, home, owner, record, settlement, candidates, limits }
  }

  it('pays a part without changing the bill or the clock, and the last part settles it', async () => {
    const { own, owner, record, settlement } = await deskWith(
      [thousand],
      [{ amount: '400.00' }, { amount: '600.00', bookingDate: '2026-02-03' }],
    )
    expect(await suggestionsOf(own)).toEqual([])
    const clock = await clockOf(own)
    const first = await record({ amount: '400.00' })
    expect([first.status, first.body]).toEqual([201, own.bills[0]])
    expect([await billsOf(own), await clockOf(own)]).toEqual([[waiting], clock])
    expect(await settlement()).toMatchObject({ paid: '400.00', open: '600.00', ...none })
    const last = await record({ amount: '600.00' }, 1)
    expect(last.body).toMatchObject({ status: 'paid', matchedTransactionId: id(own.transactions, 1) })
    expect(last.body.updatedAt).toBe(await clockOf(own))
    expect((await settlement()).payments.map(({ amount, by }) => [amount, by.name])).toEqual([
      ['400.00', 'Ada'],
      ['600.00', 'Ada'],
    ])
    const records = (await listAudit(service.current.store.db, own.workspace.id)).filter(
      ({ actor }) => actor.id === owner.id,
    )
    expect(records.map(({ action, details }) => [action, details.amount, details.open])).toEqual([
      ['bill.paid_in_part', '400.00', '600.00'],
      ['bill.matched', '600.00', '0.00'],
    ])
  })

  it('is chosen among those of what is open, then those of the supplier, then the newest others', async () => {
    const stranger = { counterpartyName: 'Tankhof', merchantName: null, description: null }
    const { own, candidates } = await deskWith(
      [thousand],
      [
        { ...stranger, amount: '12.00', bookingDate: '2026-03-09' },
        { amount: '300.00', bookingDate: '2026-03-01' },
        { ...stranger, amount: '1000.00', bookingDate: '2026-02-01' },
      ],
    )
    const [fuel, part, exact] = own.transactions.map(each => each.id)
    expect(await candidates()).toEqual(['1000.00', [exact, '1000.00'], [part, '300.00'], [fuel, '12.00']])
  })

  it('settles the bill with a discount that only the person knows of', async () => {
    const { record, settlement } = await deskWith([thousand], [{ amount: '970.00' }])
    expect((await record({ amount: '970.00', discount: '30.00' })).body.status).toBe('paid')
    expect(await settlement()).toMatchObject({ paid: '970.00', discount: '30.00', open: '0.00' })
  })

  it('is removed again like any other, and is not suggested then', async () => {
    const { own, home, owner, record, settlement } = await deskWith([thousand], [{ amount: '970.00' }])
    await record({ amount: '970.00', discount: '30.00' })
    service.current.nowMs += 1_000
    const path = home.at(`/bill-payments/${id(own.bills)}?transactionId=${id(own.transactions)}`)
    expect((await owner.delete(path)).body.status).toBe('pending_match')
    expect(await settlement()).toMatchObject({ paid: '0', open: '1000.00', payments: [] })
    await run(own)
    expect(await suggestionsOf(own)).toEqual([`declined ${id(own.transactions)} ${id(own.bills)}`])
  })

  describe('one payment for several bills', () => {
    it('pays each of them, and offers what is left of it for the next', async () => {
      const { own, record, candidates } = await deskWith(
        [thousand, { totalAmount: '500.00', invoiceNumber: 'RE-1002' }],
        [{ amount: '1470.00' }],
      )
      const payment = id(own.transactions)
      expect(await candidates()).toEqual(['1000.00', [payment, '1470.00']])
      await record({ amount: '980.00', discount: '20.00' }, 0, 0)
      expect(await candidates(1)).toEqual(['500.00', [payment, '490.00']])
      await expectUnchanged(service.current, async () => {
        const reply = await record({ amount: '490.01' }, 0, 1)
        expect(statusAndCode(reply)).toEqual([409, 'UNFIT_TRANSACTION'])
        expect(reply.body.message).toBe(
          'The transaction is 1470.00 EUR, of which 980.00 already pays other bills; 490.01 EUR is 0.01 too much.',
        )
      })
      await record({ amount: '490.00', discount: '10.00' }, 0, 1)
      expect((await billsOf(own)).map(state => state?.slice(0, 2))).toEqual([
        ['paid', payment],
        ['paid', payment],
      ])
      expect(await candidates(1)).toEqual(['0.00'])
    })

    it('pays a bill once only', async () => {
      const { record, settlement } = await deskWith([thousand], [{ amount: '400.00' }])
      await record({ amount: '100.00' })
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await record({ amount: '100.00' }))).toEqual([409, 'ALREADY_PAYS'])
      })
      expect(await settlement()).toMatchObject({ paid: '100.00', open: '900.00' })
    })
  })

  describe('a difference', () => {
    it('is accepted within the limits of the workspace only', async () => {
      const { record, settlement, limits } = await deskWith([thousand], [{ amount: '1000.04' }])
      const tooMuch = { amount: '1000.04', tolerance: '-0.04' }
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await record(tooMuch))).toEqual([409, 'BEYOND_TOLERANCE'])
      })
      await limits({ toleranceAmount: '0.03' })
      expect(statusAndCode(await record(tooMuch))).toEqual([409, 'BEYOND_TOLERANCE'])
      await limits({ toleranceAmount: '0.04' })
      expect((await record(tooMuch)).body.status).toBe('paid')
      expect(await settlement()).toMatchObject({ paid: '1000.04', tolerance: '-0.04', open: '0.00' })
    })

    it('is a charge if it is within the limit, or if the bank states it', async () => {
      const { own, record, settlement, limits } = await deskWith(
        [thousand, thousand],
        [{ amount: '985.00' }, { amount: '985.00' }],
      )
      const charged = { amount: '985.00', charge: '15.00' }
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await record(charged))).toEqual([409, 'BEYOND_TOLERANCE'])
      })
      await limits({ chargeMax: '15' })
      expect((await record(charged)).body.status).toBe('paid')
      await limits({})
      const charge = { transactionId: id(own.transactions, 1), statementId: 'stm_1', amount: '15.00' }
      await insertCharges(service.current.store.db, own.workspace.id, [charge])
      const other = { amount: '985.00', charge: '14.99' }
      expect(statusAndCode(await record(other, 1, 1))).toEqual([409, 'BEYOND_TOLERANCE'])
      expect((await record(charged, 1, 1)).body.status).toBe('paid')
      expect(await settlement(1)).toMatchObject({ paid: '985.00', charge: '15.00', open: '0.00' })
    })

    it('settles no more than is open, and something', async () => {
      const { record } = await deskWith([thousand], [{ amount: '1200.00' }])
      await expectUnchanged(service.current, async () => {
        const reply = await record({ amount: '990.00', discount: '10.01' })
        expect(statusAndCode(reply)).toEqual([409, 'SETTLES_TOO_MUCH'])
        expect(reply.body.message).toBe(
          '1000.00 EUR is open on Bill RE-1001, and this would settle 1000.01, which is 0.01 too much.',
        )
        expect(statusAndCode(await record({ amount: '1.00', charge: '-1.00' }))).toEqual([
          409,
          'SETTLES_NOTHING',
        ])
      })
    })
  })

  it.each([
    ['nothing', {}],
    ['zero', { amount: '0.00' }],
    ['a negative amount', { amount: '-1.00' }],
    ['a number', { amount: 400 }],
    ['a negative discount', { amount: '400.00', discount: '-1' }],
    ['an unknown part', { amount: '400.00', gift: '1' }],
  ])('refuses %s as a part', async (_, parts) => {
    const { record } = await deskWith([thousand], [{ amount: '400.00' }])
    await expectUnchanged(service.current, async () => {
      expect((await record(parts)).status).toBe(400)
    })
  })

  it('keeps other workspaces and members out', async () => {
    const { own, home } = await deskWith([thousand], [{ amount: '400.00' }])
    const foreign = homeOf(service.current, service.current.foreign)
    const stranger = await foreign.person('owner')
    const member = await home.person('member')
    const parts = { amount: '1.00' }
    const body = { billId: id(own.bills), transactionId: id(own.transactions), parts }
    await expectUnchanged(service.current, async () => {
      expect((await stranger.post(home.at('/matches'), body)).status).toBe(404)
      expect((await stranger.post(foreign.at('/matches'), body)).status).toBe(404)
      const mixed = { ...body, billId: id(service.current.foreign.bills) }
      expect((await stranger.post(foreign.at('/matches'), mixed)).status).toBe(404)
      expect((await member.post(home.at('/matches'), body)).status).toBe(403)
    })
  })
})

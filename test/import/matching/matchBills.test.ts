/** Bills and payments in the store: what is matched, what is suggested, and what people decided. */
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../src/contract/bills.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { findBill } from '../../../src/store/bills.ts'
import { settleBooked } from '../../../src/store/matching/billMatches.ts'
import { rememberDecision } from '../../../src/store/matching/suggestions.ts'
import { dump, expectUnchanged } from '../../console/access/people.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { id, matchingOn, nameAlone, paid, waiting } from './matchingWorkspaces.ts'

describeOnBothStores('matching in the store', store => {
  const service = useService(store)
  const { workspaceWith, write, run, billsOf, suggestionsOf, clockOf } = matchingOn(service)

  it('applies a certain match: paid at the start of the booking day, stamped, explained and audited', async () => {
    const own = await workspaceWith([{}], [{}])
    const [foreign] = await service.current.store.db.query<{ status: string; count: string }>(
      "select count(*) as count from bills where status = 'paid'",
    )
    const { workspace } = own
    expect(await run(own)).toEqual({ matched: 1, suggested: 0 })
    const stamp = new Date(service.current.nowMs).toISOString()
    const transactionId = id(own.transactions)
    const { db } = service.current.store
    expect(await findBill(db, workspace.id, id(own.bills))).toEqual({
      ...own.bills[0],
      status: 'paid',
      matchedTransactionId: transactionId,
      paidAt: '2026-01-20T00:00:00.000Z',
      updatedAt: stamp,
    })
    expect(await clockOf(own)).toBe(stamp)
    const [row] = await db.query<{ score: number; reasons: { sign: string }[] }>(
      `select bill_id, transaction_id, actor_kind, import_id, at, score, status_before, reasons from bill_matches
       where workspace_id = $1`,
      [workspace.id],
    )
    expect(row).toEqual({
      bill_id: id(own.bills),
      transaction_id: transactionId,
      actor_kind: 'service',
      import_id: null,
      at: stamp,
      score: 100,
      status_before: 'pending_match',
      reasons: row?.reasons,
    })
    expect(row?.reasons.map(({ sign }) => sign)).toEqual([
      'reference',
      'amount',
      'currency',
      'iban',
      'name',
      'date',
    ])
    const audit = (await listAudit(db, workspace.id)).filter(({ action }) => action === 'bill.matched')
    expect(audit.map(({ subjectId, details }) => [subjectId, details])).toEqual([
      [id(own.bills), { name: 'Papierwerk Süd AG RE-1001', transactionId, score: 100 }],
    ])
    const [after] = await db.query<{ count: string }>(
      "select count(*) as count from bills where status = 'paid'",
    )
    expect(Number(after?.count)).toBe(Number(foreign?.count) + 1)
  })

  it.each(['pending_match', 'approved', 'scheduled'] as const)('matches bills that are %s', async status => {
    const own = await workspaceWith([{ status }], [{}])
    expect((await run(own)).matched).toBe(1)
  })

  it.each([
    ['a bill that is still being read', { status: 'processing' }, {}],
    ['a bill that is not approved yet', { status: 'pending_approval' }, {}],
    ['a bill without a total', { totalAmount: null }, {}],
    ['incoming money', {}, { side: 'credit' }],
    ['a payment that the bank rejected', {}, { status: 'rejected' }],
  ] as [string, Partial<Bill>, Partial<Transaction>][])('leaves %s alone', async (_, aBill, aPayment) => {
    const own = await workspaceWith([aBill], [aPayment])
    expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
  })

  it('uses no payment of another company, nor one that settles another bill', async () => {
    const own = await workspaceWith([{ invoiceNumber: null, supplierIban: null }, {}], [{}])
    const [settled] = own.bills
    const other = company()
    const elsewhere = account(other)
    await service.current.load({
      ...own,
      companies: [...own.companies, other],
      accounts: [...own.accounts, elsewhere],
      transactions: [...own.transactions, transaction(elsewhere, paid)],
      bills: own.bills.map(each =>
        each === settled ? { ...each, status: 'paid', matchedTransactionId: id(own.transactions) } : each,
      ),
    })
    expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
  })

  it('suggests two equal candidates and matches neither', async () => {
    const own = await workspaceWith([{}], [{}, {}])
    expect(await run(own)).toEqual({ matched: 0, suggested: 2 })
    expect(await billsOf(own)).toEqual([waiting])
    expect(await suggestionsOf(own)).toEqual(
      own.transactions.map(each => `open ${each.id} ${id(own.bills)}`).sort(),
    )
  })

  it('matches a pending payment, marks the bill paid once it is booked, and changes nothing after that', async () => {
    const own = await workspaceWith([{}], [{ status: 'pending', bookingDate: null, valueDate: '2026-01-19' }])
    const transactionId = id(own.transactions)
    expect((await run(own)).matched).toBe(1)
    expect(await billsOf(own)).toEqual([['matched', transactionId, null]])
    const settled = () =>
      write(own, async (connection, stamp) => {
        const result = await settleBooked(connection, own.workspace.id, [transactionId], stamp)
        return { result, changed: result > 0 }
      })
    expect(await settled()).toBe(0)
    const booked = own.transactions.map(each => ({
      ...each,
      status: 'booked' as const,
      bookingDate: '2026-01-21',
    }))
    await service.current.load(workspaceFile({ workspace: own.workspace, transactions: booked }))
    expect(await settled()).toBe(1)
    expect(await billsOf(own)).toEqual([['paid', transactionId, '2026-01-21T00:00:00.000Z']])
    const clock = await clockOf(own)
    expect(await settled()).toBe(0)
    expect(await clockOf(own)).toBe(clock)
  })

  it('changes nothing on a second run: no row, no suggestion, not the clock', async () => {
    const own = await workspaceWith(
      [
        {},
        { invoiceNumber: 'RE-2002' },
        { totalAmount: '50.00' },
        { totalAmount: '60.00', invoiceNumber: 'RE-9' },
      ],
      [{}, { reference: null }, { amount: '50', ...nameAlone }, { amount: '110.00', ...nameAlone }],
    )
    const first = await run(own)
    expect([first.matched, first.suggested]).toEqual([2, 2])
    const clock = await clockOf(own)
    // The time until which an account's payments were looked at is stored with it and may change.
    const rows = () => dump(service.current.store.db, ['account_details'])
    const before = await rows()
    expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
    expect(await rows()).toEqual(before)
    expect(await clockOf(own)).toBe(clock)
  })

  describe('a decline', () => {
    const decline = (own: WorkspaceFile, billIds: string[]) =>
      write(own, async (connection, stamp) => {
        const declined = {
          companyId: id(own.companies),
          transactionId: id(own.transactions),
          billIds,
          score: 50,
          reasons: [],
        }
        const by = { state: 'declined', by: 'usr_1', stamp } as const
        await rememberDecision(connection, own.workspace.id, declined, by)
        return { result: null, changed: false }
      })

    it('is never overridden by a later run, however certain the pair has become', async () => {
      const own = await workspaceWith([{}], [nameAlone])
      expect(await run(own)).toEqual({ matched: 0, suggested: 1 })
      await decline(own, [id(own.bills)])
      const named = own.transactions.map(each => ({ ...each, ...paid }))
      await service.current.load(workspaceFile({ workspace: own.workspace, transactions: named }))
      for (const given of [{}, { transactionIds: [id(own.transactions)] }, { billIds: [id(own.bills)] }]) {
        expect(await run(own, given)).toEqual({ matched: 0, suggested: 0 })
      }
      expect(await suggestionsOf(own)).toEqual([`declined ${id(own.transactions)} ${id(own.bills)}`])
    })

    it('of one bill keeps the payment from settling it together with others', async () => {
      const own = await workspaceWith([{ totalAmount: '100.00' }, { totalAmount: '19.00' }], [{}])
      await decline(own, [id(own.bills, 1)])
      expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
    })

    it('of several bills applies to exactly these bills', async () => {
      const own = await workspaceWith(
        [{ totalAmount: '100.00' }, { totalAmount: '19.00' }, { totalAmount: '19.00' }],
        [nameAlone],
      )
      const [one, two, three] = own.bills.map(each => each.id)
      await decline(own, [one ?? '', two ?? ''])
      expect(await run(own)).toEqual({ matched: 0, suggested: 1 })
      expect(await suggestionsOf(own)).toContain(`open ${id(own.transactions)} ${one} ${three}`)
    })
  })

  it('settles several bills, including a credit note, by the one payment they add up to', async () => {
    const own = await workspaceWith(
      [
        { totalAmount: '100.00', invoiceNumber: 'RE-1001' },
        { totalAmount: '50.5', invoiceNumber: 'RE-1002' },
        { totalAmount: '-31.50', invoiceNumber: 'GS-2001', supplierIban: null },
        { totalAmount: '8.00', invoiceNumber: 'RE-1003' },
      ],
      [{ reference: 'RE-1001 RE-1002 GS-2001' }],
    )
    expect(await run(own)).toEqual({ matched: 3, suggested: 0 })
    const settled = ['paid', id(own.transactions), '2026-01-20T00:00:00.000Z']
    expect(await billsOf(own)).toEqual([settled, settled, settled, waiting])
  })

  it('closes suggestions that were settled another way or whose amount has changed', async () => {
    const own = await workspaceWith(
      [{}, { totalAmount: '50.00' }],
      [nameAlone, { amount: '50.00', ...nameAlone }],
    )
    expect(await run(own)).toEqual({ matched: 0, suggested: 2 })
    const [first, second] = own.transactions
    await service.current.load(
      workspaceFile({
        workspace: own.workspace,
        transactions: [...own.transactions.slice(0, 1), ...(second ? [{ ...second, amount: '51.00' }] : [])],
        bills: own.bills
          .slice(0, 1)
          .map(each => ({ ...each, status: 'paid' as const, matchedTransactionId: first?.id ?? '' })),
      }),
    )
    await run(own)
    expect(await suggestionsOf(own)).toEqual([])
  })

  describe('a run for certain rows', () => {
    it('finds what a run over everything would find for them, and leaves others alone', async () => {
      const own = await workspaceWith([{}, { totalAmount: '50.00' }], [{}, { amount: '50.00' }])
      expect(await run(own, { transactionIds: [id(own.transactions)] })).toEqual({ matched: 1, suggested: 0 })
      expect((await billsOf(own))[1]).toEqual(waiting)
      expect(await run(own, { billIds: [id(own.bills, 1)] })).toEqual({ matched: 1, suggested: 0 })
    })

    it('takes rivals outside of them into account', async () => {
      const own = await workspaceWith([{}], [{}, {}])
      expect(await run(own, { transactionIds: [id(own.transactions)] })).toEqual({ matched: 0, suggested: 2 })
    })

    it('finds several bills for a new payment, and for a new bill among older ones', async () => {
      const bills = [{ totalAmount: '100.00' }, { totalAmount: '19.00', invoiceNumber: 'RE-1002' }]
      const byPayment = await workspaceWith(bills, [{}])
      expect((await run(byPayment, { transactionIds: [id(byPayment.transactions)] })).matched).toBe(2)
      const byBill = await workspaceWith(bills, [{}])
      expect((await run(byBill, { billIds: [id(byBill.bills)] })).matched).toBe(2)
    })

    it('ends at once if no bill is open', async () => {
      const own = await workspaceWith([{ status: 'archived' }], [{}])
      await expectUnchanged(service.current, async () => {
        expect(await run(own, { transactionIds: [id(own.transactions)] })).toEqual({
          matched: 0,
          suggested: 0,
        })
      })
    })
  })
})

/** The overview over HTTP: which workspace, companies and months it covers. */
import { expect, it } from 'vitest'
import type { Account } from '../../src/contract/accounts.ts'
import type { Overview } from '../../src/contract/console/overview.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { home, sessionOf } from './access/people.ts'
import { statusAndCode } from './wire.ts'

const balanceUpdatedAt = '2026-05-31T20:00:00.000Z'

describeOnBothStores('The overview of a workspace', store => {
  const service = useService(store)

  async function twoCompanies() {
    const [north, south] = [company({ name: 'North' }), company({ name: 'South' })]
    const [giro, till] = [
      account(north, { balance: '10.50', balanceUpdatedAt }),
      account(south, { balance: '-3.25', balanceUpdatedAt }),
    ]
    const closed = account(south, { name: 'Closed', balance: '1000.00', enabled: false, balanceUpdatedAt })
    const unknown = account(north, { name: 'New', balance: null, currency: 'USD' })
    const old = account(north, {
      name: 'Old',
      balance: '22.00',
      balanceUpdatedAt: '2011-01-31T00:00:00.000Z',
    })
    const undated = account(north, { name: 'Undated', balance: '4.00' })
    const moved = [
      transaction(giro, { amount: '5.00', side: 'credit', bookingDate: '2026-06-01' }),
      transaction(giro, {
        amount: '7.00',
        side: 'credit',
        type: 'InternalCredit',
        bookingDate: '2026-06-01',
      }),
      transaction(till, { amount: '2.10', side: 'debit', bookingDate: '2026-05-31' }),
      transaction(till, { amount: '9.00', side: 'debit', status: 'pending', bookingDate: null }),
    ]
    const bills = [
      bill(north, { status: 'approved', totalAmount: '99.90', currency: 'EUR', dueDate: '2026-06-10' }),
      bill(south, { status: 'paid', totalAmount: '1.00', currency: 'EUR', dueDate: '2026-06-01' }),
    ]
    const file = workspaceFile({
      companies: [north, south],
      accounts: [giro, till, closed, unknown, old, undated],
      transactions: moved,
      bills,
    })
    const own = await home(service.current, file)
    const apart = { closed, unknown, old, undated }
    return { own, apart, member: await own.person('member'), north, south, bills }
  }

  it('covers all companies, or only the requested one', async () => {
    const { own, member, north, south, bills, apart } = await twoCompanies()
    const all = (await member.get(own.at('/overview'))).body
    const dates = { oldestAt: balanceUpdatedAt, newestAt: balanceUpdatedAt }
    const inNorth = { companyId: north.id, companyName: 'North' }
    expect(all.balances).toEqual([
      { ...inNorth, currency: 'EUR', balance: '10.50', accounts: 1, ...dates },
      { companyId: south.id, companyName: 'South', currency: 'EUR', balance: '-3.25', accounts: 1, ...dates },
    ])
    expect(all.totals).toEqual([{ currency: 'EUR', balance: '7.25', accounts: 2, ...dates }])
    expect(all.apart.sums).toEqual([
      { reason: 'stale', currency: 'EUR', balance: '22.00', accounts: 1 },
      { reason: 'undated', currency: 'EUR', balance: '4.00', accounts: 1 },
      { reason: 'unknown', currency: 'USD', balance: null, accounts: 1 },
      { reason: 'disabled', currency: 'EUR', balance: '1000.00', accounts: 1 },
    ])
    const shown = (it: Account) => [it.id, it.name, it.balance, it.balanceUpdatedAt]
    expect(all.apart.accounts.map(shown)).toEqual(
      [apart.old, apart.undated, apart.unknown, apart.closed].map(shown),
    )
    const none = { moneyIn: '0', moneyOut: '0', ownIn: '0', ownOut: '0', ownCount: 0 }
    expect(all.months.slice(-2)).toEqual([
      { ...none, month: '2026-05', currency: 'EUR', moneyOut: '2.10' },
      { ...none, month: '2026-06', currency: 'EUR', moneyIn: '5.00', ownIn: '7.00', ownCount: 1 },
    ])
    expect(all.dueNext).toEqual([bills[0]])

    const one = (await member.get(own.at(`/overview?companyId=${south.id}`))).body
    expect(one.totals).toEqual([{ currency: 'EUR', balance: '-3.25', accounts: 1, ...dates }])
    expect(one.months.at(-1)).toEqual({ ...none, month: '2026-06', currency: 'EUR' })
    expect(one.bills).toEqual([{ status: 'paid', currency: 'EUR', count: 1, total: '1.00' }])
    expect(one.dueNext).toEqual([])
  })

  it('is 404 for an unknown company and for a company of another workspace', async () => {
    const { own, member } = await twoCompanies()
    const replies = []
    for (const id of [service.current.foreign.companies[0]?.id ?? '', 'com_nobody']) {
      const reply = await member.get(own.at(`/overview?companyId=${id}`))
      expect(statusAndCode(reply)).toEqual([404, 'NOT_FOUND'])
      replies.push(reply.text)
    }
    expect(replies[0]).toBe(replies[1])
  })

  it('follows every change of a transaction: of its amount, month, status and mark, and its deletion', async () => {
    const owner = company()
    const giro = account(owner)
    const row = transaction(giro, { amount: '5.00', side: 'credit', bookingDate: '2026-06-01' })
    const file = workspaceFile({ companies: [owner], accounts: [giro], transactions: [row] })
    const own = await home(service.current, file)
    const member = await own.person('member')
    const seen = async (change: Partial<Transaction>) => {
      const changed = workspaceFile({ transactions: [{ ...row, ...change }] })
      await service.current.load({ ...changed, workspace: file.workspace })
      const { months } = (await member.get(own.at('/overview'))).body as Overview
      return months.slice(-2).map(({ moneyIn, moneyOut, ownIn }) => [moneyIn, moneyOut, ownIn].map(Number))
    }
    const empty = [0, 0, 0]
    expect(await seen({})).toEqual([empty, [5, 0, 0]])
    expect(await seen({ amount: '7.25' })).toEqual([empty, [7.25, 0, 0]])
    expect(await seen({ side: 'debit' })).toEqual([empty, [0, 5, 0]])
    expect(await seen({ bookingDate: '2026-05-01' })).toEqual([[5, 0, 0], empty])
    expect(await seen({ type: 'InternalCredit' })).toEqual([empty, [0, 0, 5]])
    expect(await seen({ status: 'pending', bookingDate: null })).toEqual([])
    expect(await seen({})).toEqual([empty, [5, 0, 0]])
    await service.current.store.db.query('delete from transactions where workspace_id = $1', [
      own.workspaceId,
    ])
    expect((await member.get(own.at('/overview'))).body.months).toEqual([])
  })

  it('ends with the current month, in UTC', async () => {
    const { own, member } = await twoCompanies()
    const lastMonth = async (instant: string) => {
      service.current.nowMs = Date.parse(instant)
      member.token = await sessionOf(service.current, member.id)
      return (await member.get(own.at('/overview'))).body.months.at(-1).month
    }
    expect(await lastMonth('2026-06-30T23:59:59.999Z')).toBe('2026-06')
    expect(await lastMonth('2026-07-01T00:00:00.000Z')).toBe('2026-07')
  })
})

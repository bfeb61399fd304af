/** The overview over HTTP: which workspace, companies and months it covers. */
import { expect, it } from 'vitest'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { home, sessionOf } from './access/people.ts'
import { statusAndCode } from './wire.ts'

describeOnBothStores('The overview of a workspace', store => {
  const service = useService(store)

  async function twoCompanies() {
    const [north, south] = [company({ name: 'North' }), company({ name: 'South' })]
    const [giro, till] = [account(north, { balance: '10.50' }), account(south, { balance: '-3.25' })]
    const closed = account(south, { balance: '1000.00', enabled: false })
    const unknown = account(north, { balance: null, currency: 'USD' })
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
      accounts: [giro, till, closed, unknown],
      transactions: moved,
      bills,
    })
    const own = await home(service.current, file)
    return { own, member: await own.person('member'), north, south, bills }
  }

  it('covers all companies, or only the requested one', async () => {
    const { own, member, north, south, bills } = await twoCompanies()
    const all = (await member.get(own.at('/overview'))).body
    expect(all.balances).toEqual([
      { companyId: north.id, companyName: 'North', currency: 'EUR', balance: '10.50', accounts: 1 },
      { companyId: north.id, companyName: 'North', currency: 'USD', balance: null, accounts: 1 },
      { companyId: south.id, companyName: 'South', currency: 'EUR', balance: '-3.25', accounts: 1 },
    ])
    expect(all.totals).toEqual([
      { currency: 'EUR', balance: '7.25', accounts: 2 },
      { currency: 'USD', balance: null, accounts: 1 },
    ])
    expect(all.months.slice(-2)).toEqual([
      { month: '2026-05', currency: 'EUR', moneyIn: '0', moneyOut: '2.10' },
      { month: '2026-06', currency: 'EUR', moneyIn: '5.00', moneyOut: '0' },
    ])
    expect(all.dueNext).toEqual([bills[0]])

    const one = (await member.get(own.at(`/overview?companyId=${south.id}`))).body
    expect(one.totals).toEqual([{ currency: 'EUR', balance: '-3.25', accounts: 1 }])
    expect(one.months.at(-1)).toEqual({ month: '2026-06', currency: 'EUR', moneyIn: '0', moneyOut: '0' })
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

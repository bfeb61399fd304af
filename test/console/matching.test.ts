/** Suggestions that people decide on, and matches that they make and undo. */
import { describe, expect, it } from 'vitest'
import type { Bill } from '../../src/contract/bills.ts'
import type { Suggestion } from '../../src/contract/console/matching.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { listAudit } from '../../src/store/audit.ts'
import { id, matchingOn, nameAlone } from '../import/matching/matchingWorkspaces.ts'
import { account, bill, company, transaction, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { expectUnchanged, homeOf } from './access/people.ts'
import { statusAndCode } from './wire.ts'

describeOnBothStores('Matching by people', store => {
  const service = useService(store)
  const { workspaceWith, run, billsOf, suggestionsOf, clockOf } = matchingOn(service)

  async function deskWith(bills: Partial<Bill>[], payments: Partial<Transaction>[]) {
    const own = await workspaceWith(bills, payments)
    const home = homeOf(service.current, own)
    const owner = await home.person('owner', { name: 'Ada' })
    const list = async (query = '') =>
      (await owner.get(home.at(`/suggestions${query}`))).body as {
        data: Suggestion[]
        nextCursor: string | null
      }
    const decide = (suggestionId: string, state: string) =>
      owner.patch(home.at(`/suggestions/${suggestionId}`), { state })
    const match = (billId: string, transactionId: string) =>
      owner.post(home.at('/matches'), { billId, transactionId })
    const unmatch = (billId: string) => owner.delete(home.at(`/matches/${billId}`))
    const actions = async () =>
      (await listAudit(service.current.store.db, own.workspace.id))
        .filter(({ action }) => action !== 'workspace.loaded')
        .map(({ actor, action, subjectId, details }) => [actor.id, action, subjectId, details])
    return { own, home, owner, list, decide, match, unmatch, actions }
  }

  const name = 'Papierwerk Süd AG RE-1001'
  const paidAs = (transactionId: string) => ['paid', transactionId, '2026-01-20T00:00:00.000Z']

  describe('a suggestion', () => {
    it('is listed with its transaction, its bills, its score and the reasons', async () => {
      const { own, list } = await deskWith([{}], [nameAlone])
      await run(own)
      const { data } = await list('?state=open')
      const [{ transaction: payment, bills, score, state, reasons }] = data as [Suggestion]
      expect([state, score, payment, bills]).toEqual(['open', 50, own.transactions[0], own.bills])
      expect(reasons.map(({ sign, points }) => [sign, points])).toEqual([
        ['reference', 0],
        ['amount', 30],
        ['currency', 5],
        ['iban', 0],
        ['name', 10],
        ['date', 5],
      ])
      expect((await list('?state=declined')).data).toEqual([])
    })

    it('settles its bill when confirmed, and closes other suggestions for the same rows', async () => {
      const { own, owner, list, decide, actions } = await deskWith([{}], [nameAlone, nameAlone])
      await run(own)
      const [first] = (await list()).data
      const reply = await decide(first?.id ?? '', 'confirmed')
      const paidBy = first?.transaction.id ?? ''
      expect([reply.status, reply.body.state, reply.body.bills[0].status]).toEqual([200, 'confirmed', 'paid'])
      expect(await billsOf(own)).toEqual([paidAs(paidBy)])
      expect(await suggestionsOf(own)).toEqual([`confirmed ${paidBy} ${id(own.bills)}`])
      expect(await actions()).toEqual([
        [owner.id, 'bill.matched', id(own.bills), { name, transactionId: paidBy, score: 50 }],
      ])
      const details = (await owner.get(homeOf(service.current, own).at(`/bill-details/${id(own.bills)}`)))
        .body
      expect(details.match.by).toEqual({ kind: 'person', id: owner.id, name: 'Ada' })
      await expectUnchanged(service.current, async () => {
        expect((await decide(first?.id ?? '', 'confirmed')).status).toBe(200)
        expect(statusAndCode(await decide(first?.id ?? '', 'declined'))).toEqual([409, 'ALREADY_DECIDED'])
      })
    })

    it('can be declined permanently, which changes nothing in the API', async () => {
      const { own, owner, list, decide, actions } = await deskWith([{}], [nameAlone])
      await run(own)
      const clock = await clockOf(own)
      const [first] = (await list()).data
      expect((await decide(first?.id ?? '', 'declined')).body.state).toBe('declined')
      expect(await clockOf(own)).toBe(clock)
      expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
      expect((await actions()).map(([by, action]) => [by, action])).toEqual([
        [owner.id, 'suggestion.declined'],
      ])
      // The person may change their mind.
      expect((await decide(first?.id ?? '', 'confirmed')).body.state).toBe('confirmed')
      expect((await billsOf(own))[0]?.[0]).toBe('paid')
    })

    it('for several bills settles all of them, or none if one is already settled', async () => {
      const bills = [{ totalAmount: '100.00' }, { totalAmount: '19.00', invoiceNumber: 'RE-2' }]
      const { own, list, decide } = await deskWith(bills, [nameAlone])
      await run(own)
      const [first] = (await list()).data
      expect(first?.bills.map(each => each.id)).toEqual(own.bills.map(each => each.id))
      const [changed] = own.bills
      const rejected = { ...changed, status: 'rejected' } as Bill
      await service.current.load(workspaceFile({ workspace: own.workspace, bills: [rejected] }))
      await expectUnchanged(service.current, async () => {
        const reply = await decide(first?.id ?? '', 'confirmed')
        expect(statusAndCode(reply)).toEqual([409, 'BILL_NOT_OPEN'])
        expect(reply.body.message).toBe(
          'Bill RE-1001 is rejected; a payment can settle only bills that are pending_match, approved, scheduled.',
        )
      })
      await service.current.load(workspaceFile({ workspace: own.workspace, bills: own.bills }))
      expect((await decide(first?.id ?? '', 'confirmed')).status).toBe(200)
      expect(await billsOf(own)).toEqual([paidAs(id(own.transactions)), paidAs(id(own.transactions))])
    })

    it('is listed in pages, by company and by bill', async () => {
      const amounts = ['1.00', '2.00', '3.00', '4.00', '5.50']
      const { own, home, owner, list } = await deskWith(
        amounts.map(totalAmount => ({ totalAmount })),
        amounts.map(amount => ({ amount, ...nameAlone })),
      )
      await run(own)
      const found: string[] = []
      let cursor = ''
      for (let pages = 0; pages < 9; pages += 1) {
        const { data, nextCursor } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
        found.push(...data.map(each => each.id))
        if (nextCursor === null) break
        cursor = nextCursor
      }
      expect([found.length, new Set(found).size]).toEqual([5, 5])
      const ofBill = await list(`?billId=${id(own.bills)}`)
      expect(ofBill.data.map(({ bills }) => bills[0]?.id)).toEqual([id(own.bills)])
      expect((await list(`?companyId=${id(own.companies)}`)).data).toHaveLength(5)
      expect(statusAndCode(await owner.get(home.at('/suggestions?companyId=com_none')))).toEqual([
        404,
        'NOT_FOUND',
      ])
      expect(statusAndCode(await owner.get(home.at(`/suggestions?state=open&cursor=${cursor}`)))).toEqual([
        400,
        'BAD_REQUEST',
      ])
    })
  })

  describe('a match by hand', () => {
    const noSigns = { supplierName: null, supplierIban: null, invoiceNumber: null }

    it('settles a bill that only a person could match, with the score and reasons of the pair', async () => {
      const { own, owner, match, actions } = await deskWith([noSigns], [nameAlone])
      const reply = await match(id(own.bills), id(own.transactions))
      expect([reply.status, reply.body.status, reply.body.matchedTransactionId]).toEqual([
        201,
        'paid',
        id(own.transactions),
      ])
      expect(await actions()).toEqual([
        [
          owner.id,
          'bill.matched',
          id(own.bills),
          { name: id(own.bills), transactionId: id(own.transactions), score: 40 },
        ],
      ])
    })

    it('settles several bills by one transaction if their sum does not exceed it', async () => {
      const { own, match } = await deskWith(
        [{ totalAmount: '100.00' }, { totalAmount: '19' }, { totalAmount: '0.01' }, { totalAmount: '-0.01' }],
        [{}],
      )
      const [one, two, three, note] = own.bills.map(each => each.id) as [string, string, string, string]
      const transactionId = id(own.transactions)
      expect(statusAndCode(await match(note, transactionId))).toEqual([409, 'UNFIT_TRANSACTION'])
      expect((await match(one, transactionId)).status).toBe(201)
      expect((await match(two, transactionId)).status).toBe(201)
      const reply = await match(three, transactionId)
      expect([...statusAndCode(reply), reply.body.message]).toEqual([
        409,
        'UNFIT_TRANSACTION',
        'The transaction is 119.00 EUR and already settles 119.00 EUR of other bills; 0.01 EUR is 0.01 too much.',
      ])
      expect((await match(note, transactionId)).status).toBe(201)
      expect((await match(three, transactionId)).status).toBe(201)
    })

    it.each([
      ['incoming money', {}, { side: 'credit' }, 'UNFIT_TRANSACTION'],
      ['a transaction that the bank rejected', {}, { status: 'rejected' }, 'UNFIT_TRANSACTION'],
      ['another currency', {}, { currency: 'USD' }, 'UNFIT_TRANSACTION'],
      ['less than the bill', {}, { amount: '118.99' }, 'UNFIT_TRANSACTION'],
      ['an archived bill', { status: 'archived' }, {}, 'BILL_NOT_OPEN'],
      ['a bill without a total', { totalAmount: null }, {}, 'BILL_WITHOUT_TOTAL'],
    ] as [string, Partial<Bill>, Partial<Transaction>, string][])(
      'is rejected for %s',
      async (_, aBill, aPayment, code) => {
        const { own, match } = await deskWith([aBill], [aPayment])
        await expectUnchanged(service.current, async () => {
          expect(statusAndCode(await match(id(own.bills), id(own.transactions)))).toEqual([409, code])
        })
      },
    )

    it('is rejected for a settled bill, another company and unknown ids', async () => {
      const { own, match } = await deskWith([{}, {}], [{}])
      const other = company()
      const elsewhere = account(other)
      const theirs = transaction(elsewhere, { amount: '500.00' })
      await service.current.load(
        workspaceFile({
          workspace: own.workspace,
          companies: [other],
          accounts: [elsewhere],
          transactions: [theirs],
          bills: [bill(other)],
        }),
      )
      expect((await match(id(own.bills), id(own.transactions))).status).toBe(201)
      const foreign = service.current.foreign
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await match(id(own.bills), id(own.transactions)))).toEqual([409, 'BILL_SETTLED'])
        expect(statusAndCode(await match(id(own.bills, 1), theirs.id))).toEqual([409, 'UNFIT_TRANSACTION'])
        expect(statusAndCode(await match(id(foreign.bills), id(own.transactions)))).toEqual([
          404,
          'NOT_FOUND',
        ])
        expect(statusAndCode(await match(id(own.bills, 1), id(foreign.transactions)))).toEqual([
          404,
          'NOT_FOUND',
        ])
      })
    })
  })

  describe('an undone match', () => {
    it('restores the bill, and is not made again automatically', async () => {
      const { own, owner, unmatch, actions } = await deskWith([{ status: 'scheduled' }], [{}])
      await run(own)
      const reply = await unmatch(id(own.bills))
      expect([reply.status, reply.body]).toEqual([200, { ...own.bills[0], updatedAt: reply.body.updatedAt }])
      expect(await clockOf(own)).toBe(reply.body.updatedAt)
      expect(await run(own)).toEqual({ matched: 0, suggested: 0 })
      // Both have the same instant, because the test's clock does not move.
      expect(await actions()).toContainEqual([
        owner.id,
        'bill.unmatched',
        id(own.bills),
        { name, transactionId: id(own.transactions) },
      ])
      expect(statusAndCode(await unmatch(id(own.bills)))).toEqual([409, 'NOT_MATCHED'])
      expect(statusAndCode(await unmatch('bil_none'))).toEqual([404, 'NOT_FOUND'])
    })

    it('of one of several bills keeps the others, and can be made again by hand', async () => {
      const bills = [{ totalAmount: '100.00' }, { totalAmount: '19.00', invoiceNumber: 'RE-2' }]
      const { own, list, decide, unmatch, match } = await deskWith(bills, [nameAlone])
      await run(own)
      await decide((await list()).data[0]?.id ?? '', 'confirmed')
      await unmatch(id(own.bills))
      expect((await billsOf(own)).map(each => each?.[0])).toEqual(['pending_match', 'paid'])
      expect((await list('?state=confirmed')).data).toEqual([])
      expect((await match(id(own.bills), id(own.transactions))).status).toBe(201)
    })
  })
})

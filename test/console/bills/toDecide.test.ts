/** What needs a person: each count, its limit, and that it reads only indexes; candidates for a payment by hand. */

import { beforeAll, expect, it } from 'vitest'
import { createKey } from '../../../src/actions/keys.ts'
import type { Bill } from '../../../src/contract/bills.ts'
import { countMax } from '../../../src/contract/console/bills/toDecide.ts'
import type { ExpiryDays } from '../../../src/contract/console/keys.ts'
import { countToDecide } from '../../../src/store/billWork/toDecide.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Home, home, homeOf, type Person } from '../access/people.ts'

describeOnBothStores('What needs a person', store => {
  const service = useService(store)
  let own: Home
  let ada: Person
  const dayAt = (days: number) =>
    new Date(service.current.nowMs + days * 86_400_000).toISOString().slice(0, 10)

  beforeAll(async () => {
    const owner = company()
    const on = account(owner)
    const open: Partial<Bill> = { status: 'approved', totalAmount: '20.00', currency: 'EUR' }
    own = await home(
      service.current,
      workspaceFile({
        companies: [owner],
        accounts: [on],
        transactions: [
          transaction(on, { amount: '20.00', counterpartyName: 'Bäckerei Huber' }),
          transaction(on, { amount: '21.00', reference: 'Rechnung 7' }),
          transaction(on, { amount: '20.00', side: 'credit' }),
          transaction(on, { amount: '20.00', status: 'rejected' }),
          transaction(on, { amount: '20.00', currency: 'CHF' }),
        ],
        bills: [
          bill(owner, { ...open, dueDate: dayAt(-1) }),
          bill(owner, { ...open, dueDate: dayAt(0) }),
          bill(owner, { ...open, dueDate: dayAt(7) }),
          bill(owner, { ...open, dueDate: dayAt(8) }),
          bill(owner, { ...open, dueDate: dayAt(-1), status: 'paid' }),
          bill(owner, { ...open, dueDate: dayAt(-1), status: 'archived' }),
          bill(owner, { status: 'pending_approval' }),
          bill(owner, { status: 'extract_failed' }),
          bill(owner, { status: 'extract_failed' }),
        ],
      }),
    )
    ada = await own.person('member')
    const key = (expiresInDays: number | null) =>
      createKey(
        service.current.store.db,
        {
          workspaceId: own.workspaceId,
          name: 'K',
          scopes: [],
          expiresInDays: expiresInDays as ExpiryDays | null,
        },
        actor,
        service.current.nowMs,
      )
    for (const days of [7, 30, null]) await key(days)
  })

  it('is counted by kind, for this workspace only', async () => {
    const expected = {
      matches: 0,
      approvals: 1,
      unread: 2,
      overdue: 1,
      due: 2,
      uploads: 0,
      keys: 1,
      total: 7,
    }
    expect((await ada.get(own.at('/to-decide'))).body).toEqual(expected)
    const stranger = await homeOf(service.current, service.current.foreign).person('owner')
    expect((await stranger.get(own.at('/to-decide'))).status).toBe(404)
  })

  it('counts only so far', async () => {
    const [owner = { id: '' }] = own.file.companies
    const many = Array.from({ length: countMax + 20 }, () => bill(owner, { status: 'pending_approval' }))
    const other = await home(
      service.current,
      workspaceFile({ companies: [company({ id: owner.id })], bills: many }),
    )
    const now = new Date(service.current.nowMs).toISOString()
    const counts = await countToDecide(service.current.store.db, other.workspaceId, { personId: ada.id, now })
    expect(counts.approvals).toBe(countMax)
  })

  it('a payment by hand is chosen among open debits in the currency, those of the amount first', async () => {
    const [first] = own.file.bills
    const list = async (q = '') =>
      (await ada.get(own.at(`/match-candidates?billId=${first?.id}&q=${encodeURIComponent(q)}`))).body
        .data as {
        transaction: { id: string }
        score: number | null
      }[]
    const ids = own.file.transactions.map(({ id }) => id)
    expect((await list()).map(({ transaction: { id }, score }) => [id, score === null])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ])
    expect((await list('backerei')).map(({ transaction: { id } }) => id)).toEqual([ids[0]])
    expect((await list('rechnung 7')).map(({ transaction: { id } }) => id)).toEqual([ids[1]])
    expect((await list('21,00')).map(({ transaction: { id } }) => id)).toEqual([ids[1]])
    expect(await list('nothing like it')).toEqual([])
    const foreign = service.current.foreign.bills[0]?.id
    expect((await ada.get(own.at(`/match-candidates?billId=${foreign}`))).status).toBe(404)
    const theirs = service.current.foreign.transactions[0]?.id
    expect((await ada.get(own.at(`/transaction-bills/${theirs}`))).status).toBe(404)
    expect((await ada.get(own.at(`/transaction-bills/${ids[0]}`))).body).toEqual({ data: [] })
  })
})

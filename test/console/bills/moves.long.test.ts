/** Moving bills from status to status: every pair, by every role, with and without four eyes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bill, billStatuses } from '../../../src/contract/bills.ts'
import { type Role, roles } from '../../../src/contract/console/roles.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { account, bill, company, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectUnchanged, type Home, home, homeOf, type Person } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'

/** As the decisions say, written down a second time. */
const allowed = new Set(
  `new processing, processing pending_match, processing extract_failed, extract_failed pending_match,
  extract_failed rejected, pending_match matched, pending_match pending_approval, pending_match archived,
  pending_approval approved, pending_approval rejected, approved scheduled, approved paid, scheduled paid,
  scheduled approved, matched paid, matched pending_match, rejected pending_approval, rejected archived,
  paid archived`
    .split(',')
    .map(pair => pair.trim()),
)

const complete: Partial<Bill> = {
  supplierName: 'Papierwerk Süd AG',
  invoiceNumber: 'RE-1',
  invoiceDate: '2026-01-02',
  totalAmount: '10.00',
  currency: 'EUR',
}

describeOnBothStores('Moving a bill', store => {
  const service = useService(store)
  let own: Home
  let byRole: Record<Role, Person>
  const pairs = billStatuses.flatMap(from => billStatuses.map(to => ({ from, to })))

  beforeAll(async () => {
    const owner = company()
    const on = account(owner)
    const bills = [...roles, ...roles].flatMap(() =>
      pairs.map(({ from }) => bill(owner, { ...complete, status: from })),
    )
    own = await home(service.current, workspaceFile({ companies: [owner], accounts: [on], bills }))
    byRole = Object.fromEntries(
      await Promise.all(roles.map(async role => [role, await own.person(role)])),
    ) as Record<Role, Person>
  })

  const clock = async () =>
    (
      await service.current.store.db.query<{ clock: string }>(
        'select clock from workspaces where workspace_id = $1',
        [own.workspaceId],
      )
    )[0]?.clock ?? ''
  const read = async (id: string) => (await byRole.owner.get(own.at(`/v1/bills/${id}`))).body as Bill
  const move = async (who: Person, id: string, to: string, given: Record<string, string | undefined> = {}) =>
    who.post(own.at('/bill-moves'), {
      billId: id,
      to,
      updatedAt: given.updatedAt ?? (await read(id)).updatedAt,
      ...(to === 'scheduled' && { date: '2030-01-31' }),
      ...given,
    })
  const moves = async () =>
    (await listAudit(service.current.store.db, own.workspaceId)).filter(
      ({ action }) => action === 'bill.moved',
    )

  describe.each([false, true])('with four eyes %s', fourEyes => {
    it.each([...roles])('follows the table for every pair of statuses: %s', async role => {
      await byRole.owner.patch(own.at('/settings'), { fourEyes })
      const first = (roles.indexOf(role) + (fourEyes ? roles.length : 0)) * pairs.length
      const recorded = (await moves()).length
      const expected: unknown[] = []
      let before = await clock()
      for (const [index, { from, to }] of pairs.entries()) {
        const { id, updatedAt } = own.file.bills[first + index] as Bill
        service.current.nowMs += 1_000
        const reply = await move(byRole[role], id, to, { updatedAt })
        const pair = `${from} ${to}`
        const may = role !== 'member' && allowed.has(pair) && to !== 'matched'
        const code =
          role === 'member' ? 'ROLE_REQUIRED' : allowed.has(pair) ? 'PAYMENT_NEEDED' : 'MOVE_NOT_ALLOWED'
        expect([pair, ...statusAndCode(reply)]).toEqual(
          may ? [pair, 200, undefined] : [pair, role === 'member' ? 403 : 409, code],
        )
        const [now, after] = [await read(id), await clock()]
        expect([now.status, after > before]).toEqual([may ? to : from, may])
        if (may) expected.push([byRole[role].id, id, from, to])
        if (may) expect(now.updatedAt).toBe(after)
        before = after
      }
      const records = (await moves()).slice(recorded)
      expect(
        records.map(({ actor, subjectId, details }) => [actor.id, subjectId, details.from, details.to]),
      ).toEqual(expected)
    })
  })

  const added = async (given: Partial<Bill>) => {
    const [owner = { id: '' }] = own.file.companies
    const made = bill(owner, { ...complete, ...given })
    await service.current.load(workspaceFile({ workspace: own.file.workspace, bills: [made] }))
    return made.id
  }

  it('is in the change feed and the list of its status, with the stamp of the clock', async () => {
    const id = await added({ status: 'approved' })
    const since = await clock()
    const cursor = (await byRole.owner.get(own.at('/v1/changes?from=now'))).body.nextCursor as string
    expect((await move(byRole.admin, id, 'paid')).status).toBe(200)
    const changed = await byRole.owner.get(own.at(`/v1/bills?status=paid&updatedAfter=${since}`))
    expect(changed.body.data.map((each: Bill) => each.id)).toEqual([id])
    const feed = await byRole.owner.get(own.at(`/v1/changes?cursor=${encodeURIComponent(cursor)}`))
    expect(feed.body.data.map((each: { object: Bill }) => [each.object.id, each.object.status])).toEqual([
      [id, 'paid'],
    ])
  })

  it('needs the day for a scheduled bill, keeps it, and forgets it when it goes back', async () => {
    const id = await added({ status: 'approved' })
    const scheduledFor = async () =>
      (await byRole.member.get(own.at(`/bill-work/${id}`))).body.scheduledFor as string | null
    for (const date of [undefined, '2001-01-01', '2030-02-30']) {
      expect([date, ...statusAndCode(await move(byRole.owner, id, 'scheduled', { date }))]).toEqual([
        date,
        400,
        'BAD_REQUEST',
      ])
    }
    expect((await move(byRole.owner, id, 'scheduled', { date: '2030-02-28' })).body.status).toBe('scheduled')
    expect(await scheduledFor()).toBe('2030-02-28')
    expect((await move(byRole.owner, id, 'approved')).status).toBe(200)
    expect(await scheduledFor()).toBe(null)
  })

  it('sets when the bill was paid: on the given day, or now; archived bills keep it', async () => {
    const [first, second] = [await added({ status: 'approved' }), await added({ status: 'scheduled' })]
    expect((await move(byRole.owner, first, 'paid', { date: '2999-01-01' })).status).toBe(400)
    expect((await move(byRole.owner, first, 'paid', { date: '2026-01-03' })).body.paidAt).toBe(
      '2026-01-03T00:00:00.000Z',
    )
    const now = (await move(byRole.owner, second, 'paid')).body as Bill
    expect(now.paidAt).toBe(now.updatedAt)
    expect((await move(byRole.owner, first, 'archived')).body.paidAt).toBe('2026-01-03T00:00:00.000Z')
  })

  it('is refused if the bill has changed since the person saw it', async () => {
    const id = await added({ status: 'pending_approval' })
    const { updatedAt } = await read(id)
    service.current.nowMs += 1_000
    const fixed = await byRole.admin.post(own.at('/bill-fixes'), {
      billId: id,
      updatedAt,
      values: { totalAmount: '99.00' },
    })
    expect(fixed.status).toBe(200)
    await expectUnchanged(service.current, async () => {
      const reply = await byRole.owner.post(own.at('/bill-moves'), { billId: id, to: 'approved', updatedAt })
      expect(statusAndCode(reply)).toEqual([409, 'BILL_CHANGED'])
    })
  })

  it('refuses to end the reading of a bill that lacks values', async () => {
    const id = await added({ status: 'extract_failed', totalAmount: null })
    const reply = await move(byRole.owner, id, 'pending_match')
    expect(statusAndCode(reply)).toEqual([409, 'BILL_INCOMPLETE'])
    expect(reply.body.message).toContain('totalAmount')
  })

  it('takes the payment off when a matched bill goes back, and does not match it again', async () => {
    const [owner = { id: '' }] = own.file.companies
    const [on = { id: '', companyId: '' }] = own.file.accounts
    const paid = transaction(on, { status: 'pending', reference: 'RE-77', amount: '77.00' })
    const owed = bill(owner, {
      ...complete,
      status: 'pending_match',
      totalAmount: '77.00',
      invoiceNumber: 'RE-77',
    })
    const { workspace } = own.file
    await service.current.load(workspaceFile({ workspace, transactions: [paid], bills: [owed] }))
    const match = await byRole.owner.post(own.at('/matches'), { billId: owed.id, transactionId: paid.id })
    expect(match.body.status).toBe('matched')
    const back = (await move(byRole.owner, owed.id, 'pending_match')).body as Bill
    expect([back.status, back.matchedTransactionId]).toEqual(['pending_match', null])
  })

  it('looks for the payment of a bill that was approved', async () => {
    const [owner = { id: '' }] = own.file.companies
    const [on = { id: '', companyId: '' }] = own.file.accounts
    const paid = transaction(on, {
      amount: '88.00',
      reference: 'Rechnung RE-2026-88',
      counterpartyName: 'Papierwerk',
    })
    const owed = bill(owner, {
      ...complete,
      status: 'pending_approval',
      totalAmount: '88.00',
      invoiceNumber: 'RE-2026-88',
    })
    const { workspace } = own.file
    await service.current.load(workspaceFile({ workspace, transactions: [paid], bills: [owed] }))
    const now = (await move(byRole.owner, owed.id, 'approved')).body as Bill
    expect([now.status, now.matchedTransactionId]).toEqual(['paid', paid.id])
  })

  it('is 404 for a bill of another workspace, as for one that does not exist', async () => {
    const foreign = service.current.foreign.bills[0] as Bill
    const stranger = await homeOf(service.current, service.current.foreign).person('owner')
    const { updatedAt } = (
      await stranger.get(`/console/workspaces/${service.current.foreign.workspace.id}/v1/bills/${foreign.id}`)
    ).body
    await expectUnchanged(service.current, async () => {
      const texts = new Set<string>()
      for (const billId of [foreign.id, 'bil_nobody']) {
        for (const [path, body] of [
          ['/bill-moves', { billId, to: 'processing', updatedAt }],
          ['/bill-fixes', { billId, updatedAt, values: { vatAmount: '1.00' } }],
          ['/bill-comments', { billId, comment: 'x' }],
        ] as const) {
          const reply = await byRole.owner.post(own.at(path), body)
          expect([path, reply.status]).toEqual([path, 404])
          texts.add(reply.text)
        }
        expect((await byRole.owner.get(own.at(`/bill-work/${billId}`))).status).toBe(404)
      }
      expect(texts.size).toBe(1)
    })
  })
})

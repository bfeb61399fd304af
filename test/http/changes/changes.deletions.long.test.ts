/** Deleted rows in the change feed: payees, everything that an undone import takes back, and ids that come back. */
import { describe, expect, it } from 'vitest'
import { ublOf } from '../../import/invoices/written.ts'
import { camtText } from '../../import/statementTexts.ts'
import { account, bill, company, iban, payee, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectExact, followed } from './following.ts'

const owner = company()

const statement = (ofIban: string, count: number) =>
  camtText([
    {
      ...{ id: 'S1', iban: ofIban, opening: '100.00', from: '2026-03-02', to: '2026-03-04' },
      entries: Array.from({ length: count }, (_, index) => ({
        ...{ amount: `${index + 3}.20`, side: 'debit' as const, day: '2026-03-02', name: `Shop ${index}` },
        text: `Receipt ${index}`,
      })),
    },
  ])

describeOnBothStores('Deletions in GET /changes', store => {
  const service = useService(store)

  it('a deleted payee is an element without object, at the stamp of its deletion', async () => {
    const own = await followed(service.current)
    const follower = await own.following()
    const [row] = own.file.payees
    expect((await own.send('DELETE', `/v1/payees/${row?.id}`)).status).toBe(204)
    const { changes, clock } = await follower.catchUp()
    expect(changes).toEqual([
      { at: clock, resource: 'payee', id: row?.id, companyId: row?.companyId, accountId: null, object: null },
    ])
    await expectExact(own, follower)
  })

  it('a payee that a follower never saw is told as deleted too, and a new follower gets the same state', async () => {
    const own = await followed(service.current)
    const follower = await own.following()
    const made = await own.send('POST', '/v1/payees', { name: 'Short-lived', iban: iban() })
    const { id } = (await made.json()) as { id: string }
    await own.send('DELETE', `/v1/payees/${id}`)
    expect((await follower.catchUp()).changes.map(change => [change.id, change.object])).toEqual([[id, null]])
    const late = await own.following()
    await expectExact(own, follower)
    await expectExact(own, late)
  })

  it('an undone import deletes its transactions, bills and the account it made, and restores balances', async () => {
    const on = account(owner, { iban: iban(), balance: '50.00' })
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: [transaction(on)] })
    const own = await followed(service.current, file)
    const follower = await own.following()
    for (const content of [statement(on.iban ?? '', 2), statement(iban(), 3), ublOf()]) {
      const report = await own.import(content)
      const made = await follower.catchUp()
      expect(made.changes.every(({ object }) => object !== null)).toBe(true)
      await expectExact(own, follower)
      await own.undo(report)
      const { changes, clock } = await follower.catchUp()
      const deleted = changes.filter(({ object }) => object === null)
      const restored = changes.filter(({ object }) => object !== null)
      const wereThere = made.changes
        .filter(({ id }) => id !== on.id)
        .map(({ resource, id }) => `${resource} ${id}`)
      expect(deleted.map(({ resource, id }) => `${resource} ${id}`).sort()).toEqual(wereThere.sort())
      expect(deleted.length).toBeGreaterThan(0)
      expect(restored.map(({ id }) => id)).toEqual(made.changes.some(({ id }) => id === on.id) ? [on.id] : [])
      expect(new Set(changes.map(({ at }) => at))).toEqual(new Set([clock]))
      for (const { resource, companyId, accountId } of deleted) {
        expect(companyId).toBe(owner.id)
        expect(accountId === null).toBe(resource !== 'transaction')
      }
      await expectExact(own, follower)
    }
  })

  it('a copy of 2,000 rows stays equal when 3 are imported, taken back, and imported again', async () => {
    const on = account(owner, { iban: iban() })
    const transactions = Array.from({ length: 2_000 }, () => transaction(on))
    const own = await followed(
      service.current,
      workspaceFile({ companies: [owner], accounts: [on], transactions }),
    )
    const follower = await own.following()
    const rows = () => follower.copy.rows.get('transaction')?.size
    expect(rows()).toBe(2_000)
    const report = await own.import(statement(on.iban ?? '', 3))
    await follower.catchUp()
    expect(rows()).toBe(2_003)
    await own.undo(report)
    await follower.catchUp(2)
    expect(rows()).toBe(2_000)
    await own.import(statement(on.iban ?? '', 3))
    await follower.catchUp()
    expect(rows()).toBe(2_003)
    await expectExact(own, follower)
  })

  it('an id that comes back by a load is no longer deleted', async () => {
    const own = await followed(service.current)
    const follower = await own.following()
    const [row] = own.file.payees
    if (row === undefined) throw new Error('There is no payee.')
    await own.send('DELETE', `/v1/payees/${row.id}`)
    await follower.catchUp()
    await own.load({ payees: [row] })
    const { changes, clock } = await follower.catchUp()
    expect(changes.map(({ id, object }) => [id, object])).toEqual([[row.id, { ...row, updatedAt: clock }]])
    // One who starts now sees the row, and no deletion of it.
    const late = await own.following()
    expect(late.seen.filter(({ id }) => id === row.id)).toHaveLength(1)
    await expectExact(own, late)
    await expectExact(own, follower)
  })

  describe('an id that comes back in another company, and is deleted there', () => {
    it.each([
      ['who look after each step', [true, true, true]],
      ['who look when it is back', [false, true, true]],
      ['who look at the end', [false, false, true]],
    ] as const)('is told to followers of both %s', async (_, looks) => {
      const [first, second] = [company(), company()]
      const row = payee(first)
      const file = workspaceFile({ companies: [first, second], payees: [row] })
      const own = await followed(service.current, file)
      const views = [{}, { companyId: first.id }, { companyId: second.id }]
      const followers = await Promise.all(views.map(view => own.following(view)))
      const steps = [
        () => own.send('DELETE', `/v1/payees/${row.id}`),
        () => own.load({ payees: [{ ...row, companyId: second.id }] }),
        () => own.send('DELETE', `/v1/payees/${row.id}`),
      ]
      for (const [index, step] of steps.entries()) {
        await step()
        if (!looks[index]) continue
        for (const follower of followers) {
          await follower.catchUp()
          await expectExact(own, follower)
        }
        for (const view of views) await expectExact(own, await own.following(view))
      }
    })
  })

  it('a deletion in another workspace is not told, also if the id is the same', async () => {
    const own = await followed(service.current)
    const follower = await own.following()
    const twin = await followed(service.current, { ...own.file, workspace: workspaceFile().workspace })
    const [row] = own.file.payees
    await twin.send('DELETE', `/v1/payees/${row?.id}`)
    expect((await follower.page()).data).toEqual([])
    await expectExact(own, await own.following())
    await expectExact(twin, await twin.following())
  })

  describe('a row that moves to another company', () => {
    it.each(['payees', 'bills', 'transactions'] as const)(
      'is deleted for followers of the former one only: %s',
      async list => {
        const [first, second] = [company(), company()]
        const [mine, theirs] = [account(first), account(second)]
        const base = workspaceFile({ companies: [first, second], accounts: [mine, theirs] })
        const rows = {
          payees: (of: typeof first) => ({
            payees: [payee(of, { id: 'x', iban: 'DE89370400440532013000' })],
          }),
          bills: (of: typeof first) => ({ bills: [bill(of, { id: 'x' })] }),
          transactions: (of: typeof first) => ({
            transactions: [transaction(of === first ? mine : theirs, { id: 'x' })],
          }),
        }[list]
        const own = await followed(service.current, { ...base, ...rows(first) })
        const views = [{}, { companyId: first.id }, { companyId: second.id }]
        const followers = await Promise.all(views.map(view => own.following(view)))
        for (const of of [second, first, second]) {
          await own.load(rows(of))
          const came = []
          for (const follower of followers) {
            const { changes } = await follower.catchUp()
            came.push(changes.map(({ id, object }) => [id, object === null]))
            await expectExact(own, follower)
          }
          const [here, gone] = [[['x', false]], [['x', true]]]
          expect(came).toEqual(of === second ? [here, gone, here] : [here, here, gone])
        }
        for (const view of views) await expectExact(own, await own.following(view))
      },
    )
  })
})

/** The months that a digest keeps in memory are never out of date, whatever was written in between. */
import { expect, it } from 'vitest'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { camtText } from '../../import/statementTexts.ts'
import { account, category, company, iban, transaction, workspaceFile } from '../../support/builders.ts'
import { expectedDigest } from '../../support/feed/expectedDigest.ts'
import { readList } from '../../support/feed/follower.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Followed, followed } from './following.ts'

describeOnBothStores('Kept months of GET /digest', store => {
  const service = useService(store)

  async function workspace() {
    const [owner, other] = [company(), company()]
    const [on, second, elsewhere] = [account(owner, { iban: iban() }), account(owner), account(other)]
    const label = category()
    const days = ['2026-01-31', '2026-02-01', '2026-02-15', '2026-03-02', null, '1999-12-31']
    const transactions = days.flatMap(bookingDate =>
      [on, second, elsewhere].map(each =>
        transaction(each, { bookingDate, category: { id: label.id, name: label.name, slug: label.slug } }),
      ),
    )
    const file = workspaceFile({
      companies: [owner, other],
      accounts: [on, second, elsewhere],
      categories: [label],
      transactions,
    })
    return { own: await followed(service.current, file), on, elsewhere, label, file }
  }

  /** Every view that the service may have kept, compared with the list. */
  async function expectExactDigests(own: Followed, file: WorkspaceFile): Promise<void> {
    const rows = (await readList(own.get, 'transaction')) as Transaction[]
    const views: Partial<Transaction>[] = [
      {},
      ...file.companies.map(({ id }) => ({ companyId: id })),
      ...file.accounts.map(({ id }) => ({ accountId: id })),
    ]
    for (const view of views) {
      const [[name = '', value = ''] = []] = Object.entries(view) as [string, string][]
      const found = rows.filter(row => name === '' || row[name as 'companyId'] === value)
      const digested = found.map(({ id, updatedAt, bookingDate, currency, side, amount }) => ({
        ...{ id, at: updatedAt, day: bookingDate, money: { currency, side, amount } },
      }))
      for (const by of ['month', 'day'] as const) {
        const { body } = await own.get(
          `/digest?${new URLSearchParams({ by, ...(name !== '' && { [name]: value }) })}`,
        )
        expect(body.data, JSON.stringify(view)).toEqual(expectedDigest(digested, by))
      }
    }
  }

  it('are made anew after each kind of write', async () => {
    const { own, on, elsewhere, label, file } = await workspace()
    const rowAt = (index: number): Transaction => {
      const row = file.transactions[index]
      if (row === undefined) throw new Error('There is no such row.')
      return row
    }
    const change = (index: number, given: Partial<Transaction>) => async () => {
      Object.assign(rowAt(index), given)
      await own.load({ transactions: [rowAt(index)] })
    }
    const statement = {
      ...{ id: 'S1', iban: on.iban ?? '', opening: '0.00', from: '2026-02-01', to: '2026-04-30' },
      entries: ['2026-02-02', '2026-04-01'].map(day => ({ amount: '7.00', side: 'credit' as const, day })),
    }
    let report: Awaited<ReturnType<Followed['import']>> | null = null
    const writes: Record<string, () => Promise<unknown>> = {
      'a new row in a month that has rows': () =>
        own.load({ transactions: [transaction(on, { bookingDate: '2026-02-03' })] }),
      'a new row in a month without rows': () =>
        own.load({ transactions: [transaction(on, { bookingDate: '2031-07-07' })] }),
      'another amount': change(0, { amount: '11.11' }),
      'another text, which moves only the stamp': change(3, { description: 'Changed' }),
      'another day in another month, far away': change(6, { bookingDate: '2029-09-09' }),
      'the next day, which is in another month but the same period': change(1, { bookingDate: '2026-02-01' }),
      'the only row of a month moves away': change(15, { bookingDate: '2026-01-01' }),
      'pending becomes booked': change(12, { bookingDate: '2026-03-31', status: 'booked' }),
      'booked becomes pending': change(9, { bookingDate: null, status: 'pending' }),
      'another account of the same company': change(0, { accountId: file.accounts[1]?.id ?? '' }),
      'another company': change(3, { accountId: elsewhere.id, companyId: elsewhere.companyId }),
      'a category with another name': () => own.load({ categories: [{ ...label, name: 'Renamed' }] }),
      'an import': async () => {
        report = await own.import(camtText([statement]))
      },
      'an undone import': async () => {
        if (report !== null) await own.undo(report)
      },
      'a write that is not about transactions': () => own.load({ companies: [company()] }),
    }
    await expectExactDigests(own, file)
    for (const [name, write] of Object.entries(writes)) {
      const { clock } = (await own.get('/digest')).body
      await write()
      expect((await own.get('/digest')).body.clock > clock, name).toBe(true)
      await expectExactDigests(own, file)
    }
  })
})

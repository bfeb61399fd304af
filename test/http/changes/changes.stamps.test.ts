/** What moves a row in the change feed, in particular rows that have no updatedAt, and what does not. */
import { expect, it } from 'vitest'
import type { Category } from '../../../src/contract/categories.ts'
import { camtText } from '../../import/statementTexts.ts'
import {
  account,
  bill,
  category,
  company,
  iban,
  payee,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectExact, followed } from './following.ts'

const coffee = { amount: '3.20', side: 'debit' as const, day: '2026-03-02', name: 'Kaffeehaus' }
const dated = { opening: '100.00', from: '2026-03-02', to: '2026-03-02' }
const statement = (ofIban: string, kind?: 'camt.052') =>
  camtText([{ id: 'S1', iban: ofIban, ...dated, entries: [coffee] }], kind)
const briefly = ({ id, name, slug }: Category) => ({ id, name, slug })

describeOnBothStores('Stamps in GET /changes', store => {
  const service = useService(store)

  /** Two companies with an account each, and two categories with a transaction each. */
  async function workspace() {
    const [owner, other] = [company(), company()]
    const [on, quiet] = [account(owner, { iban: iban() }), account(other)]
    const [used, unused] = [category(), category()]
    const labelled = transaction(on, { category: briefly(used) })
    const plain = transaction(quiet, { category: briefly(unused) })
    const file = workspaceFile({
      companies: [owner, other],
      accounts: [on, quiet],
      categories: [used, unused],
      transactions: [labelled, plain],
      bills: [bill(owner)],
      payees: [payee(owner)],
    })
    const own = await followed(service.current, file)
    return { own, on, quiet, used, labelled, follower: await own.following() }
  }

  it('an account moves when an import changes its balance, and when a load renames it', async () => {
    const { own, on, quiet, follower } = await workspace()
    await own.import(statement(on.iban ?? ''))
    const { changes, clock } = await follower.catchUp()
    expect(changes.map(({ resource, at }) => [resource, at])).toEqual([
      ['account', clock],
      ['transaction', clock],
    ])
    expect(changes[0]?.object).toMatchObject({ id: on.id, balance: '96.80' })
    await own.load({ accounts: [{ ...quiet, nickname: 'Savings' }] })
    const renamed = await follower.catchUp()
    expect(renamed.changes.map(({ id, object }) => [id, object])).toEqual([
      [quiet.id, { ...quiet, nickname: 'Savings' }],
    ])
    await expectExact(own, follower)
  })

  it('an account stays where it is when an import brings nothing that it shows', async () => {
    const owner = company()
    const on = account(owner, { iban: iban(), balance: '96.80' })
    const known = transaction(on, {
      amount: '3.20',
      bookingDate: '2026-03-02',
      counterpartyName: 'Kaffeehaus',
    })
    const own = await followed(
      service.current,
      workspaceFile({ companies: [owner], accounts: [on], transactions: [known] }),
    )
    const follower = await own.following()
    const { clock } = await follower.page()
    const report = await own.import(statement(on.iban ?? '', 'camt.052'))
    expect(report.counts).toMatchObject({ added: 0, changed: 0 })
    expect(await follower.page()).toMatchObject({ data: [], upToDate: true, clock })
    await expectExact(own, follower)
  })

  it('a category moves when a load changes it, and a new name moves its transactions and no others', async () => {
    const { own, used, labelled, follower } = await workspace()
    await own.load({ categories: [{ ...used, color: '#123456' }] })
    const coloured = await follower.catchUp()
    expect(coloured.changes.map(({ id }) => id)).toEqual([used.id])
    const renamed = { ...used, color: '#123456', name: 'Renamed' }
    await own.load({ categories: [renamed] })
    const { changes, clock } = await follower.catchUp()
    expect(changes.map(({ resource, id, at }) => [resource, id, at])).toEqual([
      ['category', used.id, clock],
      ['transaction', labelled.id, clock],
    ])
    expect(changes[1]?.object).toEqual({ ...labelled, updatedAt: clock, category: briefly(renamed) })
    await expectExact(own, follower)
  })

  it('each row of one load moves to the same instant, and unchanged rows stay', async () => {
    const { own, follower } = await workspace()
    const { accounts, categories, companies, transactions, bills, payees } = own.file
    const first = <Row>([row]: readonly Row[]): Row => {
      if (row === undefined) throw new Error('There is no row.')
      return row
    }
    await own.load({
      ...own.file,
      companies: [{ ...first(companies), tradingName: 'New' }, ...companies.slice(1)],
      accounts: [{ ...first(accounts), name: 'New' }, ...accounts.slice(1)],
      categories: [{ ...first(categories), description: 'New' }, ...categories.slice(1)],
      transactions: [{ ...first(transactions), reference: 'New' }, ...transactions.slice(1)],
      bills: [{ ...first(bills), supplierName: 'New' }],
      payees: [{ ...first(payees), defaultReference: 'New' }],
    })
    const { changes, clock } = await follower.catchUp()
    const moved = [accounts, bills, categories, companies, payees, transactions].map(
      rows => first<{ id: string }>(rows).id,
    )
    expect(changes.map(({ id }) => id)).toEqual(moved)
    expect(new Set(changes.map(({ at }) => at))).toEqual(new Set([clock]))
    await expectExact(own, follower)
  })

  it('with companyId there are only rows of that company, and all categories', async () => {
    const { own, on, used } = await workspace()
    const { companyId } = on
    const follower = await own.following({ companyId })
    expect(
      follower.seen.every(change => change.resource === 'category' || change.companyId === companyId),
    ).toBe(true)
    await expectExact(own, follower)
    await own.load({ categories: [{ ...used, name: 'Renamed' }] })
    const quiet = await own.following({ companyId: own.file.companies[1]?.id ?? '' })
    await expectExact(own, quiet)
    expect(quiet.seen.map(({ resource }) => resource)).toContain('account')
    expect((await follower.catchUp()).changes.map(({ resource }) => resource)).toEqual([
      'category',
      'transaction',
    ])
  })
})

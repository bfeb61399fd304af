import { beforeEach, describe, expect, it } from 'vitest'
import type { ListName, WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import {
  account,
  bill,
  category,
  company,
  payee,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { actor, later, useLoader } from './loader.ts'

type Element = WorkspaceFile[ListName][number]

const stampedLists = ['companies', 'transactions', 'bills', 'payees'] as const

const ref = ({ id, name, slug }: { id: string; name: string; slug: string }) => ({ id, name, slug })

/** Two of everything; the first transaction has the first category, the second the other, the third none. */
function twoOfEverything(): WorkspaceFile {
  const owner = company({ name: 'A' })
  const on = account(owner, { name: 'A' })
  const rent = category({ name: 'A', isSystem: true })
  const food = category({ name: 'B', isSystem: true })
  return workspaceFile({
    companies: [owner, company({ name: 'B' })],
    accounts: [on, account(owner, { name: 'B' })],
    categories: [rent, food],
    transactions: [
      transaction(on, { bookingDate: '2026-01-03', category: ref(rent) }),
      transaction(on, { bookingDate: '2026-01-02', category: ref(food) }),
      transaction(on, { bookingDate: '2026-01-01' }),
    ],
    bills: [
      bill(owner, { createdAt: '2026-01-02T00:00:00.000Z' }),
      bill(owner, { createdAt: '2026-01-01T00:00:00.000Z' }),
    ],
    payees: [payee(owner, { name: 'A' }), payee(owner, { name: 'B' })],
  })
}

/** The file with other values in the first element of a list. */
const withFirst = <Name extends ListName>(
  file: WorkspaceFile,
  list: Name,
  given: Partial<WorkspaceFile[Name][number]>,
): WorkspaceFile => ({
  ...file,
  [list]: file[list].map((element, index) => (index === 0 ? { ...element, ...given } : element)),
})

const updatedAtOf = (element: Element | undefined) =>
  (element as { updatedAt: string } | undefined)?.updatedAt

describeOnBothStores('loading into an existing workspace', store => {
  const loader = useLoader(store)
  let file: WorkspaceFile

  beforeEach(async () => {
    file = twoOfEverything()
    await loader.current.load(file)
  })

  describe('the same file again', () => {
    it('changes neither a row nor the clock, and reports that', async () => {
      const before = await loader.current.everything(file)
      expect(await loader.current.load(file, 1000)).toEqual({
        workspaceId: file.workspace.id,
        created: false,
        added: 0,
        changed: 0,
        unchanged: 13,
      })
      expect(await loader.current.everything(file)).toEqual(before)
    })

    it('with other createdAt and updatedAt changes nothing either: they are not taken from the file', async () => {
      const before = await loader.current.everything(file)
      const instant = '2026-07-07T07:07:07.777Z'
      const changed = structuredClone(file)
      for (const name of ['accounts', 'categories', ...stampedLists] as const) {
        for (const element of changed[name]) element.createdAt = instant
      }
      for (const name of stampedLists) {
        for (const element of changed[name]) element.updatedAt = instant
      }
      expect(await loader.current.load(changed, 1000)).toMatchObject({ added: 0, changed: 0, unchanged: 13 })
      expect(await loader.current.everything(file)).toEqual(before)
    })

    it('still leaves an audit record for each load', async () => {
      const details = await loader.current.load(file, 1000)
      const records = await loader.current.audit(file)
      expect(records).toHaveLength(2)
      expect(records[1]).toMatchObject({ at: later(1000), actor, action: 'workspace.loaded', details })
    })

    it('without some of its elements removes none of them', async () => {
      const before = await loader.current.everything(file)
      expect(await loader.current.load(workspaceFile({ workspace: file.workspace }), 1000)).toMatchObject({
        added: 0,
        changed: 0,
        unchanged: 0,
      })
      expect(await loader.current.everything(file)).toEqual(before)
    })
  })

  describe('stamps', () => {
    it.each<[ListName, Partial<Element>]>([
      ['companies', { verificationStatus: 'Refused' }],
      ['transactions', { status: 'canceled' }],
      ['bills', { paidAt: '2026-05-05T00:00:00.000Z' }],
      ['payees', { defaultReference: 'Customer 1' }],
    ])('a changed row of %s with the workspace clock, and no other row', async (list, given) => {
      const changed = withFirst(file, list, given)
      expect(await loader.current.load(changed, 1000)).toMatchObject({
        added: 0,
        changed: 1,
        unchanged: 12,
      })
      expect(await loader.current.exported(file)).toEqual(
        withFirst(changed, list, { updatedAt: later(1000) }),
      )
      expect(await loader.current.clock(file)).toBe(later(1000))
    })

    it.each<[ListName, Partial<Element>]>([
      ['accounts', { balance: '7.00' }],
      ['categories', { color: '#000000' }],
    ])('no row of %s, which have no updatedAt, but advances the clock', async (list, given) => {
      const changed = withFirst(file, list, given)
      expect(await loader.current.load(changed, 1000)).toMatchObject({ added: 0, changed: 1, unchanged: 12 })
      expect(await loader.current.exported(file)).toEqual(changed)
      expect(await loader.current.clock(file)).toBe(later(1000))
    })

    it('an added row with the workspace clock, and keeps its createdAt', async () => {
      const [owner, on] = [file.companies[0], file.accounts[0]]
      if (!owner || !on) throw new Error('the builder has changed')
      const createdAt = '2020-02-02T02:02:02.222Z'
      const added = {
        companies: [company({ createdAt })],
        transactions: [transaction(on, { createdAt })],
        bills: [bill(owner, { createdAt })],
        payees: [payee(owner, { createdAt })],
      }
      const result = await loader.current.load(workspaceFile({ workspace: file.workspace, ...added }), 1000)
      expect(result).toMatchObject({ created: false, added: 4, changed: 0, unchanged: 0 })
      const now = await loader.current.exported(file)
      for (const list of stampedLists) {
        const found = (now[list] as Element[]).find(({ id }) => id === added[list][0]?.id)
        expect(found).toEqual({ ...added[list][0], updatedAt: later(1000) })
      }
    })

    it('everything that one load adds or changes with the same timestamp', async () => {
      const [owner] = file.companies
      if (!owner) throw new Error('the builder has changed')
      const many = Array.from({ length: 2_001 }, () => bill(owner))
      const changed = withFirst(withFirst(file, 'bills', { status: 'paid' }), 'payees', { name: 'Aa' })
      await loader.current.load({ ...changed, bills: [...changed.bills, ...many] }, 1000)
      const { bills, payees } = await loader.current.exported(file)
      const fresh = new Set(bills.filter(({ id }) => id !== file.bills[1]?.id).map(updatedAtOf))
      expect([...fresh, updatedAtOf(payees[0])]).toEqual([later(1000), later(1000)])
    })

    it('later than ever before, even if the wall clock stands still or goes back', async () => {
      const stamps: unknown[] = []
      for (const [index, afterMs] of [0, 0, -86_400_000, 5, 5, 1000].entries()) {
        await loader.current.load(withFirst(file, 'companies', { tradingName: `Name ${index}` }), afterMs)
        stamps.push(updatedAtOf((await loader.current.exported(file)).companies[0]))
      }
      expect(stamps).toEqual([1, 2, 3, 5, 6, 1000].map(later))
      expect(await loader.current.clock(file)).toBe(later(1000))
    })
  })

  describe('a change is any difference in the JSON of a row', () => {
    it.each<[string, ListName, Partial<Element>, Partial<Element>]>([
      ['money with another scale', 'transactions', { amount: '10.0' }, { amount: '10.00' }],
      ['a balance with another scale', 'accounts', { balance: '-3' }, { balance: '-3.00' }],
      ['a name in another Unicode form', 'companies', { name: '\u00c0' }, { name: 'A\u0300' }],
      ['a payee in another case', 'payees', { name: 'aa' }, { name: 'AA' }],
      ['null instead of an empty text', 'bills', { supplierName: '' }, { supplierName: null }],
      ['a space at the end', 'transactions', { reference: 'R' }, { reference: 'R ' }],
    ])('%s is one', async (_, list, given, changed) => {
      await loader.current.load(withFirst(file, list, given), 1000)
      const before = await loader.current.clock(file)
      expect(await loader.current.load(withFirst(file, list, given), 2000)).toMatchObject({ changed: 0 })
      expect(await loader.current.clock(file)).toBe(before)
      expect(await loader.current.load(withFirst(file, list, changed), 3000)).toMatchObject({ changed: 1 })
      expect((await loader.current.exported(file))[list][0]).toMatchObject(changed)
      expect(await loader.current.clock(file)).toBe(later(3000))
    })

    it('a new workspace name is one: it advances the clock but stamps no row', async () => {
      const renamed = { ...file, workspace: { ...file.workspace, name: 'Renamed' } }
      expect(await loader.current.load(renamed, 1000)).toMatchObject({ added: 0, changed: 0, unchanged: 13 })
      expect(await loader.current.exported(file)).toEqual(renamed)
      expect(await loader.current.clock(file)).toBe(later(1000))
    })

    it.each<[string, { name?: string; slug?: string }]>([
      ['name', { name: 'Aa' }],
      ['name, only in another Unicode form,', { name: 'A\u0300' }],
      ['slug', { slug: 'renamed' }],
    ])('a new %s of a category changes every transaction that has it, and no other', async (_, given) => {
      await loader.current.load(withFirst(file, 'categories', { name: '\u00c0' }), 500)
      const { transactions, categories } = withFirst(file, 'categories', { name: '\u00c0', ...given })
      const [renamed, kept] = categories
      if (!renamed || !kept) throw new Error('the builder has changed')
      // The file contains only the category; the transactions are the stored ones.
      await loader.current.load(workspaceFile({ workspace: file.workspace, categories: [renamed] }), 1000)
      const stored = (await loader.current.exported(file)).transactions
      const carrying = { category: ref(renamed), updatedAt: later(1000) }
      expect(stored).toEqual([{ ...transactions[0], ...carrying }, transactions[1], transactions[2]])
    })

    it('a new color of a category does not change its transactions', async () => {
      await loader.current.load(withFirst(file, 'categories', { color: '#111111' }), 1000)
      expect((await loader.current.exported(file)).transactions).toEqual(file.transactions)
      expect(await loader.current.clock(file)).toBe(later(1000))
    })

    it('another category of a transaction is one, but another name for the same category is not', async () => {
      const [rent, food] = file.categories
      if (!rent || !food) throw new Error('the builder has changed')
      const misnamed = withFirst(file, 'transactions', { category: { ...ref(rent), name: 'Something else' } })
      expect(await loader.current.load(misnamed, 1000)).toMatchObject({ changed: 0 })
      const moved = withFirst(file, 'transactions', { category: ref(food) })
      expect(await loader.current.load(moved, 2000)).toMatchObject({ changed: 1 })
      expect((await loader.current.exported(file)).transactions[0]).toEqual({
        ...moved.transactions[0],
        updatedAt: later(2000),
      })
    })
  })

  describe('a load that fails', () => {
    it('changes neither a row nor the clock, and leaves no audit record', async () => {
      const before = await loader.current.everything(file)
      const onProgress = (done: number, total: number) => {
        if (done === total) throw new Error('the plug was pulled')
      }
      const changed = withFirst(file, 'companies', { name: 'Renamed' })
      await expect(loader.current.load(changed, 1000, { onProgress })).rejects.toThrow('the plug was pulled')
      expect(await loader.current.everything(file)).toEqual(before)
      expect(await loader.current.audit(file)).toHaveLength(1)
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { defaultCategories } from '../../../src/domain/defaultCategories.ts'
import { parseWorkspaceFile } from '../../../src/import/workspace/workspaceFile.ts'
import {
  bill,
  category,
  company,
  payee,
  smallWorkspace,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { actor, later, startOfTime, useLoader } from './loader.ts'

const tablesOfWorkspace = [
  'workspaces',
  'companies',
  'accounts',
  'categories',
  'transactions',
  'bills',
  'payees',
  'audit_records',
]

const withoutSystem = (file: WorkspaceFile): WorkspaceFile => ({
  ...file,
  categories: file.categories.filter(({ isSystem }) => !isSystem),
})

describeOnBothStores('loading a new workspace', store => {
  const loader = useLoader(store)

  async function rowsIn(file: WorkspaceFile): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of tablesOfWorkspace) {
      const rows = await loader.current.store.db.query(
        `select workspace_id from ${table} where workspace_id = $1`,
        [file.workspace.id],
      )
      counts[table] = rows.length
    }
    return counts
  }

  const nothing = Object.fromEntries(tablesOfWorkspace.map(table => [table, 0]))

  describe('completely', () => {
    it('creates it with every element as in the file, including createdAt and updatedAt', async () => {
      const file = smallWorkspace()
      expect(await loader.current.load(file)).toEqual({
        workspaceId: file.workspace.id,
        created: true,
        added: 6 + defaultCategories.length,
        changed: 0,
        unchanged: 0,
      })
      expect(withoutSystem(await loader.current.exported(file))).toEqual(file)
    })

    it('keeps createdAt and updatedAt that are far apart, in the past and in the future', async () => {
      const given = { createdAt: '0001-01-01T00:00:00.000Z', updatedAt: '2031-12-31T23:59:59.999Z' }
      const owner = company(given)
      const file = workspaceFile({
        companies: [owner],
        bills: [bill(owner, given)],
        payees: [payee(owner, given)],
      })
      await loader.current.load(file)
      expect(withoutSystem(await loader.current.exported(file))).toEqual(file)
    })

    it('accepts a file with only a workspace', async () => {
      const file = workspaceFile()
      await loader.current.load(file)
      expect(await rowsIn(file)).toEqual({
        ...nothing,
        workspaces: 1,
        categories: defaultCategories.length,
        audit_records: 1,
      })
    })

    it('leaves an audit record of who loaded what and when', async () => {
      const file = smallWorkspace()
      const details = await loader.current.load(file)
      expect(await loader.current.audit(file)).toEqual([
        {
          id: expect.stringMatching(/^aud_/),
          at: startOfTime,
          actor,
          action: 'workspace.loaded',
          subjectId: file.workspace.id,
          details,
        },
      ])
    })

    it('reports its progress, up to the last element', async () => {
      const steps: [number, number][] = []
      await loader.current.load(smallWorkspace(), 0, { onProgress: (...step) => void steps.push(step) })
      expect(steps).toEqual([1, 2, 23, 24, 25, 26].map(done => [done, 26]))
    })
  })

  describe('default categories', () => {
    it('are added if the file has none with isSystem', async () => {
      const own = category()
      const file = workspaceFile({ categories: [own] })
      await loader.current.load(file)
      const { categories } = await loader.current.exported(file)
      expect(categories).toHaveLength(defaultCategories.length + 1)
      expect(categories).toContainEqual(own)
      for (const seed of defaultCategories) {
        const id = expect.stringMatching(/^cat_[0-9A-Z]{26}$/)
        expect(categories).toContainEqual({ id, ...seed, isSystem: true, createdAt: startOfTime })
      }
      expect(new Set(categories.map(({ id }) => id)).size).toBe(categories.length)
    })

    it('are not added if the file has one with isSystem', async () => {
      const categories = [category({ name: 'A', isSystem: true }), category({ name: 'B' })]
      const file = workspaceFile({ categories })
      await loader.current.load(file)
      expect((await loader.current.exported(file)).categories).toEqual(categories)
    })

    it('are replaced by a category of the file with the same slug', async () => {
      const own = category({ slug: 'rent', name: 'Miete' })
      const file = workspaceFile({ categories: [own] })
      await loader.current.load(file)
      const { categories } = await loader.current.exported(file)
      expect(categories).toHaveLength(defaultCategories.length)
      expect(categories.filter(({ slug }) => slug === 'rent')).toEqual([own])
    })

    it('are added once: a second load of the file adds none', async () => {
      const file = workspaceFile()
      await loader.current.load(file)
      const before = await loader.current.exported(file)
      expect(await loader.current.load(file, 1000)).toMatchObject({ created: false, added: 0, changed: 0 })
      expect(await loader.current.exported(file)).toEqual(before)
    })
  })

  describe('the workspace clock', () => {
    it('starts at the instant of the load', async () => {
      const file = smallWorkspace()
      await loader.current.load(file, 250)
      expect(await loader.current.clock(file)).toBe(later(250))
    })

    it.each<[string, (instant: string) => Partial<WorkspaceFile>]>([
      ["a company's updatedAt", updatedAt => ({ companies: [company({ updatedAt })] })],
      ["a company's createdAt", createdAt => ({ companies: [company({ createdAt })] })],
      ["a category's createdAt", createdAt => ({ categories: [category({ createdAt })] })],
    ])('starts no earlier than %s, so that the next timestamp is later', async (_, lists) => {
      const file = workspaceFile(lists('2030-01-01T00:00:00.000Z'))
      await loader.current.load(file)
      expect(await loader.current.clock(file)).toBe('2030-01-01T00:00:00.000Z')
      const added = company()
      await loader.current.load({ ...file, companies: [...file.companies, added] }, 1000)
      const { companies } = await loader.current.exported(file)
      expect(companies.find(({ id }) => id === added.id)?.updatedAt).toBe('2030-01-01T00:00:00.001Z')
    })

    it('starts no earlier than the updatedAt of a transaction, a bill or a payee', async () => {
      const file = smallWorkspace()
      const [on, owner] = [file.accounts[0], file.companies[0]]
      if (!on || !owner) throw new Error('the builder has changed')
      file.transactions.push(transaction(on, { updatedAt: '2030-01-01T00:00:00.000Z' }))
      file.bills.push(bill(owner, { updatedAt: '2030-01-01T00:00:00.002Z' }))
      file.payees.push(payee(owner, { updatedAt: '2030-01-01T00:00:00.001Z' }))
      await loader.current.load(file)
      expect(await loader.current.clock(file)).toBe('2030-01-01T00:00:00.002Z')
    })

    it('can still advance if it starts at the latest instant a file may have', async () => {
      const owner = company({ updatedAt: '8999-12-31T23:59:59.999Z' })
      const file = parseWorkspaceFile(JSON.stringify(workspaceFile({ companies: [owner] })))
      await loader.current.load(file)
      await loader.current.load({ ...file, companies: [{ ...owner, name: 'Renamed' }] }, 1)
      expect(await loader.current.clock(file)).toBe('9000-01-01T00:00:00.000Z')
    })
  })

  describe('all or nothing', () => {
    it('stores nothing, not even the workspace, if the last reference of a long file is invalid', async () => {
      const owner = company()
      const bills = Array.from({ length: 2_500 }, () => bill(owner))
      bills.push(bill(owner, { matchedTransactionId: 'txn_nowhere' }))
      const file = workspaceFile({ companies: [owner], bills })
      await expect(loader.current.load(file)).rejects.toThrow(
        'The workspace file was not loaded: bills[2500].matchedTransactionId refers to a transaction that does not exist: txn_nowhere',
      )
      expect(await rowsIn(file)).toEqual(nothing)
    })

    it('stores nothing if something fails after most of it was written', async () => {
      const file = smallWorkspace()
      const onProgress = (done: number, total: number) => {
        if (done === total) throw new Error('the plug was pulled')
      }
      await expect(loader.current.load(file, 0, { onProgress })).rejects.toThrow('the plug was pulled')
      expect(await rowsIn(file)).toEqual(nothing)
    })

    it('can be repeated after a failure as if nothing had happened', async () => {
      const file = smallWorkspace()
      const broken = { ...file, payees: [payee({ id: 'com_nowhere' })] }
      expect(await loader.current.problems(broken)).toEqual([
        'payees[0].companyId refers to a company that does not exist: com_nowhere',
      ])
      expect(await loader.current.load(file, 1)).toMatchObject({ created: true, changed: 0 })
      expect(withoutSystem(await loader.current.exported(file))).toEqual(file)
    })
  })

  describe('two workspaces', () => {
    it('may have the same ids, slugs and IBANs, and loading into one leaves the other unchanged', async () => {
      const file = smallWorkspace()
      const twin = { ...file, workspace: workspaceFile().workspace }
      await loader.current.load(file)
      await loader.current.load(twin)
      const before = await loader.current.everything(twin)
      const [label] = file.categories
      if (!label) throw new Error('the builder has changed')
      await loader.current.load({ ...file, categories: [{ ...label, name: 'Renamed' }] }, 1000)
      expect(await loader.current.everything(twin)).toEqual(before)
      expect((await loader.current.exported(file)).transactions[0]?.category?.name).toBe('Renamed')
    })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Category } from '../../../src/contract/categories.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { listTransactions } from '../../../src/store/transactions.ts'
import { account, category, company, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'
import { watched } from '../../support/watched.ts'

const actor = { kind: 'command', id: 'test' } as const

describeOnBothStores('a renamed category', name => {
  /** On a cluster, each page joins its categories. */
  const isJoined = name === 'citus'
  let store: TestStore
  let nowMs = Date.parse('2026-03-01T00:00:00.000Z')
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  /** A workspace with one transaction and one category, and another where the category's id has another name. */
  async function loaded() {
    const owner = company()
    const on = account(owner)
    const of = category({ name: 'Travel', slug: 'travel' })
    const only = transaction(on, { category: { id: of.id, name: of.name, slug: of.slug } })
    const lists = { companies: [owner], accounts: [on], transactions: [only] }
    const own = workspaceFile({ ...lists, categories: [of] })
    const foreign = workspaceFile({ ...lists, categories: [{ ...of, name: 'Foreign' }] })
    for (const file of [own, foreign]) await load(file)
    return { id: own.workspace.id, foreignId: foreign.workspace.id, rename: rename(own.workspace, of) }
  }

  const load = (file: ReturnType<typeof workspaceFile>) => {
    nowMs += 1000
    return loadWorkspace(store.db, file, { nowMs, actor })
  }
  const rename = (workspace: { id: string; name: string }, of: Category) => (to: string) =>
    load(workspaceFile({ workspace, categories: [{ ...of, name: to, isSystem: true }] }))

  async function firstOf(db: Database, workspaceId: string): Promise<Transaction> {
    const page = { filters: {}, changed: null, after: null, limit: 50 }
    const { data } = await listTransactions(db, workspaceId, page)
    return JSON.parse(data.texts()[0] ?? 'null')
  }

  it('has its new name on the next page despite the cache, and never a name from another workspace', async () => {
    const { id, foreignId, rename } = await loaded()
    expect((await firstOf(store.db, id)).category?.name).toBe('Travel')
    expect((await firstOf(store.db, foreignId)).category?.name).toBe('Foreign')
    const before = await firstOf(store.db, id)
    await rename('Journeys')
    const after = await firstOf(store.db, id)
    expect(after.category?.name).toBe('Journeys')
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect((await firstOf(store.db, foreignId)).category?.name).toBe('Foreign')
  })

  /** Reads a page while the category is renamed right before the first query that contains `words`. */
  async function firstWhileRenamed(id: string, rename: (to: string) => Promise<unknown>, words: string) {
    let renamed = false
    const overtaken = watched(store.db, async sql => {
      if (renamed || !sql.includes(words)) return
      renamed = true
      await rename('Journeys')
    })
    const shown = await firstOf(overtaken, id)
    expect(renamed).toBe(true)
    return shown
  }

  it.each([
    ...(isJoined
      ? []
      : [['before its categories are read', 'from workspaces w left join categories'] as const]),
    ['after its categories and before its rows are read', 'from transactions t'] as const,
  ])(
    'has the name that belongs to the stamp of its rows if renamed while a page is read, %s',
    async (_, words) => {
      const { id, rename } = await loaded()
      const old = await firstOf(store.db, id)
      const shown = await firstWhileRenamed(id, rename, words)
      expect(shown.category?.name).toBe(shown.updatedAt > old.updatedAt ? 'Journeys' : 'Travel')
      // The cache does not keep the old name either.
      expect((await firstOf(store.db, id)).category?.name).toBe('Journeys')
    },
  )

  it('is read at most once, whatever else is written to the workspace', async () => {
    const { id } = await loaded()
    let reads = 0
    const counted = watched(store.db, sql => {
      if (sql.includes('from workspaces w left join categories')) reads += 1
    })
    for (const name of ['One', 'Two', 'Three']) {
      await load(workspaceFile({ workspace: { id, name } }))
      expect((await firstOf(counted, id)).category?.name).toBe('Travel')
    }
    expect(reads).toBe(isJoined ? 0 : 1)
  })
})

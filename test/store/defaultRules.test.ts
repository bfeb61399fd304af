import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { defaultCategories } from '../../src/domain/defaultCategories.ts'
import { defaultRules } from '../../src/domain/defaultRules.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { listRules } from '../../src/store/rules/categoryRules.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { category, workspaceFile } from '../support/builders.ts'
import { describeOnBothStores, freshDatabase, freshStore, type TestStore } from '../support/stores.ts'

/** The rules in order, each with the slug of its category. */
async function rulesOf(db: Database, workspaceId: string) {
  const rules = await listRules(db, workspaceId)
  const slugs = await db.query<{ id: string; slug: string }>(
    'select id, slug from categories where workspace_id = $1',
    [workspaceId],
  )
  return rules.map(({ position, name, type, side, words, categoryId }) => {
    const slug = slugs.find(({ id }) => id === categoryId)?.slug
    return { position, name, type, side, words, slug }
  })
}

const expected = defaultRules.map((rule, position) => ({ position, ...rule, side: null, words: null }))

const createdAt = '2026-01-01T00:00:00.000Z'
const load = (db: Database, file: WorkspaceFile) =>
  loadWorkspace(db, file, { nowMs: Date.parse(createdAt), actor: { kind: 'command', id: 'test' } })

describeOnBothStores('the default rules', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  it('are created with a new workspace, and not again by a later load', async () => {
    const [own, other] = [workspaceFile(), workspaceFile()]
    for (const file of [own, other]) await load(store.db, file)
    expect(await rulesOf(store.db, own.workspace.id)).toEqual(expected)
    await store.db.query('delete from category_rules where workspace_id = $1', [own.workspace.id])
    await load(store.db, own)
    expect(await rulesOf(store.db, own.workspace.id)).toEqual([])
    expect(await rulesOf(store.db, other.workspace.id)).toEqual(expected)
  })

  it('are not created for custom categories that only share a slug with a default one', async () => {
    const categories = [category({ slug: 'bank-fees' }), category({ isSystem: true })]
    const own = workspaceFile({ categories })
    await load(store.db, own)
    expect(await rulesOf(store.db, own.workspace.id)).toEqual([])
  })
})

describe('a store from before rules existed', () => {
  it('gets the default rules from the migration, only for the default categories', async () => {
    const { db, remove } = await freshDatabase('template1')
    try {
      const migrations = readMigrations()
      const before = migrations.filter(({ number }) => number < 4)
      await migrate(db, before)
      for (const id of ['wsp_old', 'wsp_own']) await insertOld(db, id, id === 'wsp_old')
      await migrate(db, migrations)
      expect(await rulesOf(db, 'wsp_old')).toEqual(expected)
      expect(await rulesOf(db, 'wsp_own')).toEqual([])
    } finally {
      await remove()
    }
  })

  async function insertOld(db: Database, id: string, isSystem: boolean): Promise<void> {
    await db.query('insert into workspaces (workspace_id, name, clock, created_at) values ($1, $1, $2, $2)', [
      id,
      createdAt,
    ])
    for (const { slug, name } of defaultCategories) {
      await db.query(
        `insert into categories (workspace_id, id, name, slug, is_system, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, `cat_${slug}`, name, slug, isSystem, createdAt],
      )
    }
  }
})

/** Backups from either engine to either, with any content and during writes. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { anyLists } from '../../import/workspace/anyWorkspaceFile.ts'
import { anyText } from '../../support/anyValues.ts'
import { backupOf, contentOf, epochsOf, madeWithLines, restored } from '../../support/backups.ts'
import { account, company, smallWorkspace, workspaceFile } from '../../support/builders.ts'
import { writeRandomly } from '../../support/randomWriter.ts'
import { actor } from '../../support/service.ts'
import {
  freshDatabase,
  freshStore,
  type StoreName,
  storeNames,
  type TestStore,
} from '../../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const opened: TestStore[] = []

async function fresh(name: StoreName): Promise<TestStore['db']> {
  const store = await freshStore(name)
  opened.push(store)
  return store.db
}

async function empty(): Promise<TestStore['db']> {
  const store = await freshDatabase('template1')
  opened.push(store)
  return store.db
}

afterEach(async () => {
  for (const store of opened.splice(0)) await store.remove()
})

const directions = storeNames.flatMap(from => storeNames.map(to => [from, to] as const))

describe.each(directions)('A backup from %s to %s', (from, to) => {
  it('restores every row exactly, whatever its texts, amounts and instants', async () => {
    const anyStore = fc.tuple(fc.array(anyLists, { minLength: 1, maxLength: 3 }), anyText)
    const property = fc.asyncProperty(anyStore, async ([workspaces, text]) => {
      const [source, target] = [await fresh(from), await fresh(to)]
      for (const [index, lists] of workspaces.entries()) {
        const workspace = { id: `wsp_${index}`, name: text.replaceAll('\0', '') || 'x' }
        await loadWorkspace(source, { workspace, ...lists }, { nowMs, actor })
      }
      await restored(target, await backupOf(source))
      expect(await contentOf(target)).toEqual(await contentOf(source))
      const epochs = [...(await epochsOf(source)), ...(await epochsOf(target))]
      expect(new Set(epochs).size).toBe(2 * workspaces.length)
    })
    await fc.assert(property, { numRuns: 2, endOnFailure: true })
  })
})

describe('A backup', () => {
  it.each(storeNames.filter(name => name !== 'embedded'))(
    'taken during writes is the state at one instant of the workspace clock (%s)',
    async name => {
      const source = await fresh(name)
      const owner = company()
      const on = account(owner)
      const file = workspaceFile({ companies: [owner], accounts: [on] })
      await loadWorkspace(source, file, { nowMs: Date.parse('2020-01-01T00:00:00Z'), actor })
      const task = { workspaceId: file.workspace.id, companyId: owner.id, accountId: on.id }
      const writers = Promise.all([1, 2, 3].map(seed => writeRandomly(source, { ...task, seed, writes: 15 })))
      const backups = [await backupOf(source), await backupOf(source), await backupOf(source)]
      await writers
      const rows = (db: TestStore['db']) =>
        db.query<{ id: string; at: string; row: string }>(
          `select id, updated_at as at, t::text as row from transactions t
         union all select id, updated_at, b::text from bills b order by 1`,
        )
      const now = await rows(source)
      for (const backup of backups) {
        const copy = await fresh('embedded')
        await restored(copy, backup)
        const [workspace] = await copy.query<{ clock: string }>('select clock from workspaces')
        const clock = workspace?.clock ?? ''
        const then = await rows(copy)
        expect(then.filter(({ at }) => at > clock)).toEqual([])
        // Every write adds a bill, so the last one before the clock's value must be there.
        if (then.length > 0) expect(then.some(({ at }) => at === clock)).toBe(true)
        const kept = new Map(then.map(({ id, row }) => [id, row]))
        const lost = now.filter(({ id, at, row }) => at <= clock && kept.get(id) !== row)
        expect(lost).toEqual([])
      }
    },
  )

  it('of an older schema is restored into an empty database and migrated there', async () => {
    const [source, target] = [await empty(), await empty()]
    const older = readMigrations().slice(0, 4)
    await migrate(source, older)
    await source.script(`
      insert into workspaces values ('wsp', 'Old', '2026-01-01', '2026-01-01');
      insert into companies (workspace_id, id, name, verification_status, created_at, updated_at)
      values ('wsp', 'com', 'Company', 'Verified', '2026-01-01', '2026-01-01');
    `)
    const facts = await restored(target, await backupOf(source))
    expect(facts).toMatchObject({
      applied: readMigrations()
        .slice(4)
        .map(({ name }) => name),
      schema: readMigrations().at(-1)?.number,
    })
    expect((await migrate(target)).applied).toEqual([])
    await migrate(source)
    expect(await contentOf(target)).toEqual(await contentOf(source))
  })

  it('of an older schema is refused by a database with a newer one, in a line that says what to do', async () => {
    const [source, target] = [await empty(), await fresh('postgres')]
    await migrate(source, readMigrations().slice(0, 4))
    const refused = restored(target, await backupOf(source))
    await expect(refused).rejects.toThrow(/^The backup has schema 4, .* Restore into a database that Florin/)
  })

  it('of a newer version is refused in a line that names the version to use', async () => {
    const backup = madeWithLines(await backupOf(await fresh('embedded')), ([header = '', ...rest]) => {
      const facts = JSON.parse(header)
      facts.migrations.push({ number: 9000, name: '9000_later.sql', checksum: 'x' })
      return [JSON.stringify({ ...facts, florin: '9.0.0' }), ...rest]
    })
    await expect(restored(await fresh('embedded'), backup)).rejects.toThrow(
      /^The backup was made by Florin 9\.0\.0, which is newer than this version .* Restore it with that version/,
    )
  })

  it.each(storeNames)('is refused by a store that has data, which stays unchanged (%s)', async name => {
    const [source, target] = [await fresh(name), await fresh(name)]
    await loadWorkspace(target, smallWorkspace(), { nowMs, actor })
    const before = await contentOf(target)
    const backup = await backupOf(source)
    await expect(restored(target, backup)).rejects.toThrow(/^The store is not empty/)
    expect(await contentOf(target)).toEqual(before)
  })
})

/** The commands load and export in this process, on both stores. test/cli tests how they are called and printed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { account, company, smallWorkspace, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useCommands } from './useCommands.ts'

function largeWorkspace(): WorkspaceFile {
  const owner = company()
  const on = account(owner)
  const transactions = Array.from({ length: 4_500 }, () => transaction(on))
  return workspaceFile({ companies: [owner], accounts: [on], transactions })
}

describeOnBothStores('the command', storeName => {
  const { current, saved, run, refusal } = useCommands(storeName)
  const file = smallWorkspace()
  const workspace = file.workspace.id
  const large = largeWorkspace()

  beforeAll(async () => {
    await run('load', { file: saved('small.json', file) })
  })

  describe('load', () => {
    it('reports what it did, and does nothing the second time', async () => {
      const again = smallWorkspace()
      const path = saved('again.json', again)
      const workspaceId = again.workspace.id
      const { added, ...first } = await run('load', { file: path })
      expect(first).toEqual({ workspaceId, created: true, changed: 0, unchanged: 0 })
      expect(await run('load', { file: path })).toEqual({
        workspaceId,
        created: false,
        added: 0,
        changed: 0,
        unchanged: 6,
      })
      expect(added).toBeGreaterThanOrEqual(6)
    })

    it.each([
      ['none.json', /^\S+none\.json cannot be read \(ENOENT\)\.$/],
      ['.', /is not a regular file\. Save it as one and load that\.$/],
    ])('says which file it cannot read and why: %s', async (name, message) => {
      expect(await refusal('load', { file: join(current.folder, name) })).toMatch(message)
    })

    it('says in one line that a file is not JSON, even if the file has several lines', async () => {
      const path = saved('notJson.json', '{\n  "workspace": {\n    "id": oops\n  }\n}\n')
      expect(await refusal('load', { file: path })).toContain('is not valid JSON')
    })

    it('names a bad element by list and index, and stores nothing of the file', async () => {
      const bad = smallWorkspace()
      const content = { ...bad, companies: [...bad.companies, { ...company(), country: 7 }] }
      const message = await refusal('load', { file: saved('bad.json', content) })
      expect(message).toContain('companies[1].country')
      const { workspaces } = await run('workspaces list', {})
      expect(workspaces.map(({ id }) => id)).not.toContain(bad.workspace.id)
    })

    it('refuses a file that is not UTF-8, because letters would be lost silently', async () => {
      const path = join(current.folder, 'latin1.json')
      writeFileSync(
        path,
        JSON.stringify(workspaceFile({ companies: [company({ name: 'Müller' })] })),
        'latin1',
      )
      expect(await refusal('load', { file: path })).toContain('UTF-8')
    })

    it('reports progress', async () => {
      await run('load', { file: saved('large.json', large) })
      expect(current.progress.length).toBeGreaterThan(3)
      const [done, total] = current.progress.at(-1) ?? []
      expect(done).toBe(total)
    })
  })

  describe('export', () => {
    it('writes the whole workspace as a workspace file', async () => {
      const result = await run('export', { workspace })
      const exported = JSON.parse(current.output) as WorkspaceFile
      expect(exported.workspace).toEqual(file.workspace)
      for (const list of ['companies', 'accounts', 'transactions', 'bills', 'payees'] as const) {
        expect(exported[list]).toEqual(file[list])
      }
      expect(exported.categories).toContainEqual(file.categories[0])
      expect(result).toEqual({ workspaceId: workspace, elements: 5 + exported.categories.length })
    })

    it('reports progress', async () => {
      await run('load', { file: saved('large.json', large) })
      await run('export', { workspace: large.workspace.id })
      expect(current.progress.length).toBeGreaterThan(3)
    })

    it('of an unknown workspace fails before anything is written', async () => {
      const message = await refusal('export', { workspace: 'nowhere' })
      expect(message).toBe('There is no workspace nowhere. florin workspaces list shows all workspaces.')
      expect(current.output).toBe('')
    })
  })
})

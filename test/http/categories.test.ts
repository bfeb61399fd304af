import { describe, expect, it } from 'vitest'
import type { Category } from '../../src/contract/categories.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { defaultCategories } from '../../src/domain/defaultCategories.ts'
import { category, company, workspaceFile } from '../support/builders.ts'
import { startOfTime, useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { bodyOf, describeRefusals } from './errors/refusals.ts'
import { idsInByteOrder, namesInOrder, sameNameInTwoSpellings, shuffled } from './order.ts'

/** If one has isSystem, exactly these are listed; otherwise the default categories are added. */
function withCategories(...categories: Category[]): WorkspaceFile {
  return workspaceFile({ categories })
}

const slugs = (categories: readonly { slug: string }[]): string[] => categories.map(({ slug }) => slug)

describeOnBothStores('GET /categories', store => {
  const service = useService(store)

  describe('200', () => {
    it('returns every field of a category as loaded, and null for unknown values', async () => {
      const whole = category({
        name: 'Software',
        slug: 'Software_1.0~x-y',
        color: '#4F6BED',
        description: 'Subscriptions and licences',
        isSystem: true,
        createdAt: '2026-01-02T03:04:05.678Z',
      })
      const bare = category({ name: 'Travel', color: null, description: null, isSystem: false })
      const client = await service.current.workspace(withCategories(bare, whole))
      expect(await client.categories.list()).toEqual({ data: [whole, bare] })
    })

    it('lists all categories of the workspace, unpaged, and none of another', async () => {
      const categories = Array.from({ length: 120 }, () => category({ isSystem: true }))
      const client = await service.current.workspace(withCategories(...categories))
      expect(await client.categories.list()).toEqual({ data: categories })
    })

    it('orders by name in the Unicode root collation', async () => {
      const categories = namesInOrder.map(name => category({ name, isSystem: true }))
      const client = await service.current.workspace(withCategories(...shuffled(categories)))
      const { data } = await client.categories.list()
      expect(data.map(({ name }) => name)).toEqual(namesInOrder)
    })

    it('orders categories of one name by the bytes of their ids', async () => {
      const categories = idsInByteOrder.map(id => category({ id, name: 'Twins', isSystem: true }))
      const client = await service.current.workspace(withCategories(...shuffled(categories)))
      const { data } = await client.categories.list()
      expect(data.map(({ id }) => id)).toEqual(idsInByteOrder)
    })

    it('treats two Unicode spellings of a name as equal, so that the id decides, and returns each as loaded', async () => {
      const categories = sameNameInTwoSpellings.map(each => category({ ...each, isSystem: true }))
      const client = await service.current.workspace(withCategories(...shuffled(categories)))
      const { data } = await client.categories.list()
      expect(data.map(({ id, name }) => ({ id, name }))).toEqual(sameNameInTwoSpellings)
    })

    it('ignores companyId, because categories belong to the whole workspace', async () => {
      const [own, other] = [company(), company()]
      const file = workspaceFile({ companies: [own, other], categories: [category({ isSystem: true })] })
      await service.current.load(file)
      const secret = await service.current.key(file)
      const foreignId = service.current.foreign.companies[0]?.id
      const queries = [own.id, other.id, foreignId, 'nobody', '', 'a&companyId=b', 'x'.repeat(256), '%00']
      for (const companyId of queries) {
        const reply = service.current.request(`/v1/categories?companyId=${companyId}`, { secret })
        expect(await bodyOf(reply), companyId).toEqual({ data: file.categories })
      }
    })
  })

  describe('default categories', () => {
    it('seeds a new workspace with every default category', async () => {
      const client = await service.current.workspace(workspaceFile())
      const { data } = await client.categories.list()
      const seeded = data.map(({ id: _, ...rest }) => rest)
      const expected = defaultCategories.map(each => ({ ...each, isSystem: true, createdAt: startOfTime }))
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      expect(seeded).toEqual(expected.sort(byName))
      expect(data.filter(({ id }) => !/^cat_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toEqual([])
      expect(new Set(data.map(({ id }) => id)).size).toBe(defaultCategories.length)
    })

    it('gives the default categories other ids in each workspace', async () => {
      const clients = [
        await service.current.workspace(workspaceFile()),
        await service.current.workspace(workspaceFile()),
      ]
      const [first, second] = await Promise.all(clients.map(client => client.categories.list()))
      const shared = first?.data.filter(({ id }) => second?.data.some(each => each.id === id))
      expect(shared).toEqual([])
    })

    it('adds them to those of a file in which none has isSystem', async () => {
      const own = category({ name: 'AAA comes first', isSystem: false })
      const client = await service.current.workspace(withCategories(own))
      const { data } = await client.categories.list()
      expect(data[0]).toEqual(own)
      expect(slugs(data.slice(1)).sort()).toEqual(slugs(defaultCategories).sort())
    })

    it('leaves out a default category if the file uses its slug, because slugs are unique in a workspace', async () => {
      const own = category({ slug: 'rent', name: 'AAA our rent', isSystem: false })
      const client = await service.current.workspace(withCategories(own))
      const { data } = await client.categories.list()
      expect(data[0]).toEqual(own)
      expect(slugs(data).sort()).toEqual(slugs(defaultCategories).sort())
    })

    it('adds none to a file that has categories with isSystem', async () => {
      const own = [category({ isSystem: true }), category({ isSystem: false })]
      const client = await service.current.workspace(withCategories(...own))
      expect(await client.categories.list()).toEqual({ data: own })
    })

    it('adds none when the workspace is loaded again', async () => {
      const file = workspaceFile()
      const client = await service.current.workspace(file)
      const before = await client.categories.list()
      await service.current.load(file)
      expect(await client.categories.list()).toEqual(before)
    })
  })

  describeRefusals(service, () => '/v1/categories', 'categories:read')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNames, type WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { defaultCategories } from '../../../src/domain/defaultCategories.ts'
import { parseWorkspaceFile } from '../../../src/import/workspace/workspaceFile.ts'
import { UnknownWorkspace } from '../../../src/store/workspaceClock.ts'
import { anyAmount, anyDate, anyInstant, anyMoney, anyStamp, anyText } from '../../support/anyValues.ts'
import {
  account,
  bill,
  category,
  company,
  smallWorkspace,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { describeOnBothStores, type StoreName, storeNames } from '../../support/stores.ts'
import { anyLists } from './anyWorkspaceFile.ts'
import { type Loader, useLoader } from './loader.ts'

const byId = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** The same lists, each sorted by id, without default categories. */
function comparable(file: WorkspaceFile, seeded: readonly string[] = []): Record<string, object[]> {
  const own = { ...file, categories: file.categories.filter(({ slug }) => !seeded.includes(slug)) }
  return Object.fromEntries(listNames.map(name => [name, byId<{ id: string }>(own[name])]))
}

/** Categories that a load adds itself: none if the file has system categories. */
const seededSlugs = ({ categories }: WorkspaceFile): string[] =>
  categories.some(({ isSystem }) => isSystem) ? [] : defaultCategories.map(({ slug }) => slug)

describe('from a file into a store and back', () => {
  const loaders = new Map(storeNames.map(name => [name, useLoader(name)]))
  const loaderOf = (name: StoreName) => loaders.get(name)?.current as Loader
  const otherThan = { embedded: 'postgres', postgres: 'embedded', citus: 'postgres' } as const

  it.each(storeNames)(
    'an export has the elements of the file, and loads into the other engine byte for byte (%s)',
    async name => {
      const [first, other] = [loaderOf(name), loaderOf(otherThan[name])]
      await fc.assert(
        fc.asyncProperty(anyLists, anyText, async (lists, workspaceName) => {
          const written = workspaceFile(lists)
          written.workspace.name = workspaceName || '-'
          const file = parseWorkspaceFile(JSON.stringify(written))
          await first.load(file)
          const text = await first.exportedText(file.workspace.id)
          const exported = parseWorkspaceFile(text)
          expect(exported.workspace).toEqual(written.workspace)
          expect(comparable(exported, seededSlugs(file))).toEqual(comparable(written))

          await other.load(exported)
          expect(await other.exportedText(file.workspace.id)).toBe(text)
        }),
        { numRuns: 25, endOnFailure: true },
      )
    },
  )

  it.each(storeNames)('an export loaded back into its workspace changes nothing (%s)', async name => {
    const loader = loaderOf(name)
    const file = smallWorkspace()
    await loader.load(file)
    const before = await loader.everything(file)
    const exported = parseWorkspaceFile(await loader.exportedText(file.workspace.id))
    expect(await loader.load(exported, 1000)).toMatchObject({ created: false, added: 0, changed: 0 })
    expect(await loader.everything(file)).toEqual(before)
  })
})

describeOnBothStores('an export', store => {
  const loader = useLoader(store)
  const owner = company()
  const on = account(owner)

  const many = <Value>(values: fc.Arbitrary<Value>) => fc.sample(values, 500)

  async function passes(lists: Partial<WorkspaceFile>): Promise<void> {
    const file = workspaceFile({ companies: [owner], accounts: [on], ...lists })
    await loader.current.load(parseWorkspaceFile(JSON.stringify(file)))
    const exported = parseWorkspaceFile(await loader.current.exportedText(file.workspace.id))
    expect(comparable(exported, seededSlugs(file))).toEqual(comparable(file))
  }

  it('keeps money of any scale', async () => {
    const fixed = ['0', '0.0', '0.000', '10', '10.0', '10.00', '1000', `0.${'0'.repeat(37)}1`, '9'.repeat(40)]
    await passes({
      transactions: [...fixed, ...many(anyAmount)].map(amount => transaction(on, { amount })),
      bills: many(anyMoney).map(amount => bill(owner, { totalAmount: amount, vatAmount: amount })),
    })
  })

  it('keeps dates from 0001-01-01 to 9999-12-31', async () => {
    const fixed = ['0001-01-01', '9999-12-31', '1582-10-10', '2000-02-29', '0004-02-29']
    await passes({
      transactions: [...fixed, ...many(anyDate)].map(date =>
        transaction(on, { bookingDate: date, valueDate: date }),
      ),
    })
  })

  it('keeps instants from the year 1 to 9999, to the millisecond', async () => {
    const fixed = ['0001-01-01T00:00:00.000Z', '0099-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z']
    const stamps = ['1970-01-01T00:00:00.001Z', '8999-12-31T23:59:59.999Z', ...many(anyStamp)]
    const instants = [...fixed, '9999-12-31T23:59:59.999Z', ...many(anyInstant)]
    await passes({
      bills: [
        ...stamps.map(stamp => bill(owner, { createdAt: stamp, updatedAt: stamp })),
        ...instants.map(instant => bill(owner, { paidAt: instant })),
      ],
    })
  })

  it('keeps text with any characters, including ids', async () => {
    const texts = many(anyText)
    await passes({
      transactions: texts.map((text, index) =>
        transaction(on, { id: `${text}~${index}`, description: text, reference: text, merchantName: text }),
      ),
      categories: texts.map(text => category({ name: text || '-', color: text })),
    })
  })

  it('has one element per line, in the order of the lists, and nothing of another workspace', async () => {
    const file = smallWorkspace()
    file.categories = [category({ isSystem: true })]
    file.transactions = []
    await loader.current.load(file)
    const line = (list: keyof WorkspaceFile & string) => JSON.stringify((file[list] as object[])[0])
    expect(await loader.current.exportedText(file.workspace.id)).toBe(
      `{
"workspace": ${JSON.stringify(file.workspace)},
"companies": [
${line('companies')}
],
"accounts": [
${line('accounts')}
],
"categories": [
${line('categories')}
],
"transactions": [
],
"bills": [
${line('bills')}
],
"payees": [
${line('payees')}
]
}
`,
    )
  })

  it('has every row of a workspace that is larger than a page and a query', async () => {
    const transactions = Array.from({ length: 2_100 }, (_, index) =>
      transaction(on, { bookingDate: index % 3 === 0 ? null : '2026-01-15' }),
    )
    const bills = transactions.slice(0, 1_000).map(({ id }) => bill(owner, { matchedTransactionId: id }))
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions, bills })
    expect(await loader.current.load(file)).toMatchObject({ added: 3_102 + defaultCategories.length })
    expect(comparable(await loader.current.exported(file), seededSlugs(file))).toEqual(comparable(file))
  })

  it('is a consistent snapshot: concurrent writes are not in it', async () => {
    const file = smallWorkspace()
    await loader.current.load(file)
    const before = await loader.current.exportedText(file.workspace.id)
    const owner = company()
    const writes: Promise<unknown>[] = []
    const pieces: string[] = []
    await loader.current.export(file.workspace.id, async piece => {
      pieces.push(piece)
      if (pieces.length > 1) return
      writes.push(loader.current.load({ ...file, companies: [owner], bills: [bill(owner)] }, 1000))
      // PostgreSQL accepts the write during the export; the embedded store makes it wait until the end.
      if (store !== 'embedded') await writes[0]
    })
    await Promise.all(writes)
    expect(pieces.join('')).toBe(before)
    expect((await loader.current.exported(file)).bills).toHaveLength(2)
  })

  it('of an unknown workspace is an error', async () => {
    await expect(loader.current.exportedText('wsp_nowhere')).rejects.toThrow(
      new UnknownWorkspace('There is no workspace wsp_nowhere.'),
    )
  })
})

/** A large file that comes again is known by its content, as long as its import was not undone. */
import { expect, it } from 'vitest'
import { zipOf } from '../../src/import/files/zip.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { ownIban, useImporter } from './importer.ts'
import { camtText } from './statementTexts.ts'

const entries = Array.from({ length: 1_500 }, (_, index) => ({
  amount: `${index + 1}.00`,
  side: 'credit' as const,
  day: '2026-03-02',
  name: 'Papierwerk',
  text: `RE ${index} ${'x'.repeat(600)}`,
}))
const large = camtText([
  { id: 'S1', iban: ownIban, opening: '0.00', from: '2026-03-01', to: '2026-03-31', entries },
])

describeOnBothStores('a file of more than a megabyte', store => {
  const importer = useImporter(store)

  it('adds nothing when it comes again, and is imported again once it was undone', async () => {
    expect(large.length).toBeGreaterThan(2 ** 20)
    const at = await importer.workspace()
    const before = await at.exported()
    const first = await at.take(large)
    expect(first).toMatchObject({ outcome: 'imported', counts: { added: 1_500 } })
    const [clock, rows] = [await at.clock(), await at.exported()]
    for (const dryRun of [true, false]) {
      const again = await at.take(large, { dryRun })
      expect(again).toMatchObject({
        outcome: 'nothing_new',
        importId: null,
        counts: { added: 0, known: 1_500 },
      })
      expect(again.statements).toMatchObject([{ added: 0, known: 1_500, accountCreated: false }])
    }
    expect([await at.clock(), await at.exported()]).toEqual([clock, rows])
    await at.undo(first.importId)
    expect((await at.exported()).transactions).toEqual(before.transactions)
    expect(await at.take(large)).toMatchObject({ outcome: 'imported', counts: { added: 1_500 } })
  })

  it('is read once the first time, and once when it comes again', async () => {
    const at = await importer.workspace()
    const foreign = await importer.workspace()
    await foreign.take(large)
    const readings: number[] = []
    for (const added of [1_500, 0]) {
      const source = zipOf(new TextEncoder().encode(large))
      let bytes = 0
      const read = async (offset: number, length: number) => {
        const piece = await source.read(offset, length)
        bytes += piece.length
        return piece
      }
      const [report] = await at.takeSource({ ...source, read })
      expect(report?.counts.added).toBe(added)
      readings.push(bytes / source.size)
    }
    // Its head is read twice more, to tell its format.
    for (const times of readings) expect(times).toBeLessThan(1.5)
  })

  it('is not known because another workspace has it', async () => {
    const [own, foreign] = [await importer.workspace(), await importer.workspace()]
    await foreign.take(large)
    expect(await own.take(large)).toMatchObject({ outcome: 'imported', counts: { added: 1_500 } })
  })
})

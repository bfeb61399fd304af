/** Imports that changed the rows of earlier ones are undone one after the other, back to nothing. */
import { expect, it } from 'vitest'
import { ImportInUse } from '../../../src/import/importErrors.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { dayStatement, type Importer, useImporter } from '../importer.ts'
import { camtText, type TextEntry } from '../statementTexts.ts'

const coffee: TextEntry = { amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus' }
const report = camtText([dayStatement([{ ...coffee, day: null }], { id: 'R1' })], 'camt.052')
const booking = camtText([dayStatement([{ ...coffee, text: 'Gebucht' }])])

describeOnBothStores('undoing a chain of imports', storeName => {
  const importers = useImporter(storeName)

  async function bookAndUndo(importer: Importer): Promise<void> {
    const { importId, counts } = await importer.take(booking)
    expect(counts).toMatchObject({ changed: 1, added: 0 })
    await importer.undo(importId)
  }

  it('works although the undo of the later one has changed the rows once more', async () => {
    const importer = await importers.workspace()
    const stranger = await importers.workspace()
    await stranger.take(report)
    const { importId } = await importer.take(report)
    await bookAndUndo(importer)
    await importer.undo(importId)
    expect((await importer.exported()).transactions).toEqual([])
    expect((await importer.rows()).import_changes).toEqual([])
    expect((await stranger.exported()).transactions).toHaveLength(1)
  })

  it('is refused if something else changed the rows before the later import', async () => {
    const importer = await importers.workspace()
    const { importId } = await importer.take(report)
    await importer.change(file => ({
      ...file,
      transactions: file.transactions.map(row => ({ ...row, description: 'Noted' })),
    }))
    await bookAndUndo(importer)
    await expect(importer.undo(importId)).rejects.toThrow(ImportInUse)
    await expect(importer.undo(importId)).rejects.toThrow('Something else has changed one transaction since.')
    expect((await importer.exported()).transactions).toMatchObject([
      { description: 'Noted', status: 'pending' },
    ])
  })
})

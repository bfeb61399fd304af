/** E-invoice files, from import to undo. */
import { expect, it } from 'vitest'
import { ImportInUse } from '../../src/import/importErrors.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { useImporter } from './importer.ts'
import { ciiOf, facts, pdfWith, ublOf } from './invoices/written.ts'

describeOnBothStores('an e-invoice file', store => {
  const importer = useImporter(store)

  it('is imported, recognised in another form, and undone in the order of dependencies', async () => {
    const at = await importer.workspace()
    const before = await at.exported()
    const xml = await at.take(ublOf(), { name: 'invoice.xml' })
    expect(xml).toMatchObject({
      outcome: 'imported',
      bills: [{ outcome: 'added', invoiceNumber: facts.number }],
    })
    const [stored] = (await at.exported()).bills
    const pdf = await at.take(await pdfWith({ 'factur-x.xml': ciiOf() }), { name: 'invoice.pdf' })
    expect(pdf.bills).toMatchObject([{ outcome: 'known', billId: stored?.id }])
    expect((await at.exported()).bills).toEqual([stored])
    expect(await at.take(ublOf(), { name: 'again.xml' })).toMatchObject({
      outcome: 'nothing_new',
      importId: null,
    })

    const refused = await at.undo(xml.importId).catch((reason: unknown) => reason)
    expect(refused).toBeInstanceOf(ImportInUse)
    expect((refused as ImportInUse).message).toContain(
      `Bill ${facts.number} of ${facts.supplier} got another document from a later import.`,
    )
    expect((await at.exported()).bills).toEqual([stored])
    await at.undo(pdf.importId)
    expect((await at.exported()).bills).toEqual([stored])
    await at.undo(xml.importId)
    expect(await at.exported()).toEqual(before)
    // After the undo, it is as if it had never been imported.
    expect((await at.take(ublOf())).bills).toMatchObject([{ outcome: 'added', remark: null }])
  })

  it('is not stored in a dry run', async () => {
    const at = await importer.workspace()
    const before = [await at.exported(), await at.clock()]
    const report = await at.take(ublOf(), { dryRun: true })
    expect(report.bills).toMatchObject([{ outcome: 'added', totalAmount: facts.payable }])
    expect([await at.exported(), await at.clock()]).toEqual(before)
  })
})

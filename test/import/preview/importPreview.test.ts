/** What a preview shows before anything is imported: the first rows with their categories, and the likely company. */
import { expect, it } from 'vitest'
import { previewRowsMax } from '../../../src/contract/console/imports.ts'
import { camtFile } from '../../console/imports/bankFiles.ts'
import { company } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useImporter } from '../importer.ts'

describeOnBothStores('a preview', store => {
  const importer = useImporter(store)

  it('has the first rows that would be added; an import stores none of them in its report', async () => {
    const at = await importer.workspace()
    const amounts = Array.from({ length: previewRowsMax + 3 }, (_, index) => `${index + 1}.00`)
    const file = camtFile({ amounts, opening: '0.00', closing: '276.00' })
    const seen = await at.take(file, { dryRun: true })
    expect(seen.rows).toHaveLength(previewRowsMax)
    expect(seen.rows?.[0]).toMatchObject({
      amount: '1.00',
      currency: 'EUR',
      side: 'credit',
      categoryId: null,
    })
    expect(seen.rows?.[0]?.name).toEqual(expect.any(String))
    expect((await at.take(file)).rows).toBe(undefined)
    expect((await at.take(file, { dryRun: true })).rows ?? []).toEqual([])
  })

  it('proposes the company that has the name of the account holder, without ids in its words', async () => {
    const file = camtFile().replace('Blaue Werft GmbH', 'NORDLICHT  Gmbh')
    const at = await importer.workspace(each => ({
      ...each,
      companies: [company({ name: 'Nordlicht GmbH' }), company({ name: 'Südwind AG' })],
    }))
    const seen = await at.take(file, { dryRun: true })
    expect(seen.outcome).toBe('refused')
    expect(seen.reason).not.toMatch(/\b(com|acc|txn|bil)_/)
    const north = (await at.exported()).companies.find(({ name }) => name === 'Nordlicht GmbH')
    expect(seen.company).toMatchObject({ proposedId: north?.id, because: 'The account holder has its name.' })
    expect((await at.take(file, { companyId: north?.id })).outcome).toBe('imported')
  })
})

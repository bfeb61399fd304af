/** A table whose balances show the direction of its amounts: what a person says about the oldest entry is right for one file. */
import { expect, it } from 'vitest'
import { csvMapping } from '../../../src/contract/console/csvMapping.ts'
import { account } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useImporter } from '../importer.ts'

const table = (...rows: string[]) => Buffer.from(['Date,Particulars,Amount,Balance', ...rows, ''].join('\n'))
const march = table(
  '2026-03-01,Shop,40.00,1000.00',
  '2026-03-05,Wire A,250.00,1250.00',
  '2026-03-06,Kiosk,3.50,1246.50',
  '2026-03-09,Rent,800.00,446.50',
)
const april = table(
  '2026-04-01,Wire B,100.00,546.50',
  '2026-04-05,Shop,46.50,500.00',
  '2026-04-06,Wire C,1.00,501.00',
)

describeOnBothStores('a table without signs', store => {
  const importer = useImporter(store)

  it('is read by its balances once confirmed, and the next file asks about its oldest entry again', async () => {
    const at = await importer.workspace(file => ({
      ...file,
      transactions: [],
      accounts: file.companies.map(owner => account(owner, { currency: 'EUR', iban: null })),
    }))
    const [own] = (await at.exported()).accounts
    const guessed = await at.take(march, { accountId: own?.id })
    expect(guessed.csv).toMatchObject({ origin: 'guessed', mapping: { sign: 'balance', oldest: 'debit' } })
    const confirmed = csvMapping.parse({ ...guessed.csv?.mapping, currency: 'EUR' })
    expect(await at.take(march, { accountId: own?.id, csvMapping: confirmed })).toMatchObject({
      outcome: 'imported',
      counts: { added: 4 },
      statements: [{ check: 'adds_up' }],
    })
    const next = await at.take(april, { accountId: own?.id })
    expect(next).toMatchObject({
      outcome: 'refused',
      csv: { origin: 'guessed', uncertain: [{ at: 'sign' }], mapping: { sign: 'balance' } },
    })
    expect(next.csv?.mapping.oldest).toBeUndefined()
    const answered = csvMapping.parse({ ...next.csv?.mapping, oldest: 'credit' })
    expect(await at.take(april, { accountId: own?.id, csvMapping: answered })).toMatchObject({
      counts: { added: 3 },
    })
  })
})

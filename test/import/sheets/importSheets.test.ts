/** Workbooks are imported like CSV: the mapping is confirmed once, and entries are known in any of the formats. */
import { expect, it } from 'vitest'
import { csvMapping } from '../../../src/contract/console/csvMapping.ts'
import { account } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useImporter } from '../importer.ts'
import { xlsBytes } from './xlsBytes.ts'
import { type Cell, xlsxBytes } from './xlsxBytes.ts'

const rows: Cell[][] = [
  ['Buchungstag', 'Name Zahlungsbeteiligter', 'Verwendungszweck', 'Betrag', 'Währung', 'Saldo'],
  [{ days: 46082 }, 'Kiosk', 'Kaffee', -3.2, 'EUR', 996.8],
  [{ days: 46112 }, 'Papierwerk', 'RE 1', 1250.5, 'EUR', 2247.3],
]

describeOnBothStores('a workbook', store => {
  const importer = useImporter(store)

  it('is imported once its mapping is confirmed, and is the same in XLSX, XLS and CSV', async () => {
    const at = await importer.workspace(file => ({
      ...file,
      accounts: file.companies.map(owner => account(owner, { currency: 'EUR', iban: null })),
    }))
    const [own] = (await at.exported()).accounts
    const before = await at.exported()
    const xlsx = xlsxBytes({ sheets: [{ name: 'S', rows }] })
    const guessed = await at.take(xlsx, { accountId: own?.id })
    expect(guessed).toMatchObject({ outcome: 'refused', format: 'XLSX', counts: { added: 0 } })
    expect(guessed.csv).toMatchObject({ origin: 'guessed', uncertain: [] })
    const confirmed = csvMapping.parse(guessed.csv?.mapping)
    const first = await at.take(xlsx, { accountId: own?.id, csvMapping: confirmed })
    expect(first).toMatchObject({
      outcome: 'imported',
      counts: { added: 2 },
      statements: [{ check: 'adds_up' }],
    })
    const { transactions } = await at.exported()
    expect(transactions.map(({ bookingDate, side, amount }) => [bookingDate, side, amount])).toEqual(
      expect.arrayContaining([
        ['2026-03-01', 'debit', '3.2'],
        ['2026-03-31', 'credit', '1250.5'],
      ]),
    )
    // The mapping is stored with the account, and the entries are known.
    expect(await at.take(xlsBytes(rows), { accountId: own?.id })).toMatchObject({
      format: 'XLS',
      counts: { added: 0, known: 2 },
    })
    await at.undo(first.importId)
    expect((await at.exported()).transactions).toEqual(before.transactions)
  })

  it('of a foreign workspace does not lend its mapping', async () => {
    const [one, other] = [await importer.workspace(), await importer.workspace()]
    const xlsx = xlsxBytes({ sheets: [{ name: 'S', rows }] })
    const guessed = await one.take(xlsx)
    const confirmed = csvMapping.parse(guessed.csv?.mapping)
    expect(await one.take(xlsx, { csvMapping: confirmed })).toMatchObject({ outcome: 'refused' })
    expect(await other.take(xlsx)).toMatchObject({ outcome: 'refused', csv: { origin: 'guessed' } })
  })
})

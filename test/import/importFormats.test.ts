/** The statement formats of single countries, and invoices of which a file has several: from import to undo. */
import { expect, it } from 'vitest'
import { account } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { useImporter } from './importer.ts'
import { fatturaPaOf } from './invoices/fatturapaText.ts'
import { p7mOf } from './invoices/p7mBytes.ts'
import { bai2Text } from './statements/lines/bai2Text.ts'
import { cfonbText } from './statements/lines/cfonbText.ts'
import { codaText } from './statements/lines/codaText.ts'
import { csb43Text } from './statements/lines/csb43Text.ts'
import { camtText } from './statementTexts.ts'

const day = '2026-03-31'
const line = { amount: '12.50', side: 'credit', day } as const
const other = { amount: '7.00', side: 'debit', day } as const

const files: [name: string, format: string, text: string][] = [
  ['CODA', 'CODA', codaText({ opening: '100', lines: [{ ...line, text: 'A' }, line, other] })],
  ['CSB43', 'CSB43', csb43Text({ opening: '100', lines: [{ ...line, texts: ['A'] }, line, other] })],
  ['CFONB 120', 'CFONB 120', cfonbText({ opening: '100', lines: [{ ...line, label: 'A' }, line, other] })],
  [
    'BAI2',
    'BAI2',
    bai2Text({ accounts: [{ opening: '100.00', lines: [{ ...line, text: 'A' }, line, other] }] }),
  ],
]

describeOnBothStores('a file in', store => {
  const importer = useImporter(store)

  it.each(files)('%s is imported once, and undone exactly', async (_, format, text) => {
    const at = await importer.workspace()
    const before = await at.exported()
    const first = await at.take(text)
    expect(first).toMatchObject({
      outcome: 'imported',
      format,
      counts: { entries: 3, added: 3 },
      problems: [],
    })
    expect(first.statements).toMatchObject([{ check: 'adds_up' }])
    expect(await at.take(text)).toMatchObject({ outcome: 'nothing_new' })
    await at.undo(first.importId)
    expect(await at.exported()).toEqual(before)
  })

  it('CODA has the entries of the same days in camt', async () => {
    const at = await importer.workspace()
    const iban = 'BE68539007547034'
    const entry = { ...line, name: 'PAPIERWERF NV', reference: 'REF1', endToEndId: 'E-1', text: 'RE 1' }
    const first = await at.take(
      camtText([{ id: '1', iban, opening: '100.00', from: day, to: day, entries: [entry] }]),
    )
    expect(first.counts.added).toBe(1)
    const coda = codaText({
      opening: '100',
      lines: [{ ...line, name: 'PAPIERWERF NV', customerReference: 'E-1', text: 'RE 1', bankReference: 'X' }],
    })
    expect(await at.take(coda)).toMatchObject({ counts: { added: 0, known: 1 } })
  })

  it('CODA that does not add up is refused', async () => {
    const at = await importer.workspace()
    const report = await at.take(codaText({ opening: '100', closing: '999', lines: [line] }))
    expect(report).toMatchObject({ outcome: 'refused' })
    expect((await at.exported()).transactions).toEqual([])
  })

  it('OFX without a currency is imported in that of its account', async () => {
    const ofx = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF></CURDEF><BANKACCTFROM><BANKID>1<ACCTID>4711001234</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260331<TRNAMT>-12.50<FITID>1<MEMO>A</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>87.50<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    const at = await importer.workspace(file => ({
      ...file,
      accounts: file.companies.map(owner => account(owner, { currency: 'CHF' })),
    }))
    const refused = await at.take(ofx)
    expect(refused).toMatchObject({ outcome: 'refused' })
    expect(refused.reason).toContain('Choose the account')
    const [own] = (await at.exported()).accounts
    expect(await at.take(ofx, { accountId: own?.id })).toMatchObject({ outcome: 'imported' })
    const { transactions, accounts } = await at.exported()
    expect(transactions).toMatchObject([{ amount: '12.50', currency: 'CHF' }])
    expect(accounts).toMatchObject([{ currency: 'CHF', balance: '87.50' }])
    // Its number is known now.
    expect(await at.take(ofx)).toMatchObject({ outcome: 'nothing_new' })
  })
})

describeOnBothStores('a FatturaPA file', store => {
  const importer = useImporter(store)

  it('becomes a bill for each of its invoices, once, and is undone exactly', async () => {
    const at = await importer.workspace()
    const before = await at.exported()
    const text = fatturaPaOf({ invoices: [{ number: '1' }, { number: '2', type: 'TD04' }] })
    const first = await at.take(text, { name: 'IT01234567890_00001.xml' })
    expect(first).toMatchObject({
      outcome: 'imported',
      format: 'FatturaPA',
      counts: { entries: 2, added: 2 },
    })
    const { bills } = await at.exported()
    expect(bills.map(({ invoiceNumber, totalAmount }) => [invoiceNumber, totalAmount]).sort()).toEqual([
      ['1', '244.61'],
      ['2', '-244.61'],
    ])
    expect(await at.take(text)).toMatchObject({ outcome: 'nothing_new', counts: { known: 2 } })
    await at.undo(first.importId)
    expect(await at.exported()).toEqual(before)
  })

  it('keeps invoices that cannot be read, each once', async () => {
    const at = await importer.workspace()
    const text = fatturaPaOf({ invoices: [{ number: '' }, { number: '', issued: 'x' }, { number: '3' }] })
    expect(await at.take(text)).toMatchObject({ outcome: 'imported', counts: { added: 3 } })
    expect((await at.exported()).bills.map(({ status }) => status).sort()).toEqual([
      'extract_failed',
      'extract_failed',
      'pending_match',
    ])
    expect(await at.take(text)).toMatchObject({ outcome: 'nothing_new' })
  })

  it('that is signed is the same invoice, and the signed file is stored', async () => {
    const at = await importer.workspace()
    const first = await at.take(p7mOf(fatturaPaOf()), { name: 'IT01234567890_00001.xml.p7m' })
    expect(first).toMatchObject({ outcome: 'imported', format: 'P7M', bills: [{ outcome: 'added' }] })
    const rows = (await at.rows()).documents ?? []
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('application/pkcs7-mime')
    expect(await at.take(fatturaPaOf())).toMatchObject({ bills: [{ outcome: 'known' }] })
  })
})

/** The API shows every field of a transaction exactly as the bank reported it. */
import { describe, expect, it } from 'vitest'
import type { FlorinClient } from '../../src/client/index.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { company, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { zip } from './files/zipBytes.ts'
import { Importer, ownIban } from './importer.ts'
import {
  camtText,
  csvText,
  csvTextMapping,
  mt940Text,
  ofxText,
  type TextStatement,
} from './statementTexts.ts'
import { Loader } from './workspace/loader.ts'

const otherIban = 'DE75512108001245126199'

const statement = (given: Partial<TextStatement> = {}): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-02',
  entries: [{ amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus', text: 'Karte' }],
  ...given,
})

const camtEntry = `<Ntry><Amt Ccy="EUR">1200.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-04</Dt></ValDt><AcctSvcrRef>BANK-1</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Stadtwerke</Nm></Pty></Cdtr>
<CdtrAcct><Id><IBAN>${otherIban}</IBAN></Id></CdtrAcct></RltdPties>
<RmtInf><Ustrd>Strom März</Ustrd></RmtInf><AddtlTxInf>Lastschrift</AddtlTxInf></TxDtls></NtryDtls></Ntry>`
const camt = camtText([statement({ closing: '-1100.50' })]).replace(/<Ntry>.*<\/Ntry>/s, camtEntry)

const mt940 = [
  ':20:START',
  `:25:${ownIban}`,
  ':28C:1/1',
  ':60F:C260302EUR100,00',
  ':61:2603040302D1200,50NDDTNONREF//BANK-1',
  `:86:105?00LASTSCHRIFT?10931?20EREF+E2E-1?21SVWZ+Strom März?30BYLADEM1001?31${otherIban}?32Stadtwerke`,
  ':62F:D260302EUR1100,50',
  '-\r\n',
].join('\r\n')

const ofx = ofxText(statement({ closing: '-1100.50' })).replace(
  /<STMTTRN>.*<\/STMTTRN>/s,
  '<STMTTRN><TRNTYPE>DIRECTDEBIT<DTPOSTED>20260302120000<DTAVAIL>20260304<TRNAMT>-1200.50<FITID>BANK-1' +
    '<NAME>Stadtwerke<MEMO>Strom M\u{e4}rz</STMTTRN>',
)

const csv =
  'Buchungstag;Valuta;Betrag;Währung;Name;IBAN;Zweck;Text\r\n' +
  `02.03.2026;04.03.2026;-1.200,50;EUR;Stadtwerke;${otherIban};Strom März;Lastschrift\r\n`
const csvMapping = {
  ...csvTextMapping,
  header: ['Buchungstag', 'Valuta', 'Betrag', 'Währung', 'Name', 'IBAN', 'Zweck', 'Text'],
  columns: {
    bookingDate: 0,
    valueDate: 1,
    amount: 2,
    currency: 3,
    counterpartyName: 4,
    counterpartyIban: 5,
    reference: 6,
    description: 7,
  },
}

const bill = {
  amount: '1200.50',
  currency: 'EUR',
  side: 'debit',
  status: 'booked',
  counterpartyName: 'Stadtwerke',
  merchantName: null,
  reference: 'Strom März',
  bookingDate: '2026-03-02',
  valueDate: '2026-03-04',
  category: null,
}

describeOnBothStores('an imported entry', storeName => {
  const service = useService(storeName)

  async function workspace(): Promise<{
    importer: Importer
    client: FlorinClient
    rows(): Promise<Transaction[]>
  }> {
    const file = workspaceFile({ companies: [company()] })
    const client = await service.current.workspace(file)
    const importer = new Importer(new Loader(service.current.store), file)
    return { importer, client, rows: async () => (await client.transactions.list()).data }
  }

  const withIban = { counterpartyIban: otherIban }
  const withoutIban = { counterpartyIban: null }
  it.each([
    ['camt.053', camt, { ...bill, ...withIban, type: 'SepaDirect', description: 'Lastschrift' }],
    ['MT940', mt940, { ...bill, ...withIban, type: 'SepaDirect', description: 'LASTSCHRIFT' }],
    ['OFX', ofx, { ...bill, ...withoutIban, type: 'SepaDirect', description: 'Stadtwerke' }],
    ['CSV', csv, { ...bill, ...withIban, type: 'Other', description: 'Lastschrift' }],
  ])('from %s has all of its fields', async (format, text, expected) => {
    const { importer, client, rows } = await workspace()
    await importer.take(
      camtText([statement({ id: 'S0', from: '2026-03-01', to: '2026-03-01', entries: [] })]),
    )
    const [account] = (await client.accounts.list()).data
    const choices = format === 'CSV' ? { accountId: account?.id, csvMapping } : {}
    const report = await importer.take(text, choices)
    expect(report.reason).toBeNull()
    expect(await rows()).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        accountId: account?.id,
        companyId: account?.companyId,
        ...expected,
        createdAt: await importer.clock(),
        updatedAt: await importer.clock(),
      },
    ])
  })

  it('is credit or debit, booked or pending, as in the file', async () => {
    const { importer, rows } = await workspace()
    const entries = [
      { amount: '5.00', side: 'credit' as const, day: '2026-03-02', name: 'Anna' },
      { amount: '6.00', side: 'debit' as const, day: null, name: 'Berta' },
    ]
    await importer.take(camtText([statement({ entries })], 'camt.052'))
    expect((await rows()).map(({ side, status, bookingDate }) => [side, status, bookingDate])).toEqual([
      ['debit', 'pending', null],
      ['credit', 'booked', '2026-03-02'],
    ])
  })

  it.each([
    ['0.0001'],
    ['1'],
    ['1.50000'],
    ['0.00'],
    ['1234567890123456789012345678901234567890'],
    ['0.000000000000000000000000000000000000001'],
  ])('keeps the amount %s as written, in each format', async amount => {
    const entry = { amount, side: 'credit' as const, day: '2026-03-02' }
    const adding = statement({ opening: '0.00', closing: amount, entries: [entry] })
    // A SWIFT amount always has a comma, and at most fifteen characters.
    const swift = amount.includes('.') && amount.length <= 15 ? [mt940Text([adding])] : []
    for (const text of [camtText([adding]), ofxText(adding), ...swift]) {
      const { importer, rows } = await workspace()
      expect((await importer.take(text)).reason).toBeNull()
      expect((await rows()).map(row => row.amount)).toEqual([amount])
      expect((await importer.take(text)).counts).toMatchObject({ added: 0, known: 1 })
    }
  })

  it.each(['1e3', '1e-7', '0x10', '-5.00', '12345678901234567890123456789012345678901', '1,234.50'])(
    'is reported as a problem, never guessed, if its amount is %s',
    async amount => {
      const { importer, rows } = await workspace()
      const text = camtText([statement()]).replace('"EUR">3.20<', `"EUR">${amount}<`)
      const report = await importer.take(text)
      expect(report).toMatchObject({ outcome: 'refused', importId: null, counts: { leftOut: 1 } })
      expect(report.problems).toMatchObject([{ severity: 'error', line: expect.any(Number) }])
      expect(await rows()).toEqual([])
    },
  )

  describe('has its texts', () => {
    const written = async (content: string | Uint8Array) => {
      const { importer, rows } = await workspace()
      const report = await importer.take(content)
      expect(report.reason).toBeNull()
      expect((await importer.take(content)).counts).toMatchObject({ added: 0, known: 1 })
      return { report, row: (await rows())[0] }
    }

    it('up to the maximum length, and cut after that with a note', async () => {
      const { report, row } = await written(
        camtText([
          statement({
            entries: [{ amount: '3.20', side: 'debit', day: '2026-03-02', text: '😀'.repeat(5_000) }],
          }),
        ]),
      )
      expect(row?.reference).toBe('😀'.repeat(4_000))
      expect(report.problems).toMatchObject([{ severity: 'note' }])
    })

    it('without characters that cannot be stored', async () => {
      const text = mt940Text([statement()])
        .replace('TRANSFER', 'UBER\0WEISUNG')
        .replace('Karte', 'K\x01arte 😀')
      const { row } = await written(text)
      expect(row).toMatchObject({ description: 'UBERWEISUNG', reference: 'Karte 😀' })
      const half = ofxText(statement()).replace('<MEMO>Karte', '<MEMO>a&#55357;b &amp; &#128512;')
      expect((await written(half)).row?.reference).toBe('a&#55357;b & 😀')
    })

    it('decoded correctly from Latin-1, Windows-1252 and UTF-16', async () => {
      const text = mt940Text([statement()]).replace('Karte', 'Gebühr – 5 €')
      const windows = Buffer.from(text.replace('€', '\x80').replace('–', '\x96'), 'latin1')
      const wide = Buffer.from(`\u{feff}${text}`, 'utf16le')
      for (const bytes of [Buffer.from(text), windows, wide, Buffer.from(wide).swap16()]) {
        expect((await written(bytes)).row?.reference).toBe('Gebühr – 5 €')
      }
      const latin = camtText([statement()]).replace('UTF-8', 'ISO-8859-1').replace('Karte', 'Gebühr')
      expect((await written(Buffer.from(latin, 'latin1'))).row?.reference).toBe('Gebühr')
    })
  })

  it('is stored once from a ZIP with several files, each of which is a separate import', async () => {
    const { importer, rows } = await workspace()
    const next = statement({
      opening: '96.80',
      from: '2026-03-03',
      to: '2026-03-03',
      entries: [{ amount: '1.00', side: 'credit', day: '2026-03-03' }],
    })
    const reports = await importer.takeAll(
      zip(
        { name: 'a/one.xml', bytes: Buffer.from(camtText([statement()])) },
        { name: 'broken.xml', bytes: Buffer.from('<Document') },
        { name: 'two\0.sta', bytes: Buffer.from(mt940Text([next])) },
        { name: 'again.sta', bytes: Buffer.from(mt940Text([statement()])) },
      ),
    )
    expect(reports.map(({ fileName, outcome, counts }) => [fileName, outcome, counts.added])).toEqual([
      ['a/one.xml', 'imported', 1],
      ['broken.xml', 'refused', 0],
      ['two\u{fffd}.sta', 'imported', 1],
      ['again.sta', 'nothing_new', 0],
    ])
    expect(await rows()).toHaveLength(2)
  })

  it('from a CSV waits until the guess is confirmed, after which the mapping is kept', async () => {
    const { importer, client, rows } = await workspace()
    await importer.take(camtText([statement({ entries: [] })]))
    const [account] = (await client.accounts.list()).data
    const text = csvText(statement())
    const guessed = await importer.take(text, { accountId: account?.id })
    expect(guessed).toMatchObject({ outcome: 'refused', csv: { origin: 'guessed' } })
    expect(await rows()).toEqual([])
    const choices = { accountId: account?.id, csvMapping: csvTextMapping }
    expect((await importer.take(text, choices)).csv?.origin).toBe('given')
    expect(await importer.take(text)).toMatchObject({
      csv: { origin: 'kept' },
      counts: { added: 0, known: 1 },
    })
  })
})

/** Files that are cut off, of another kind, or malicious: rejected with a reason or imported whole, never in part. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { entriesPerWrite } from '../../src/import/entries/statementWriter.ts'
import { company } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { zip } from './files/zipBytes.ts'
import { type Importer, ownIban, type TakeOptions, useImporter } from './importer.ts'
import { pdfWith, ublOf } from './invoices/written.ts'
import {
  camtText,
  csvText,
  csvTextMapping,
  mt940Text,
  ofxText,
  type TextEntry,
  type TextStatement,
} from './statementTexts.ts'

const coffee: TextEntry = {
  amount: '1203.25',
  side: 'debit',
  day: '2026-03-02',
  name: 'Kaffeehaus',
  iban: 'DE75512108001245126199',
  text: 'Karte',
}

const statement = (given: Partial<TextStatement> = {}): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-03',
  entries: [coffee, coffee, { ...coffee, day: '2026-03-03', side: 'credit', name: 'Anna' }],
  ...given,
})

const camt = camtText([statement()])
const mebibyte = 2 ** 20

describeOnBothStores('a file', storeName => {
  const importers = useImporter(storeName)

  /** Returns the reason, after checking that nothing has changed. */
  async function refusal(importer: Importer, content: string | Uint8Array, options: TakeOptions = {}) {
    const before = await importer.rows()
    const report = await importer.take(content, options)
    expect(report).toMatchObject({ outcome: 'refused', importId: null })
    expect(await importer.rows()).toEqual(before)
    return report.reason
  }

  describe('that is cut off anywhere', () => {
    const cutsPerFile = 20
    const cutsOf = (whole: Uint8Array) =>
      Array.from({ length: cutsPerFile }, (_, cut) =>
        whole.subarray(0, Math.round((whole.length * (cut + 0.5)) / cutsPerFile)),
      )
    const transactionsOf = async (importer: Importer) => (await importer.facts()).transactions

    it.each([
      ['camt.053', camt],
      ['camt.052', camtText([statement()], 'camt.052')],
      ['MT940', mt940Text([statement()])],
      ['OFX', ofxText(statement())],
      ['CSV', csvText(statement())],
      ['CSV whose last column is the amount', csvText(statement())],
    ])('is rejected or imported as a whole: %s', async (name, text) => {
      const [, ...columns] = csvTextMapping.header
      const isLast = name.endsWith('amount')
      const csv = isLast ? text.replace(/^([^;]*);([^;]*);(.*)$/gm, '$1;$3;$2').replaceAll('\r;', ';') : text
      const mapping = isLast
        ? {
            ...csvTextMapping,
            header: ['Buchungstag', ...columns.slice(1), 'Betrag'],
            columns: { bookingDate: 0, currency: 1, counterpartyName: 2, counterpartyIban: 3, amount: 5 },
          }
        : csvTextMapping
      const choices = name.startsWith('CSV') ? { csvMapping: mapping } : {}
      const fresh = async () => {
        const importer = await importers.workspace()
        const empty = camtText([statement({ id: 'S0', entries: [], from: '2026-02-01', to: '2026-02-01' })])
        const [made] = (await importer.take(empty)).statements
        return {
          importer,
          options: choices.csvMapping ? { ...choices, accountId: made?.accountId ?? '' } : {},
        }
      }
      const complete = await fresh()
      await complete.importer.take(csv, complete.options)
      const whole = await transactionsOf(complete.importer)
      expect(whole).toHaveLength(3)
      let { importer, options } = await fresh()
      let before = await importer.loader.everything(importer.file)
      // A cut in the first amount cannot be detected, because there is no other to compare with.
      for (const cut of cutsOf(Buffer.from(csv)).slice(isLast ? cutsPerFile / 2 : 0)) {
        const { outcome, reason } = await importer.take(cut, options)
        if (outcome === 'refused') {
          expect(reason).toMatch(/^[A-Z0-9].*\.$/s)
          expect(await importer.loader.everything(importer.file)).toEqual(before)
        } else {
          const there = await transactionsOf(importer)
          // A table has no end marker, so complete rows count as complete.
          if (choices.csvMapping)
            for (const row of there) expect(withoutText(whole)).toContainEqual(withoutText([row])[0])
          else expect(there).toEqual(whole)
          ;({ importer, options } = await fresh())
          before = await importer.loader.everything(importer.file)
        }
      }
    })

    /** The last cell may be text, whose end cannot be detected. */
    const withoutText = (rows: string[]) => rows.map(row => ({ ...JSON.parse(row), reference: null }))

    it('is rejected or stored as an unreadable bill if it is an invoice', async () => {
      const importer = await importers.workspace()
      const files = [Buffer.from(ublOf()), Buffer.from(await pdfWith({ 'factur-x.xml': ublOf() }))]
      for (const cut of files.flatMap(cutsOf)) {
        const { outcome, bills, reason } = await importer.take(cut, { name: 'invoice' })
        if (outcome === 'refused') expect(reason).toMatch(/\.$/)
        else for (const each of bills) expect(each.status).toBe('extract_failed')
      }
    })

    it('leaves no rows behind, even if thousands were already written', async () => {
      const importer = await importers.workspace()
      await importer.take(camt)
      const entries = Array.from({ length: 2 * entriesPerWrite }, (_, index) => ({
        ...coffee,
        text: `${index}`,
      }))
      const long = camtText([statement({ id: 'S2', opening: '-1103.25', from: '2026-03-04', entries })])
      // Just after the entry that triggers the second write.
      const cut = long.slice(0, long.lastIndexOf('</Ntry>') + '</Ntry>'.length)
      expect(await refusal(importer, cut)).toContain('not well-formed')
      // A write still in progress then would have finished by now.
      const rows = await importer.rows('audit_records')
      expect((await importer.take(camt)).outcome).toBe('nothing_new')
      expect(await importer.rows('audit_records')).toEqual(rows)
    })
  })

  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /empty/],
    ['blank', '\n \n', /empty/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /picture/],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', /web page/],
    ['a letter', 'Dear customer,\nplease find enclosed\n', /neither a known format nor a table/],
    ['a workspace file', '{"workspace": {"id": "w"}, "transactions": []}', /florin load/],
    ['a payment order', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>', /pain.001/],
    [
      'with a DOCTYPE',
      camt.replace('<Document', '<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document'),
      /DOCTYPE/,
    ],
    [
      'with an entity bomb',
      camt
        .replace('<Document', `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document`)
        .replace('Karte', '&b;'),
      /DOCTYPE/,
    ],
    ['with an undeclared entity', camt.replace('Karte', '&secret;'), /not well-formed/],
    ['nested deeply', camt.replace('<GrpHdr>', `${'<a>'.repeat(100_000)}<GrpHdr>`), /nested deeper/],
    ['with an endless text', camt.replace('Karte', 'a'.repeat(3 * mebibyte)), /longer than/],
    ['a ZIP bomb', zip({ name: 'a.xml', bytes: Buffer.alloc(8 * mebibyte, 32) }), /200 times/],
    [
      'a ZIP that lies about its size',
      zip({ name: 'a.xml', bytes: Buffer.from(camt), size: 10 }),
      /longer than its directory/,
    ],
    [
      'a PDF bomb',
      Buffer.concat([
        Buffer.from(
          '%PDF-1.7\n1 0 obj <</Type/Catalog/AF[2 0 R]>> endobj\n2 0 obj <</F(factur-x.xml)/EF<</F 3 0 R>>>> endobj\n',
        ),
        Buffer.from('3 0 obj <</Filter/FlateDecode/Length 1>> stream\n'),
        deflateSync(Buffer.alloc(32 * mebibyte, 32)),
        Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
      ]),
      /expands to more/,
    ],
  ])('is rejected with a reason if it is %s', async (_, content, reason) => {
    const importer = await importers.workspace()
    expect(await refusal(importer, content, { partial: true })).toMatch(reason)
  })

  it('is not read at all if it claims to have ten gigabytes', async () => {
    const importer = await importers.workspace()
    let reads = 0
    const read = async () => {
      reads += 1
      throw new Error('it was read')
    }
    const [report] = await importer.takeSource({ size: 10 * 2 ** 30, read })
    expect(report).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('larger than') })
    expect(reads).toBe(0)
  })

  it('is not blamed if its source fails, and leaves nothing behind', async () => {
    const importer = await importers.workspace()
    const bytes = Buffer.from(
      camtText([statement({ entries: Array(8 * entriesPerWrite + 100).fill(coffee) })]),
    )
    const before = await importer.rows()
    const failingAt = (failsAt: number) => {
      const source = { size: bytes.length, reads: 0, read }
      async function read(offset: number, length: number) {
        source.reads += 1
        if (source.reads === failsAt) throw new Error('the disk is gone')
        return bytes.subarray(offset, offset + length)
      }
      return source
    }
    const whole = failingAt(Number.POSITIVE_INFINITY)
    await importer.takeSource(whole, { dryRun: true })
    // The first read detects what it is. At the last one, part of it is stored.
    for (const failsAt of [1, 3, whole.reads]) {
      await expect(importer.takeSource(failingAt(failsAt))).rejects.toThrow('the disk is gone')
      expect(await importer.rows()).toEqual(before)
    }
  })

  it('may have a name of any length with any characters', async () => {
    const importer = await importers.workspace(file => ({ ...file, companies: [company()] }))
    const name = `${'\u{d800}x\0'.repeat(500)}.xml`
    const report = await importer.take(camt, { name })
    expect(report).toMatchObject({ outcome: 'imported', fileName: expect.stringMatching(/^.{255}$/u) })
  })
})

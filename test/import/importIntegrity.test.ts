/** A statement adds up or is refused, what is missing between statements is named, and a look changes nothing. */
import { describe, expect, it } from 'vitest'
import { findImport } from '../../src/store/imports/imports.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { type Importer, ownIban, useImporter } from './importer.ts'
import { ublOf } from './invoices/written.ts'
import { camtText, mt940Text, ofxText, type TextEntry, type TextStatement } from './statementTexts.ts'

const coffee: TextEntry = { amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus' }
const tea: TextEntry = { amount: '2.50', side: 'debit', day: '2026-03-02', name: 'Teehaus' }

const statement = (given: Partial<TextStatement> = {}): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-02',
  entries: [coffee],
  ...given,
})

/** Of March, from day to day. */
const period = (first: number, last: number, opening: string, given: Partial<TextStatement> = {}) => {
  const [from, to] = [first, last].map(day => `2026-03-${String(day).padStart(2, '0')}`) as [string, string]
  return statement({
    id: `S${first}-${last}`,
    from,
    to,
    opening,
    entries: [{ ...coffee, day: to }],
    ...given,
  })
}

async function checkStates({ loader, workspaceId }: Importer) {
  return await loader.store.db.query(
    `select check_state as "checkState", difference, entries from statements
     where workspace_id = $1 and import_id is not null order by id`,
    [workspaceId],
  )
}

describeOnBothStores('an import', storeName => {
  const importers = useImporter(storeName)

  describe('of a statement that does not add up', () => {
    it.each([
      ['97.00', '0.20 more'],
      ['96.79', '0.01 less'],
      ['-96.80', '193.60 less'],
      ['96.8000001', '0.0000001 more'],
    ])('that closes with %s is refused, and named is the difference: %s', async (closing, difference) => {
      for (const write of [camtText, mt940Text]) {
        const importer = await importers.workspace()
        const before = await importer.rows()
        const report = await importer.take(write([statement({ closing })]))
        expect(report).toMatchObject({ outcome: 'refused', importId: null })
        expect(report.reason).toBe(
          `A statement does not add up. It opens with 100.00 EUR and closes with ${closing}, which is ` +
            `${difference} than its entries make of it. Import it as partial to take it all the same.`,
        )
        expect(report.statements).toMatchObject([{ accountId: null, accountCreated: true }])
        expect(await importer.rows()).toEqual(before)
      }
    })

    it('is refused whole: statements that add up go with it, and how many others do not is said', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([statement()]))
      const before = await importer.rows()
      const wrong = { closing: '1.00' }
      const good = period(5, 6, '50.00')
      const file = camtText([
        period(3, 4, '96.80'),
        good,
        period(7, 8, '1.00', wrong),
        period(9, 9, '1.00', wrong),
      ])
      const report = await importer.take(file)
      expect(report.outcome).toBe('refused')
      expect(report.reason).toContain('1 more of its statements do')
      expect(await importer.rows()).toEqual(before)
    })

    it('is taken as partial, and keeps that it does not', async () => {
      const importer = await importers.workspace()
      const report = await importer.take(camtText([statement({ closing: '97.00' })]), { partial: true })
      expect(report).toMatchObject({
        outcome: 'imported',
        partial: true,
        statements: [{ check: 'does_not_add_up', difference: '0.20' }],
      })
      expect(await checkStates(importer)).toEqual([
        { checkState: 'does_not_add_up', difference: '0.20', entries: 1 },
      ])
    })

    it('may add up, or not be told to, and that is kept as well', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([statement()]))
      await importer.take(ofxText(statement()))
      expect(await checkStates(importer)).toEqual([
        { checkState: 'adds_up', difference: null, entries: 1 },
        { checkState: 'cannot_be_told', difference: null, entries: 1 },
      ])
    })

    it('counts what is booked alone, and a batch once', async () => {
      const importer = await importers.workspace()
      const batch = {
        ...coffee,
        parts: [
          { amount: '1.20', name: 'Anna' },
          { amount: '2.00', name: 'Berta' },
        ],
      }
      const pending = { ...tea, day: null }
      const report = await importer.take(camtText([statement({ entries: [batch, pending] })]))
      expect(report).toMatchObject({ outcome: 'imported', statements: [{ check: 'adds_up', added: 3 }] })
    })
  })

  describe('of entries that cannot be read', () => {
    const broken = camtText([
      statement({ entries: [coffee, tea, { ...tea, amount: '9.00' }], closing: '94.30' }),
    ])
      .replace('"EUR">9.00<', '"EUR">9,00<')
      .replace(/2026-03-02<\/Dt><\/BookgDt>(?=(?:(?!<Ntry>).)*Teehaus.*9,00)/s, '2026-02-30</Dt></BookgDt>')

    it('is refused, with line and reason of each, and nothing is stored', async () => {
      const importer = await importers.workspace()
      const before = await importer.rows()
      const report = await importer.take(broken)
      expect(report).toMatchObject({ outcome: 'refused', counts: { problems: 2, leftOut: 2 } })
      expect(report.problems).toMatchObject([
        { severity: 'error', at: expect.stringContaining('BookgDt'), line: expect.any(Number) },
        { severity: 'error', at: expect.stringContaining('Amt'), reason: expect.stringContaining('9,00') },
      ])
      const lines = broken.split('\n')
      for (const { line } of report.problems) expect(lines[(line ?? 0) - 1]).toContain('<Ntry>')
      expect(await importer.rows()).toEqual(before)
    })

    it('takes the others as partial, tells what it left out, and adds it once the file is mended', async () => {
      const importer = await importers.workspace()
      const partial = await importer.take(broken, { partial: true })
      expect(partial.counts).toMatchObject({ entries: 1, added: 1, leftOut: 2, problems: 2 })
      const { importId } = partial
      const stored = await findImport(importer.loader.store.db, importer.workspaceId, importId ?? '')
      expect(stored?.report).toEqual(partial)
      const mended = broken.replace('9,00', '0.00').replace('2026-02-30', '2026-03-02')
      expect((await importer.take(mended)).counts).toMatchObject({ added: 2, known: 1, leftOut: 0 })
      await expect(importer.undo(importId)).rejects.toThrow('take that one back first')
    })
  })

  describe('tells what is between statements', () => {
    const take = async (importer: Importer, each: TextStatement, write = camtText) =>
      (await importer.take(write([each]))).continuity

    it('a gap by what is missing, before and behind, and keeps it with the import', async () => {
      const importer = await importers.workspace()
      expect(await take(importer, period(1, 3, '100.00'))).toEqual([])
      const report = await importer.take(camtText([period(10, 12, '90.00')]))
      const [accountId] = report.statements.map(each => each.accountId)
      const gap = {
        kind: 'gap',
        accountId,
        sentence:
          'Statement S1-3 closes with 96.80 EUR on 2026-03-03, and Statement S10-12 opens with 90.00 EUR on ' +
          '2026-03-10: entries of -6.80 EUR are missing between them.',
      }
      expect(report.continuity).toEqual([gap])
      const stored = await findImport(importer.loader.store.db, importer.workspaceId, report.importId ?? '')
      expect(stored?.report.continuity).toEqual([gap])
      const between = await take(importer, period(5, 6, '96.80'))
      expect(between.map(({ kind }) => kind)).toEqual(['gap'])
      expect(between[0]?.sentence).toContain('Statement S5-6 closes with 93.60')
    })

    it('nothing where one goes on from the other, in whatever order they come', async () => {
      const chain = [period(1, 3, '100.00'), period(4, 6, '96.80'), period(6, 9, '93.60')]
      for (const write of [camtText, mt940Text]) {
        const importer = await importers.workspace()
        expect(await take(importer, chain[0] ?? statement(), write)).toEqual([])
        expect((await take(importer, chain[2] ?? statement(), write)).map(({ kind }) => kind)).toEqual([
          'gap',
        ])
        expect(await take(importer, chain[1] ?? statement(), write)).toEqual([])
      }
    })

    it('nothing between several of one day that go on from one another', async () => {
      const [first, second, third] = ['100.00', '96.80', '93.60'].map((opening, index) =>
        period(2, 2, opening, { id: `S${index + 1}` }),
      ) as [TextStatement, TextStatement, TextStatement]
      for (const order of [
        [first, second, third],
        [third, second, first],
        [second, third, first],
      ]) {
        const importer = await importers.workspace()
        for (const each of order) expect(await take(importer, each)).toEqual([])
      }
      const gapped = await importers.workspace()
      expect(await take(gapped, first, mt940Text)).toEqual([])
      expect((await take(gapped, third, mt940Text)).map(({ sentence }) => sentence)).toEqual([
        expect.stringMatching(/^Statement 1.* closes with 96.80.*Statement 3.* opens with 93.60/),
      ])
    })

    it('days that are in both, once for each pair', async () => {
      const importer = await importers.workspace()
      await take(importer, period(1, 5, '100.00'))
      const longer = period(4, 8, '100.00', { entries: [{ ...coffee, day: '2026-03-05' }] })
      const found = await take(importer, longer)
      expect(found).toMatchObject([
        { kind: 'overlap', sentence: expect.stringContaining('both cover 2026-03-04 to 2026-03-05') },
      ])
    })
  })

  describe('as a dry run', () => {
    const invoice = ublOf()
    const files: [string, string][] = [
      ['a new account', camtText([period(1, 2, '100.00'), period(5, 6, '90.00')])],
      ['an account that is there', mt940Text([period(2, 2, '100.00', { entries: [coffee, tea] })])],
      [
        'a pending entry that is booked',
        camtText([period(3, 3, '96.80', { entries: [{ ...tea, day: '2026-03-03' }] })]),
      ],
      ['nothing new', camtText([statement()])],
      ['a refusal', camtText([statement({ closing: '0.00' })])],
      ['an invoice', invoice],
    ]

    it.each(files)(
      'changes no row of any table, and says what the import then does: %s',
      async (name, text) => {
        const importer = await importers.workspace()
        if (name !== 'a new account') {
          await importer.take(camtText([statement()]))
          await importer.take(
            camtText([statement({ id: 'R1', entries: [{ ...tea, day: null }] })], 'camt.052'),
          )
        }
        const before = await importer.rows()
        const dry = await importer.take(text, { dryRun: true })
        expect(await importer.rows()).toEqual(before)
        expect(dry.importId).toBeNull()
        const real = await importer.take(text)
        const ids = new Set([
          ...real.statements.flatMap(each => (each.accountCreated ? each.accountId : null)),
          ...real.bills.map(each => (each.outcome === 'known' ? null : each.billId)),
        ])
        const withoutIds = JSON.parse(JSON.stringify(real), (_, value) => (ids.has(value) ? null : value))
        expect(dry).toEqual({ ...withoutIds, importId: null })
      },
    )
  })
})

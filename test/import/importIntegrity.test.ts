/**
 * Statements that do not add up are rejected, gaps between statements are reported, and a dry run changes
 * nothing.
 */
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../src/contract/transactions.ts'
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

/** A period of days in March. */
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
      ['96.805', '0.005 more'],
    ])('that closes with %s is rejected and the difference stated: %s', async (closing, difference) => {
      for (const write of [camtText, mt940Text]) {
        const importer = await importers.workspace()
        const before = await importer.rows()
        const report = await importer.take(write([statement({ closing })]))
        expect(report).toMatchObject({ outcome: 'refused', importId: null, counts: { entries: 1, added: 0 } })
        expect(report.reason).toBe(
          `A statement does not add up. It opens with 100.00 EUR and closes with ${closing}, which is ` +
            `${difference} than its entries add up to. To import it anyway, import it as partial.`,
        )
        expect(report.statements).toMatchObject([{ accountId: null, accountCreated: true }])
        expect(await importer.rows()).toEqual(before)
      }
    })

    it('unless the difference is below half a cent, which is rounded off with a note', async () => {
      const importer = await importers.workspace()
      const report = await importer.take(camtText([statement({ closing: '96.8000001' })]))
      expect(report).toMatchObject({ outcome: 'imported', statements: [{ check: 'adds_up' }] })
      expect(report.problems).toMatchObject([{ severity: 'note', reason: '96.8000001 is rounded to 96.80' }])
    })

    it('is rejected as a whole file, with the number of statements that do not add up', async () => {
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
      expect(report.reason).toContain('In total, 2 of its statements do not add up.')
      expect(await importer.rows()).toEqual(before)
    })

    it('is imported as partial, and its check state is stored', async () => {
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

    it('stores the check state for statements that add up or cannot be checked, too', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([statement()]))
      await importer.take(ofxText(statement()))
      expect(await checkStates(importer)).toEqual([
        { checkState: 'adds_up', difference: null, entries: 1 },
        { checkState: 'cannot_be_told', difference: null, entries: 1 },
      ])
    })

    it('counts only booked entries, and a batch once', async () => {
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

  describe('of unreadable entries', () => {
    const broken = camtText([
      statement({ entries: [coffee, tea, { ...tea, amount: '9.00' }], closing: '94.30' }),
    ])
      .replace('"EUR">9.00<', '"EUR">9,00<')
      .replace(/2026-03-02<\/Dt><\/BookgDt>(?=(?:(?!<Ntry>).)*Teehaus.*9,00)/s, '2026-02-30</Dt></BookgDt>')

    it('is rejected with the line and reason of each, and nothing is stored', async () => {
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

    it('imports the others as partial, reports what was skipped, and adds it once the file is fixed', async () => {
      const importer = await importers.workspace()
      const partial = await importer.take(broken, { partial: true })
      expect(partial.counts).toMatchObject({ entries: 1, added: 1, leftOut: 2, problems: 2 })
      const { importId } = partial
      const stored = await findImport(importer.loader.store.db, importer.workspaceId, importId ?? '')
      expect(stored?.report).toEqual(partial)
      const fixed = broken.replace('9,00', '0.00').replace('2026-02-30', '2026-03-02')
      expect((await importer.take(fixed)).counts).toMatchObject({ added: 2, known: 1, leftOut: 0 })
      await expect(importer.undo(importId)).rejects.toThrow('undo that import first')
    })
  })

  describe('reports the continuity of statements', () => {
    const take = async (importer: Importer, each: TextStatement, write = camtText) =>
      (await importer.take(write([each]))).continuity

    it('with a gap and the missing amount, before or after, and stores it with the import', async () => {
      const importer = await importers.workspace()
      expect(await take(importer, period(1, 3, '100.00'))).toEqual([])
      const report = await importer.take(camtText([period(10, 12, '90.00')]))
      const [accountId] = report.statements.map(each => each.accountId)
      const gap = {
        kind: 'gap',
        accountId,
        sentence:
          'Statement S1-3 closes with 96.80 EUR on 2026-03-03, but Statement S10-12 opens with 90.00 EUR on ' +
          '2026-03-10: entries worth -6.80 EUR are missing in between.',
      }
      expect(report.continuity).toEqual([gap])
      const stored = await findImport(importer.loader.store.db, importer.workspaceId, report.importId ?? '')
      expect(stored?.report.continuity).toEqual([gap])
      const between = await take(importer, period(5, 6, '96.80'))
      expect(between.map(({ kind }) => kind)).toEqual(['gap'])
      expect(between[0]?.sentence).toContain('Statement S5-6 closes with 93.60')
    })

    it('with no gap if one continues the other, in whatever order they are imported', async () => {
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

    it('with no gap between consecutive statements of one day', async () => {
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

    it('with days covered by both, once per pair', async () => {
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
      ['an existing account', mt940Text([period(2, 2, '100.00', { entries: [coffee, tea] })])],
      [
        'a pending entry that is booked',
        camtText([period(3, 3, '96.80', { entries: [{ ...tea, day: '2026-03-03' }] })]),
      ],
      ['nothing new', camtText([statement()])],
      ['a refusal', camtText([statement({ closing: '0.00' })])],
      ['an invoice', invoice],
    ]

    const shown = (rows: readonly Pick<Transaction, 'bookingDate' | 'amount' | 'currency' | 'side'>[]) =>
      rows
        .map(({ bookingDate, amount, currency, side }) => [bookingDate, amount, currency, side].join())
        .sort()

    it.each(files)(
      'changes no row of any table, and reports what the real import would do: %s',
      async (name, text) => {
        const importer = await importers.workspace()
        if (name !== 'a new account') {
          await importer.take(camtText([statement()]))
          await importer.take(
            camtText([statement({ id: 'R1', entries: [{ ...tea, day: null }] })], 'camt.052'),
          )
        }
        const before = await importer.rows()
        const known = (await importer.exported()).transactions.map(({ id }) => id)
        const { rows, ...dry } = await importer.take(text, { dryRun: true })
        expect(await importer.rows()).toEqual(before)
        expect(dry.importId).toBeNull()
        const real = await importer.take(text)
        const ids = new Set([
          ...real.statements.flatMap(each => (each.accountCreated ? each.accountId : null)),
          ...real.bills.map(each => (each.outcome === 'known' ? null : each.billId)),
        ])
        const withoutIds = JSON.parse(JSON.stringify(real), (_, value) => (ids.has(value) ? null : value))
        expect(dry).toEqual({ ...withoutIds, importId: null })
        // Only the preview lists rows: those that the import then added.
        const added = (await importer.exported()).transactions.filter(({ id }) => !known.includes(id))
        expect(shown(rows ?? [])).toEqual(shown(added))
        if (name === 'an invoice') expect(rows).toBeUndefined()
        else expect(rows).toHaveLength(name === 'a new account' ? 2 : 0)
      },
    )
  })
})

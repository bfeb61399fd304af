/** Invoices and statements as they arrive: discounts, charges, pending amounts that change, and undoing it all. */
import { describe, expect, it } from 'vitest'
import { recordSuggested, takeBackPayment } from '../../../src/actions/billPayments.ts'
import { ImportInUse } from '../../../src/import/importErrors.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { findBillDetails } from '../../../src/store/billDetails.ts'
import { findSuggestion, listSuggestionPage, withRows } from '../../../src/store/matching/suggestions.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Importer, ownIban, useImporter } from '../importer.ts'
import { facts, ublOf } from '../invoices/written.ts'
import { camtText, type TextEntry } from '../statementTexts.ts'

const invoice = ublOf({ issued: '2026-03-01', reference: '' }).replace(
  '<cac:TaxTotal>',
  '<cac:PaymentTerms><cbc:Note>#SKONTO#TAGE=14#PROZENT=2.00#</cbc:Note></cac:PaymentTerms>$&',
)
const paid: TextEntry = {
  amount: '196.00',
  side: 'debit',
  day: '2026-03-10',
  name: 'Harzer Holzwerk',
  iban: facts.iban,
  text: 'H-2026/41',
}
const statement = (
  entries: TextEntry[],
  id = 'S1',
  kind: 'camt.052' | 'camt.053' = 'camt.053',
  to = '2026-03-31',
) => camtText([{ id, iban: ownIban, opening: '5000.00', from: '2026-03-01', to, entries }], kind)
/** An interim report, made on the day before the booking. */
const report = (entries: TextEntry[], id = 'R1') => statement(entries, id, 'camt.052', '2026-03-11')
/** Tables that keep what happened, or when something last changed. */
const history = [
  ...['audit_records', 'workspaces', 'imports', 'import_grounds', 'deletions', 'departures', 'suggestions'],
  ...['transaction_cells', 'transaction_periods', 'account_details'],
]
const paidInPart =
  /^Bill H-2026\/41 of .+ has 50\.00 paid on it, by a person at \S+Z\. Remove that payment first\.$/
const actor = { kind: 'person', id: 'usr_1' } as const

describeOnBothStores('settlement of imported bills', store => {
  const importers = useImporter(store)

  const suggestionsOf = async (importer: Importer) => {
    const { db } = importer.loader.store
    const page = { filters: { state: 'open' as const }, after: null, limit: 50 }
    return await listSuggestionPage(db, importer.workspaceId, page)
  }
  let nowMs = Date.parse('2026-07-01T00:00:00Z')
  const within = <Result>(
    importer: Importer,
    work: Parameters<typeof writeWorkspace<Result>>[3],
  ): Promise<Result> => {
    nowMs += 1_000
    return writeWorkspace(importer.loader.store.db, importer.workspaceId, nowMs, work)
  }
  /** As if a person had confirmed it. */
  const accept = (importer: Importer, suggestionId: string) =>
    within(importer, async (connection, stamp) => {
      const known = await findSuggestion(connection, importer.workspaceId, suggestionId)
      const [suggestion] = known ? await withRows(connection, importer.workspaceId, [known]) : []
      const [bill] = suggestion?.bills ?? []
      if (!known?.settlement || !suggestion || !bill) throw new Error('there is no such suggestion')
      const { transaction } = suggestion
      const payment = { transaction, bills: [bill], settlement: known.settlement, scored: known }
      const decision = { actor, stamp, nowMs }
      const changed = await recordSuggested(connection, importer.workspaceId, payment, decision)
      return { result: bill.id, changed }
    })
  const billOf = async (importer: Importer) => (await importer.exported()).bills[0]

  it('suggests the discount that the invoice offers, whichever file comes first', async () => {
    for (const files of [
      [invoice, statement([paid])],
      [statement([paid]), invoice],
    ]) {
      const importer = await importers.workspace()
      const reports = []
      for (const file of files) reports.push(await importer.take(file))
      expect(reports.map(({ counts }) => [counts.matched, counts.suggested])).toEqual([
        [0, 0],
        [0, 1],
      ])
      const [found] = await suggestionsOf(importer)
      expect(found?.settlement).toMatchObject({ kind: 'discount', discount: '4.00', amount: '196.00' })
      await accept(importer, found?.id ?? '')
      expect(await billOf(importer)).toMatchObject({ status: 'paid', paidAt: '2026-03-10T00:00:00.000Z' })
      const details = await findBillDetails(
        importer.loader.store.db,
        importer.workspaceId,
        (await billOf(importer))?.id ?? '',
      )
      expect(details?.settlement).toMatchObject({ paid: '196.00', discount: '4.00', open: '0.00' })
      expect(details?.settlement.offers).toEqual([
        {
          percent: '2.00',
          until: '2026-03-15',
          discount: '4.00',
          toPay: '196.00',
          path: '/Invoice/cac:PaymentTerms/cbc:Note',
        },
      ])
    }
  })

  it('suggests a payment with the charges that the statement states', async () => {
    const importer = await importers.workspace()
    await importer.take(invoice)
    const charged = statement([{ ...paid, amount: '209.50' }]).replace(
      '<NtryDtls>',
      '<Chrgs><Rcrd><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>$&',
    )
    const before = await importer.rows()
    const { importId } = await importer.take(charged)
    const [found] = await suggestionsOf(importer)
    expect(found?.settlement).toMatchObject({ kind: 'charge', charge: '-9.50', amount: '209.50' })
    await importer.undo(importId)
    const after = await importer.rows()
    for (const table of ['transaction_charges', 'suggestions', 'bill_payments', 'sightings', 'bills']) {
      expect(after[table], table).toEqual(before[table])
    }
  })

  it('does not charge what is not in the amount', async () => {
    const importer = await importers.workspace()
    await importer.take(invoice)
    await importer.take(
      statement([{ ...paid, amount: '209.50' }]).replace(
        '<NtryDtls>',
        '<Chrgs><Rcrd><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs>$&',
      ),
    )
    expect(await suggestionsOf(importer)).toEqual([])
  })

  it('keeps an import whose rows were paid in part, until the payment is removed; then it goes back exactly', async () => {
    const importer = await importers.workspace()
    const first = await importer.take(invoice)
    const before = await importer.rows(...history)
    const file = statement([{ ...paid, amount: '50.00' }])
    const second = await importer.take(file)
    const [found] = await suggestionsOf(importer)
    const billId = await accept(importer, found?.id ?? '')
    const transactionId = found?.transactionId ?? ''
    for (const { importId } of [first, second]) {
      const error = await importer.undo(importId).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ImportInUse)
      const { reasons, work } = error as ImportInUse
      expect(reasons).toEqual([expect.stringMatching(paidInPart)])
      expect(work).toEqual(reasons)
    }
    expect((await importer.take(file)).counts).toMatchObject({ added: 0, known: 1, suggested: 0 })
    const bill = await billOf(importer)
    if (!bill) throw new Error('the bill is gone')
    await within(importer, async (connection, stamp) => {
      const decision = { actor, stamp, nowMs }
      const removed = await takeBackPayment(
        connection,
        importer.workspaceId,
        { bill, transactionId },
        decision,
      )
      return { result: removed, changed: removed?.reopened ?? false }
    })
    await importer.undo(second.importId)
    expect(await importer.rows(...history)).toEqual(before)
    // The same file brings the same suggestion again.
    expect((await importer.take(file)).counts).toMatchObject({ added: 1, suggested: 1 })
    expect((await suggestionsOf(importer))[0]).toMatchObject({
      billIds: [billId],
      settlement: { kind: 'part' },
    })
  })

  it.each([
    ['the payment', [invoice, statement([{ ...paid, amount: '50.00' }])]],
    ['the bill', [statement([{ ...paid, amount: '50.00' }]), invoice]],
  ] as const)(
    'goes back exactly with the part payment, if asked to: an import of %s',
    async (_, [first, second]) => {
      const importer = await importers.workspace()
      await importer.take(first)
      // Unlike a payment that was removed as wrong, nothing is remembered of this one.
      const except = history.filter(table => table !== 'suggestions')
      const before = await importer.rows(...except)
      const { importId, counts } = await importer.take(second)
      await accept(importer, (await suggestionsOf(importer))[0]?.id ?? '')
      expect((await importer.rows()).bill_payments).toHaveLength(1)
      await importer.undo(importId, { withWork: true })
      expect(await importer.rows(...except)).toEqual(before)
      const audit = await listAudit(importer.loader.store.db, importer.workspaceId)
      const undone = audit.find(({ action }) => action === 'import.undone')
      expect(undone?.details.workUndone).toEqual([expect.stringMatching(paidInPart)])
      // The same file brings the same suggestion again.
      expect((await importer.take(second)).counts).toEqual(counts)
      expect(await suggestionsOf(importer)).toMatchObject([{ settlement: { kind: 'part', amount: '50.00' } }])
    },
  )

  it('undoes a booking that completed a bill in parts', async () => {
    const importer = await importers.workspace()
    await importer.take(invoice)
    await importer.take(statement([{ ...paid, amount: '50.00' }]))
    await accept(importer, (await suggestionsOf(importer))[0]?.id ?? '')
    const pending = { ...paid, amount: '150.00', day: null, endToEndId: 'E2E-150' }
    await importer.take(report([pending]))
    await accept(importer, (await suggestionsOf(importer))[0]?.id ?? '')
    const before = await billOf(importer)
    expect(before?.status).toBe('matched')
    const { importId } = await importer.take(
      statement([{ ...pending, day: '2026-03-12' }], 'S2', 'camt.053', '2026-03-12'),
    )
    expect(await billOf(importer)).toMatchObject({ status: 'paid', paidAt: '2026-03-12T00:00:00.000Z' })
    await importer.undo(importId)
    const after = await billOf(importer)
    expect(after).toEqual({ ...before, updatedAt: after?.updatedAt })
    expect(after?.updatedAt).toBe(await importer.clock())
  })

  describe('a pending payment that is booked with another amount', () => {
    const pending: TextEntry = { ...paid, amount: '190.00', day: null, endToEndId: 'E2E-7' }
    const booked: TextEntry = { ...pending, amount: '200.00', day: '2026-03-12' }
    const rowsOf = async (importer: Importer) =>
      (await importer.exported()).transactions.map(({ amount, status }) => `${status} ${amount}`).sort()

    it('is the same transaction if the end-to-end id is the same, in any order of the files, and again', async () => {
      const files = [report([pending]), statement([booked])]
      for (const order of [files, [...files].reverse()]) {
        const importer = await importers.workspace()
        for (const file of order) await importer.take(file)
        expect(await rowsOf(importer)).toEqual(['booked 200.00'])
        const clock = await importer.clock()
        for (const file of [...files, ...files]) {
          expect((await importer.take(file)).counts).toMatchObject({ added: 0, changed: 0 })
        }
        expect([await rowsOf(importer), await importer.clock()]).toEqual([['booked 200.00'], clock])
      }
    })

    it('is restored when the booking is undone', async () => {
      const importer = await importers.workspace()
      await importer.take(report([pending]))
      const before = await rowsOf(importer)
      const { importId } = await importer.take(statement([booked]))
      await importer.undo(importId)
      expect(await rowsOf(importer)).toEqual(before)
      expect((await importer.take(statement([booked]))).counts).toMatchObject({ added: 0, changed: 1 })
    })

    it.each([
      ['the id is a placeholder', { endToEndId: 'NOTPROVIDED' }],
      ['the id is only zeros', { endToEndId: '0000000' }],
      ['the id is another', { endToEndId: 'E2E-8' }],
      ['another account was paid', { iban: 'DE02100100100006820101' }],
      ['the money moved the other way', { side: 'credit' }],
      ['it was booked months later', { day: '2026-06-12' }],
    ] as [string, Partial<TextEntry>][])('is another transaction if %s', async (_, given) => {
      const importer = await importers.workspace()
      const id = { endToEndId: given.endToEndId ?? pending.endToEndId ?? '' }
      const isPlaceholder = /^(NOT|0)/.test(id.endToEndId)
      const first = report([{ ...pending, ...(isPlaceholder && id) }]).replace(
        '<Cd>PDNG</Cd></Sts>',
        '$&<ValDt><Dt>2026-03-11</Dt></ValDt>',
      )
      await importer.take(first)
      const later = camtText([
        {
          id: 'S9',
          iban: ownIban,
          opening: '0.00',
          from: '2026-03-01',
          to: '2026-06-30',
          entries: [{ ...booked, ...given }],
        },
      ])
      expect((await importer.take(later)).counts).toMatchObject({ added: 1, changed: 0 })
    })

    it('is not guessed if several have the same id', async () => {
      const importer = await importers.workspace()
      await importer.take(report([pending, { ...pending, amount: '191.00' }]))
      expect((await importer.take(statement([booked]))).counts).toMatchObject({ added: 1, changed: 0 })
    })

    it('does not make a bill paid that it no longer covers', async () => {
      const importer = await importers.workspace()
      await importer.take(invoice)
      await importer.take(report([{ ...pending, amount: '200.00' }]))
      expect((await billOf(importer))?.status).toBe('matched')
      await importer.take(statement([{ ...booked, amount: '150.00' }]))
      expect((await billOf(importer))?.status).toBe('matched')
    })
  })
})

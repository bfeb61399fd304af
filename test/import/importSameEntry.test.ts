/** Cases in which it is hard to tell whether an entry is stored already: none is lost, and none duplicated. */
import { describe, expect, it } from 'vitest'
import { entriesPerWrite } from '../../src/import/entries/statementWriter.ts'
import { account, company, transaction } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { dayStatement, type Importer, ownIban, useImporter } from './importer.ts'
import { camtText, mt940Text, ofxText, type TextEntry } from './statementTexts.ts'

const coffee: TextEntry = {
  amount: '3.20',
  side: 'debit',
  day: '2026-03-02',
  name: 'Kaffeehaus',
  text: 'Karte',
}

const report = (entries: TextEntry[], id: string) => camtText([dayStatement(entries, { id })], 'camt.052')
const count = async (importer: Importer) => (await importer.exported()).transactions.length

describeOnBothStores('an entry', storeName => {
  const importers = useImporter(storeName)

  it('is the same by a reference of any length, and different if only its end differs', async () => {
    const importer = await importers.workspace()
    const named = (end: string) => ({ ...coffee, reference: `${'R'.repeat(254)}${end}` })
    const text = ofxText(dayStatement([named('1'), named('2')]))
    for (let time = 0; time < 3; time += 1) await importer.take(text)
    expect(await count(importer)).toBe(2)
    await importer.take(ofxText(dayStatement([named('2'), named('3')], { to: '2026-03-03' })))
    expect(await count(importer)).toBe(3)
  })

  it('from OFX may have the same reference as another one, in this account or the next', async () => {
    const importer = await importers.workspace()
    const entries = [coffee, coffee, { ...coffee, amount: '9.00' }].map(each => ({ ...each, reference: '0' }))
    const other = { iban: 'DE75512108001245126199' }
    for (const given of [{}, other, {}, other]) await importer.take(ofxText(dayStatement(entries, given)))
    expect(await count(importer)).toBe(6)
  })

  it('with a reference and an equal one without are two, however they are imported again', async () => {
    const [named, plain] = [{ ...coffee, reference: 'A' }, coffee]
    for (const files of [
      [[named, plain], [plain, named], [plain], [named]],
      [[plain], [named, plain], [plain, named]],
      [[named], [plain, named]],
    ]) {
      const importer = await importers.workspace()
      for (const [index, entries] of files.entries()) {
        await importer.take(camtText([dayStatement(entries, { id: `S${index}` })]))
      }
      expect(await count(importer)).toBe(2)
    }
  })

  it('is separate in each of several statements of a day, even if all have the same id', async () => {
    const pieces = ['100.00', '96.80', '93.60'].map((opening, index) =>
      mt940Text([dayStatement([coffee], { id: `${index + 1}`, opening })]),
    )
    for (const order of [
      [0, 2, 1],
      [2, 0, 1, 0, 2],
    ]) {
      const importer = await importers.workspace()
      for (const index of order) await importer.take(pieces[index] ?? '')
      expect(await count(importer)).toBe(3)
    }
  })

  it('is separate on each day, even if all statements have the same number', async () => {
    const importer = await importers.workspace()
    const days = ['2026-03-02', '2026-03-03', '2026-03-04']
    const texts = days.map((day, index) => {
      const given = { id: '0', from: day, to: day, opening: ['100.00', '96.80', '93.60'][index] ?? '' }
      return mt940Text([dayStatement([{ ...coffee, day }], given)])
    })
    for (const text of [...texts, ...texts]) await importer.take(text)
    expect(await count(importer)).toBe(3)
  })

  it('is the same in two statements that share a day which leaves the balance unchanged', async () => {
    const back = { ...coffee, side: 'credit' as const }
    const before = { ...coffee, day: '2026-03-01' }
    const after = { ...coffee, day: '2026-03-03' }
    const first = dayStatement([before, coffee, back], { from: '2026-03-01' })
    const second = dayStatement([coffee, back, after], { id: 'S2', opening: '96.80', to: '2026-03-03' })
    for (const order of [
      [first, second],
      [second, first, second],
    ]) {
      const importer = await importers.workspace()
      for (const each of order) await importer.take(camtText([each]))
      expect(await count(importer)).toBe(4)
    }
  })

  it('stays separate from equal ones, even if there are more than are written at once', async () => {
    const importer = await importers.workspace()
    const pending = { ...coffee, day: null }
    await importer.take(report([{ ...pending, name: 'Teehaus' }], 'R0'))
    const most = entriesPerWrite + 100
    const many = (length: number, each: TextEntry) => Array.from({ length }, () => each)
    expect((await importer.take(report(many(most, pending), 'R1'))).counts.added).toBe(most)
    expect((await importer.take(report(many(most, pending), 'R1'))).counts.known).toBe(most)
    // A statement imported again with more entries, as after its first half was imported as partial.
    const closing = { closing: '0.00' }
    const half = dayStatement(many(2, { ...coffee, amount: '7.00' }), closing)
    const whole = dayStatement(many(most + 2, { ...coffee, amount: '7.00' }), closing)
    await importer.take(camtText([half]), { partial: true })
    expect((await importer.take(camtText([whole]), { partial: true })).counts).toMatchObject({
      added: most,
      known: 2,
    })
  })

  it('that is pending is searched for around its own date, not that of the report', async () => {
    const importer = await importers.workspace()
    const bookedLater = { ...coffee, day: '2026-05-20' }
    await importer.take(camtText([dayStatement([bookedLater], { from: '2026-05-20', to: '2026-05-20' })]))
    const pending = report([{ ...coffee, day: null }], 'R1')
    const dueOn = (day: string) =>
      pending.replace('<Cd>PDNG</Cd></Sts>', `$&<ValDt><Dt>${day}</Dt></ValDt>`).replace('R1', `R ${day}`)
    expect((await importer.take(dueOn('2026-04-20'))).counts).toMatchObject({ added: 0, known: 1 })
    expect((await importer.take(dueOn('2026-03-20'))).counts).toMatchObject({ added: 1, known: 0 })
  })

  describe('in a batch', () => {
    const batch = (reference: string): TextEntry => ({
      amount: '30.00',
      side: 'credit',
      day: '2026-03-02',
      reference,
      parts: [
        { amount: '10.00', name: 'Anna' },
        { amount: '20.00', name: 'Berta' },
      ],
    })
    const oneLine = (text: string) => text.replaceAll('\n', '')

    it('is recognised in a file with a single line', async () => {
      const importer = await importers.workspace()
      const text = oneLine(camtText([dayStatement([batch('B1'), batch('B2')])]))
      expect((await importer.take(text)).counts.added).toBe(4)
      expect((await importer.take(text)).counts).toMatchObject({ added: 0, known: 4 })
    })

    it('is removed with its import, even from a statement that was imported before', async () => {
      const importer = await importers.workspace()
      const closing = { closing: '0.00' }
      const first = oneLine(camtText([dayStatement([batch('B1')], closing)]))
      const second = oneLine(camtText([dayStatement([batch('B1'), batch('B2')], closing)]))
      await importer.take(first, { partial: true })
      for (let time = 0; time < 2; time += 1) {
        const { importId, counts } = await importer.take(second, { partial: true })
        expect(counts).toMatchObject({ added: 2, known: 2 })
        await importer.undo(importId)
      }
      const { parts: _, ...whole } = batch('B2')
      const both = mt940Text([dayStatement([{ ...whole, reference: 'B1' }, whole])])
      expect((await importer.take(both)).counts).toMatchObject({ added: 1, known: 1 })
    })
  })

  describe('of a transaction that a workspace file', () => {
    it('has changed since is still recognised, and the change is kept', async () => {
      const importer = await importers.workspace()
      const text = camtText([dayStatement([coffee])])
      await importer.take(text)
      const moved = { amount: '3.25', bookingDate: '2026-03-05', counterpartyName: 'Anders' }
      await importer.change(file => ({
        ...file,
        transactions: file.transactions.map(each => ({ ...each, ...moved })),
      }))
      const before = await importer.rows()
      expect(await importer.take(text)).toMatchObject({ counts: { added: 0, known: 1 } })
      expect((await importer.exported()).transactions).toMatchObject([moved])
      expect((await importer.rows()).transactions).toEqual(before.transactions)
    })

    it('contained is matched by its current values, not those of the first import', async () => {
      const owner = company()
      const own = account(owner, { iban: ownIban })
      const there = { amount: '3.20', bookingDate: '2026-03-01', counterpartyName: 'Kaffeehaus' }
      const importer = await importers.workspace(file => ({
        ...file,
        companies: [owner],
        accounts: [own],
        transactions: [transaction(own, there)],
      }))
      await importer.take(camtText([dayStatement([{ ...coffee, amount: '1.00' }], { id: 'S0' })]))
      await importer.change(file => ({
        ...file,
        transactions: file.transactions.map(each => ({ ...each, bookingDate: '2026-03-02' })),
      }))
      expect((await importer.take(camtText([dayStatement([coffee])]))).counts).toMatchObject({
        added: 0,
        known: 1,
      })
    })

    it('added after an import is recognised by the next', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([dayStatement([{ ...coffee, amount: '1.00' }])]))
      await importer.change(file => {
        const [own] = file.accounts
        const there = { amount: '3.20', bookingDate: '2026-03-03', counterpartyName: 'Kaffeehaus' }
        return own ? { ...file, transactions: [...file.transactions, transaction(own, there)] } : file
      })
      const day = '2026-03-03'
      const next = dayStatement([{ ...coffee, day }], { id: 'S2', opening: '99.00', from: day, to: day })
      expect((await importer.take(camtText([next]))).counts).toMatchObject({ added: 0, known: 1 })
    })
  })

  it('that is pending is updated by a newer report, and not reverted by the older one', async () => {
    const importer = await importers.workspace()
    const pending = { ...coffee, day: null, reference: 'X' }
    await importer.take(report([pending], 'R1'))
    expect((await importer.take(report([{ ...pending, amount: '3.50' }], 'R2'))).counts.changed).toBe(1)
    const before = await importer.rows('audit_records')
    expect((await importer.take(report([pending], 'R1'))).outcome).toBe('nothing_new')
    expect(await importer.rows('audit_records')).toEqual(before)
  })

  it('that is pending is distinct from an equal one booked before its report', async () => {
    const importer = await importers.workspace()
    await importer.take(camtText([dayStatement([coffee])]))
    const day = '2026-03-03'
    const given = { id: 'R2', from: day, to: day }
    const next = camtText([dayStatement([{ ...coffee, day: null }], given)], 'camt.052')
    expect((await importer.take(next)).counts).toMatchObject({ added: 1, known: 0 })
    const booked = dayStatement([{ ...coffee, day }], { ...given, id: 'S2', opening: '96.80' })
    expect((await importer.take(camtText([booked]))).counts).toMatchObject({ added: 0, changed: 1 })
    expect((await importer.take(next)).counts).toMatchObject({ added: 0, known: 1 })
    expect(await count(importer)).toBe(2)
  })

  it('that is stored already leaves no trace except an audit record', async () => {
    const importer = await importers.workspace()
    await importer.take(camtText([dayStatement([coffee])]))
    const before = await importer.rows('audit_records')
    expect(await importer.take(camtText([dayStatement([coffee])]))).toMatchObject({ outcome: 'nothing_new' })
    expect(await importer.rows('audit_records')).toEqual(before)
  })
})

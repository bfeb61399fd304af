/** An entry is stored once, however often, in whatever order and format it is imported; and k equal ones stay k. */
import { describe, expect, it } from 'vitest'
import { account, company, transaction } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { dayStatement, type Importer, ownIban, useImporter } from './importer.ts'
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
  amount: '3.20',
  side: 'debit',
  day: '2026-03-02',
  name: 'Kaffeehaus',
  text: 'Karte',
}

const paidTo = (name: string): TextEntry => ({ amount: '3.20', side: 'debit', day: '2026-03-02', name })

const count = async (importer: Importer) => (await importer.exported()).transactions.length

describeOnBothStores('imported entries', storeName => {
  const importers = useImporter(storeName)

  it('stay separate if they are equal in every detail', async () => {
    const importer = await importers.workspace()
    const report = await importer.take(camtText([dayStatement([coffee, coffee, coffee])]))
    expect(report).toMatchObject({ outcome: 'imported', counts: { added: 3, known: 0 } })
    expect(await count(importer)).toBe(3)
  })

  it('add nothing if the same file is imported again, and leave the clock unchanged', async () => {
    const importer = await importers.workspace()
    const text = camtText([dayStatement([coffee, coffee, { ...coffee, name: 'Bäckerei' }])])
    await importer.take(text)
    const before = await importer.loader.everything(importer.file)
    const again = await importer.take(text)
    expect(again).toMatchObject({ outcome: 'nothing_new', importId: null, counts: { added: 0, known: 3 } })
    expect(await importer.loader.everything(importer.file)).toEqual(before)
  })

  it('add only what is new if periods overlap, and one more if there is one more equal entry', async () => {
    const importer = await importers.workspace()
    const next = { ...coffee, day: '2026-03-03' }
    await importer.take(camtText([dayStatement([coffee, coffee])]))
    const longer = dayStatement([coffee, coffee, coffee, next], { id: 'S2', to: '2026-03-03' })
    expect(await importer.take(camtText([longer]))).toMatchObject({ counts: { added: 2, known: 2 } })
    expect(await count(importer)).toBe(4)
  })

  it('are two if the bank gives two references, and one if it gives one', async () => {
    const importer = await importers.workspace()
    await importer.take(camtText([dayStatement([{ ...coffee, reference: 'A' }])]))
    const other = { ...coffee, reference: 'B' }
    const overlapping = dayStatement([{ ...coffee, reference: 'A', text: 'Karte 2' }, other], { id: 'S2' })
    expect(await importer.take(camtText([overlapping]))).toMatchObject({ counts: { added: 1, known: 1 } })
  })

  const entries: TextEntry[] = [
    { ...coffee, iban: 'DE75512108001245126199', reference: 'R1' },
    coffee,
    coffee,
    { amount: '1200.00', side: 'credit', day: '2026-03-04', name: 'Blaue Werft GmbH', text: 'RE-2026-17' },
    { amount: '1200.00', side: 'credit', day: '2026-03-04', name: 'Rote Mühle AG', text: 'RE-2026-18' },
  ]
  const period = dayStatement(entries, { to: '2026-03-04' })
  const formats = {
    camt: (each: TextStatement) => camtText([each]),
    mt940: (each: TextStatement) => mt940Text([each]),
    ofx: ofxText,
    csv: csvText,
  }
  const orders = [
    ['camt', 'mt940', 'ofx', 'csv'],
    ['csv', 'ofx', 'mt940', 'camt'],
    ['mt940', 'camt', 'csv', 'ofx'],
    ['ofx', 'csv', 'camt', 'mt940'],
  ] as const

  it.each(orders)('of one period add nothing in another format: %s, %s, %s, %s', async (...order) => {
    const importer = await importers.workspace(file => {
      const [owner] = file.companies
      return owner
        ? { ...file, accounts: [account(owner, { iban: ownIban, currency: 'EUR', id: 'acc_own' })] }
        : file
    })
    for (const [index, format] of [...order, ...order].entries()) {
      const choices = format === 'csv' ? { accountId: 'acc_own', csvMapping: csvTextMapping } : {}
      const report = await importer.take(formats[format](period), choices)
      expect(report.reason).toBeNull()
      expect(report.counts).toMatchObject({
        entries: 5,
        added: index === 0 ? 5 : 0,
        known: index === 0 ? 0 : 5,
      })
    }
    expect(await count(importer)).toBe(5)
  })

  it('for two people are two, even with the same day and amount in different formats', async () => {
    const importer = await importers.workspace()
    await importer.take(camtText([dayStatement([paidTo('Anna Adler')])]))
    await importer.take(mt940Text([dayStatement([paidTo('Berta Brandt')], { opening: '50.00' })]))
    expect(await count(importer)).toBe(2)
  })

  it('are matched with transactions from a workspace file', async () => {
    const owner = company()
    const own = account(owner, { iban: ownIban, currency: 'EUR' })
    const there = transaction(own, {
      amount: '3.2',
      currency: 'EUR',
      side: 'debit',
      status: 'booked',
      bookingDate: '2026-03-02',
      counterpartyName: 'KAFFEEHAUS',
      counterpartyIban: null,
      category: null,
    })
    const importer = await importers.workspace(file => ({
      ...file,
      companies: [owner],
      accounts: [own],
      transactions: [there],
    }))
    const report = await importer.take(camtText([dayStatement([coffee, coffee])]))
    expect(report.counts).toMatchObject({ added: 1, known: 1 })
  })

  describe('in a batch', () => {
    const batch: TextEntry = {
      amount: '30.00',
      side: 'credit',
      day: '2026-03-02',
      reference: 'B1',
      parts: [
        { amount: '10.00', name: 'Anna' },
        { amount: '20.00', name: 'Berta' },
      ],
    }
    const { parts: _, ...whole } = batch

    it('are recognised if another format has the batch as a whole, and the other way round', async () => {
      const parts = await importers.workspace()
      expect((await parts.take(camtText([dayStatement([batch])]))).counts).toMatchObject({ added: 2 })
      expect((await parts.take(mt940Text([dayStatement([whole])]))).counts).toMatchObject({
        added: 0,
        known: 1,
      })
      const one = await importers.workspace()
      expect((await one.take(mt940Text([dayStatement([whole])]))).counts).toMatchObject({ added: 1 })
      expect((await one.take(camtText([dayStatement([batch])]))).counts).toMatchObject({ added: 0, known: 2 })
      expect((await one.take(camtText([dayStatement([batch])]))).counts).toMatchObject({ added: 0, known: 2 })
    })
  })

  describe('that are pending', () => {
    const pending: TextEntry = { ...coffee, day: null }
    const report = (entries: TextEntry[], id = 'R1') => camtText([dayStatement(entries, { id })], 'camt.052')

    it('become the same transaction when they are booked', async () => {
      const importer = await importers.workspace()
      await importer.take(report([pending, pending]))
      const before = (await importer.exported()).transactions
      expect(before.map(({ status, bookingDate }) => [status, bookingDate])).toEqual([
        ['pending', null],
        ['pending', null],
      ])
      const booked = await importer.take(camtText([dayStatement([coffee, coffee, coffee])]))
      expect(booked.counts).toMatchObject({ added: 1, changed: 2, known: 0 })
      const after = (await importer.exported()).transactions
      expect(after.map(({ status }) => status)).toEqual(['booked', 'booked', 'booked'])
      for (const { id, createdAt, updatedAt } of before) {
        const now = after.find(each => each.id === id)
        expect(now).toMatchObject({ createdAt, bookingDate: '2026-03-02' })
        expect(now && now.updatedAt > updatedAt).toBe(true)
      }
    })

    it('are not duplicated by an older report that arrives late, nor by one that repeats them', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([dayStatement([coffee])]))
      expect((await importer.take(report([pending]))).counts).toMatchObject({ added: 0, known: 1 })
      const repeated = await importers.workspace()
      await repeated.take(report([pending]))
      expect((await repeated.take(report([pending], 'R2'))).counts).toMatchObject({ added: 0, known: 1 })
    })

    it('are recognised by the bank’s reference even if the amount has changed', async () => {
      const importer = await importers.workspace()
      await importer.take(report([{ ...pending, amount: '3.00', reference: 'X9' }]))
      const booked = await importer.take(camtText([dayStatement([{ ...coffee, reference: 'X9' }])]))
      expect(booked.counts).toMatchObject({ added: 0, changed: 1 })
      const [row] = (await importer.exported()).transactions
      expect(row).toMatchObject({ amount: '3.20', status: 'booked' })
    })

    it('are different if the amount is the same but somebody else was paid', async () => {
      const importer = await importers.workspace()
      await importer.take(report([{ ...paidTo('Anna Adler'), day: null }]))
      const other = camtText([dayStatement([paidTo('Berta Brandt')])])
      expect((await importer.take(other)).counts).toMatchObject({
        added: 1,
        changed: 0,
      })
    })
  })
})

/** Equal entries in two statements that share a day: their balances tell whether they are one entry or two. */
import { expect, it } from 'vitest'
import { describeOnBothStores } from '../support/stores.ts'
import { dayStatement, type Importer, useImporter } from './importer.ts'
import { camtText, mt940Text, type TextEntry } from './statementTexts.ts'

const coffee: TextEntry = { amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus' }

const count = async (importer: Importer) => (await importer.exported()).transactions.length

describeOnBothStores('equal entries of a shared day', storeName => {
  const importers = useImporter(storeName)

  it('are two in two consecutive statements of a day', async () => {
    const importer = await importers.workspace()
    const morning = dayStatement([coffee])
    const evening = dayStatement([coffee], { id: 'S2', opening: '96.80' })
    for (const each of [morning, evening, morning, evening]) await importer.take(camtText([each]))
    expect(await count(importer)).toBe(2)
    const reversed = await importers.workspace()
    for (const each of [evening, morning, evening]) await reversed.take(mt940Text([each]))
    expect(await count(reversed)).toBe(2)
  })

  const fare: TextEntry = { amount: '7.00', side: 'debit', day: '2026-03-02', name: 'Bahn' }
  const days = dayStatement([{ ...fare, day: '2026-03-01' }, coffee], {
    from: '2026-03-01',
    opening: '107.00',
  })
  const others = {
    'a part of the day': dayStatement([coffee], { id: 'S3', opening: '89.80' }),
    'the rest of the day and the next one': dayStatement([coffee], {
      id: 'S3',
      opening: '89.80',
      to: '2026-03-03',
    }),
  }
  const between = dayStatement([fare], { id: 'S2', opening: '96.80' })

  it.each(Object.entries(others))(
    'are two on both sides of a missing statement: %s',
    async (_name, after) => {
      for (const order of [
        [days, after, between],
        [after, days, between],
      ]) {
        const importer = await importers.workspace()
        const kinds: string[] = []
        for (const each of [...order, ...order]) {
          const { continuity } = await importer.take(camtText([each]))
          kinds.push(...continuity.map(({ kind }) => kind))
        }
        expect(await count(importer)).toBe(4)
        expect(kinds).toEqual(['gap'])
      }
    },
  )

  it('are two if a statement of one day ends before that of several days begins', async () => {
    const morning = dayStatement([coffee], { id: 'S1' })
    const rest = dayStatement([coffee], { id: 'S3', opening: '89.80', to: '2026-03-03' })
    for (const order of [
      [morning, rest, between],
      [rest, morning, between],
    ]) {
      const importer = await importers.workspace()
      for (const each of order) await importer.take(camtText([each]))
      expect(await count(importer)).toBe(3)
    }
  })

  it('are one if a statement of several days contains another of its last day, whatever the order of its entries', async () => {
    const long = dayStatement([{ ...fare, day: '2026-03-01' }, coffee, fare, { ...coffee, amount: '2.00' }], {
      from: '2026-03-01',
      opening: '107.00',
    })
    const parts = {
      'all of the day': dayStatement(long.entries.slice(1), { id: 'S2' }),
      'its end': dayStatement(long.entries.slice(2), { id: 'S2', opening: '96.80' }),
      'its end, in another order': dayStatement([coffee], { id: 'S2', opening: '91.00' }),
    }
    for (const part of Object.values(parts)) {
      for (const order of [
        [long, part],
        [part, long],
      ]) {
        const importer = await importers.workspace()
        for (const each of order) await importer.take(camtText([each]))
        expect(await count(importer)).toBe(4)
      }
    }
  })

  it('are one if a statement of several days begins before another of its first day', async () => {
    const next = { ...coffee, day: '2026-03-03', amount: '2.00' }
    const long = dayStatement([fare, coffee, next], { to: '2026-03-03' })
    const part = dayStatement([coffee], { id: 'S2', opening: '93.00' })
    for (const order of [
      [long, part],
      [part, long],
    ]) {
      const importer = await importers.workspace()
      for (const each of order) await importer.take(camtText([each]))
      expect(await count(importer)).toBe(3)
    }
  })
})

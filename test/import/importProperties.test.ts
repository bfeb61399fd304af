/** However entries are split into files, ordered and repeated: the same rows, the same balance, the same sums. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnBothStores } from '../support/stores.ts'
import { type Importer, ownIban, useImporter } from './importer.ts'
import {
  camtText,
  closingOf,
  major,
  minor,
  mt940Text,
  type TextEntry,
  type TextStatement,
} from './statementTexts.ts'

const dayOf = (number: number): string => new Date(Date.UTC(2026, 2, 1 + number)).toISOString().slice(0, 10)

/** Few amounts, names and days, so that many entries are equal. */
const anyEntry = fc.record({
  day: fc.integer({ min: 0, max: 5 }),
  amount: fc.constantFrom('10.00', '0.01', '999999999999.99'),
  side: fc.constantFrom('credit' as const, 'debit' as const),
  name: fc.constantFrom('Anna', 'Berta', undefined),
  text: fc.constantFrom('Miete', 'Rate', undefined),
})

interface History {
  entries: TextEntry[]
  /** Where each day starts among them. */
  days: { day: string; first: number; end: number }[]
}

/** The account's history, day by day; only some entries have a bank reference. */
const anyHistory = fc
  .array(fc.tuple(anyEntry, fc.boolean()), { minLength: 1, maxLength: 14 })
  .map((drawn): History => {
    const sorted = drawn.toSorted(([one], [other]) => one.day - other.day)
    const entries = sorted.map(
      ([{ day, name, text, ...entry }, named], index): TextEntry => ({
        ...entry,
        day: dayOf(day),
        ...(name !== undefined && { name }),
        ...(text !== undefined && { text }),
        ...(named && { reference: `REF${index}` }),
      }),
    )
    const days = [...new Set(entries.map(({ day }) => day ?? ''))].map(day => {
      const first = entries.findIndex(entry => entry.day === day)
      return { day, first, end: entries.findLastIndex(entry => entry.day === day) + 1 }
    })
    return { entries, days }
  })

/** Periods of whole days, which may overlap or repeat; together they cover everything. */
const anyPeriods = (days: number) =>
  fc.array(fc.tuple(fc.nat(days - 1), fc.nat(days - 1)), { maxLength: 4 }).chain(extra =>
    fc.array(fc.nat(days - 1), { maxLength: 3 }).chain(cuts => {
      const starts = [...new Set([0, ...cuts])].sort((one, other) => one - other)
      const cover = starts.map((start, index): [number, number] => [start, (starts[index + 1] ?? days) - 1])
      const all = [...cover, ...extra.map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])]
      return fc.shuffledSubarray(all, { minLength: all.length })
    }),
  )

const balanceAfter = (entries: readonly TextEntry[], count: number): string =>
  major(
    entries
      .slice(0, count)
      .reduce((sum, { amount, side }) => sum + (side === 'debit' ? -minor(amount) : minor(amount)), 0n),
  )

function statementOf(
  { entries }: History,
  first: number,
  end: number,
  from: string,
  to: string,
): TextStatement {
  return {
    id: `S${first}-${end}`,
    iban: ownIban,
    opening: balanceAfter(entries, first),
    from,
    to,
    entries: entries.slice(first, end),
  }
}

/** All sums of some of the day's entries, but not of none. */
function sumsOfSome({ entries }: TextStatement, day: string): bigint[] {
  const sums = new Set<bigint>()
  for (const { amount, side } of entries.filter(entry => entry.day === day)) {
    const move = side === 'debit' ? -minor(amount) : minor(amount)
    for (const sum of [0n, ...sums]) sums.add(sum + move)
  }
  return [...sums]
}

/**
 * Whether the balances allow that the two have entries of a shared day in common, although the second comes after the
 * first: some order of the day's entries has one opening balance within the other statement.
 */
function couldOverlap(one: TextStatement, other: TextStatement): boolean {
  if (one.to !== other.from || one.from === other.to) return false
  const [opening, closing, next] = [one.opening, closingOf(one), other.opening].map(minor)
  if (opening === undefined || closing === undefined || next === undefined) return false
  const within = sumsOfSome(one, one.to).some(sum => closing - sum === next)
  return within || (one.from === one.to && sumsOfSome(other, one.to).some(sum => next + sum === opening))
}

async function sumOf(importer: Importer): Promise<bigint> {
  const { transactions } = await importer.exported()
  return transactions.reduce(
    (sum, { amount, side }) => sum + (side === 'debit' ? -minor(amount) : minor(amount)),
    0n,
  )
}

describeOnBothStores('files with the same entries', storeName => {
  const importers = useImporter(storeName)
  const runs = { numRuns: storeName !== 'embedded' ? 10 : 5 }

  it('give the same rows and balance for any split into periods, order and repetition', async () => {
    const cuts = anyHistory.chain(history => fc.tuple(fc.constant(history), anyPeriods(history.days.length)))
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async ([history, periods], swift) => {
        const write = swift ? mt940Text : camtText
        const { days, entries } = history
        const whole = await importers.workspace()
        const [start, last] = [days[0], days.at(-1)]
        await whole.take(write([statementOf(history, 0, entries.length, start?.day ?? '', last?.day ?? '')]))
        const cut = await importers.workspace()
        for (const [first, end] of periods) {
          const [from, to] = [days[first], days[end]]
          if (!from || !to) continue
          const text = write([statementOf(history, from.first, to.end, from.day, to.day)])
          expect((await cut.take(text)).reason).toBeNull()
        }
        expect(await cut.facts()).toEqual(await whole.facts())
        expect(await sumOf(cut)).toBe(minor(balanceAfter(entries, entries.length)))
        expect((await cut.exported()).transactions).toHaveLength(entries.length)
      }),
      runs,
    )
  })

  it('give the same rows for any split between two entries, if balances show the order', async () => {
    const cuts = anyHistory.chain(history =>
      fc.tuple(fc.constant(history), fc.subarray(history.entries.map((_, index) => index + 1)), fc.gen()),
    )
    await fc.assert(
      fc.asyncProperty(cuts, async ([history, ends, gen]) => {
        const { entries } = history
        const borders = [...new Set([0, ...ends, entries.length])]
        const pieces = borders.slice(1).map((end, index) => {
          const first = borders[index] ?? 0
          const [from, to] = [entries[first]?.day ?? '', entries[end - 1]?.day ?? '']
          return statementOf(history, first, end, from, to)
        })
        // Statements with the same opening balance cannot be told apart by balances.
        fc.pre(new Set(pieces.map(({ opening }) => opening)).size === pieces.length)
        fc.pre(
          new Set([...pieces.map(({ opening }) => opening), balanceAfter(entries, entries.length)]).size >
            pieces.length,
        )
        fc.pre(!pieces.some((one, index) => pieces.slice(index + 1).some(other => couldOverlap(one, other))))
        const importer = await importers.workspace()
        const order = gen(fc.shuffledSubarray, [...pieces, ...pieces], { minLength: pieces.length * 2 })
        for (const piece of order) expect((await importer.take(camtText([piece]))).reason).toBeNull()
        expect((await importer.exported()).transactions).toHaveLength(entries.length)
        expect(await sumOf(importer)).toBe(minor(balanceAfter(entries, entries.length)))
      }),
      runs,
    )
  })

  it('restore the previous state when each import is undone, last first', async () => {
    const cuts = anyHistory.chain(history => fc.tuple(fc.constant(history), anyPeriods(history.days.length)))
    await fc.assert(
      fc.asyncProperty(cuts, async ([history, periods]) => {
        const { days } = history
        const importer = await importers.workspace()
        const states: { importId: string; before: unknown }[] = []
        for (const [first, end] of periods) {
          const [from, to] = [days[first], days[end]]
          if (!from || !to) continue
          const before = await importer.exported()
          const text = camtText([statementOf(history, from.first, to.end, from.day, to.day)])
          const { importId } = await importer.take(text)
          if (importId !== null) states.push({ importId, before })
        }
        for (const { importId, before } of states.reverse()) {
          await importer.undo(importId)
          expect(await importer.exported()).toEqual(before)
        }
      }),
      runs,
    )
  })
})

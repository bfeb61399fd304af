/** Rows whose digest was made by older rules, before an upgrade, are recognised by what they say. */
import { expect, test } from 'vitest'
import { Recogniser } from '../../../src/import/entries/identity.ts'
import { factsOf, type Known, slotOf } from '../../../src/import/entries/knownEntries.ts'
import { plainEntry } from '../../../src/import/statements/fields.ts'
import type { Entry } from '../../../src/import/statements/statement.ts'

const entryOf = (given: Partial<Entry> = {}): Entry => ({
  ...plainEntry({ amount: '12.50', currency: 'EUR', side: 'debit', line: 1 }),
  bookingDate: '2026-03-31',
  reference: 'RE 4711 MARCH',
  counterpartyName: 'PAPER MILL',
  ...given,
})

const known = (transactionId: string, entry: Entry, facts: string): Known => ({
  transactionId,
  details: { ...entry },
  pending: false,
  bookingDate: entry.bookingDate,
  valueDate: entry.valueDate,
  createdAt: '2026-04-01T00:00:00.000Z',
  updatedAt: '2026-04-01T00:00:00.000Z',
  slot: slotOf(entry),
  sightedSlots: new Set([slotOf(entry)]),
  sightings: [{ statementId: 'old', format: 'mt940', bankReference: entry.bankReference, facts }],
})

const recognised = (entries: Entry[], rows: Known[]): (string | null)[] => {
  const incoming = entries.map(entry => ({ entry, facts: factsOf(entry) }))
  const matches = new Recogniser('mt940', new Set()).booked(incoming, rows)
  return incoming.map(each => matches.get(each)?.transactionId ?? null)
}

/** As it was read before runs of blanks were folded. */
const unfolded = entryOf({ counterpartyName: 'PAPER    MILL', reference: 'RE 4711    MARCH' })

test('by their details, as many as there are', () => {
  const rows = [known('a', unfolded, '1:digest'), known('b', unfolded, '1:digest')]
  expect(recognised([entryOf(), entryOf(), entryOf()], rows).sort()).toEqual(['a', 'b', null])
})

test('by the reference of the bank', () => {
  const rows = [known('a', { ...unfolded, bankReference: 'REF1' }, '1:digest')]
  expect(recognised([entryOf({ bankReference: 'REF1' })], rows)).toEqual(['a'])
})

test('but not if the bank gave another reference: those are two entries', () => {
  const rows = [known('a', { ...unfolded, bankReference: 'REF1' }, '1:digest')]
  expect(recognised([entryOf({ bankReference: 'REF2' })], rows)).toEqual([null])
  expect(recognised([entryOf()], rows)).toEqual(['a'])
})

test('of several that look the same, with and without references', () => {
  const rows = ['REF1', 'REF2', null].map((bankReference, index) =>
    known(String(index), { ...unfolded, bankReference }, '1:digest'),
  )
  const entries = ['REF3', null, 'REF2', 'REF4'].map(bankReference => entryOf({ bankReference }))
  // REF2 is itself; the row without a reference may be REF3, and the entry without one may be REF1.
  expect(recognised(entries, rows)).toEqual(['2', '0', '1', null])
})

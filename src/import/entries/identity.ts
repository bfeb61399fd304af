/**
 * Which transaction an entry is, of those that are there already. Entries are compared within one account, day, amount,
 * currency and direction, and each transaction is taken by one entry of a statement at most: so k equal entries stay k,
 * and the same ones coming again find themselves. What tells them apart, in this order: within one format the bank's
 * reference, then everything that the entry says; between formats, which write the same thing differently, the bank's
 * reference, and then whatever is most alike and does not contradict.
 */
import { hash } from 'node:crypto'
import { grouped } from '../../domain/grouped.ts'
import { amountKey } from '../../domain/money/decimal.ts'
import { bothSilent, contradict, likeness, type Told } from '../../domain/sameEntry.ts'
import type { SightedTransaction } from '../../store/imports/sightings.ts'
import type { Entry } from '../statements/statement.ts'

export interface Incoming {
  entry: Entry
  /** A digest of what the entry says. */
  facts: string
}

export interface Known {
  transactionId: string
  told: Told
  pending: boolean
  bookingDate: string | null
  valueDate: string | null
  createdAt: string
  updatedAt: string
  slot: string
  /** Where statements have it, which stays so whoever changes the transaction. */
  sightedSlots: Set<string>
  sightings: { statementId: string; format: string; bankReference: string | null; facts: string }[]
}

/** What counts as the same thing said, by which version of these rules. */
const factsVersion = '1:'

export function factsOf(entry: Entry): string {
  const { valueDate, description, reference, counterpartyName, counterpartyIban, endToEndId } = entry
  const said = [valueDate, description, reference, counterpartyName, counterpartyIban, endToEndId]
  return factsVersion + hash('sha1', JSON.stringify(said), 'base64')
}

type Slotted = Pick<Entry, 'amount' | 'currency' | 'bookingDate'> & { side: Entry['side'] | null }

/** Where an entry can be the same as another at all. Pending ones have no day yet. */
export const slotOf = ({ side, currency, amount, bookingDate }: Slotted): string =>
  `${side} ${currency} ${amountKey(amount)} ${bookingDate ?? 'pending'}`

/** One row for each sighting becomes one transaction with all of its sightings. */
export function knownTransactions(rows: readonly SightedTransaction[]): Known[] {
  const byId = new Map<string, Known>()
  for (const row of rows) {
    const { statementId, format, bankReference, facts } = row
    const known = byId.get(row.transactionId) ?? knownOf(row)
    byId.set(row.transactionId, known)
    known.told.endToEndId ??= row.endToEndId
    known.sightings.push({ statementId, format, bankReference, facts })
    known.sightedSlots.add(slotOf({ ...row, amount: row.sightedAmount, bookingDate: row.sightedDay }))
  }
  return [...byId.values()].sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1))
}

const knownOf = (row: SightedTransaction): Known => ({
  transactionId: row.transactionId,
  told: {
    counterpartyName: row.counterpartyName,
    counterpartyIban: row.counterpartyIban,
    reference: row.reference,
    description: row.description,
    endToEndId: row.endToEndId,
  },
  pending: row.status === 'pending',
  bookingDate: row.bookingDate,
  valueDate: row.valueDate,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  slot: slotOf(row),
  sightedSlots: new Set(),
  sightings: [],
})

type Matches = Map<Incoming, Known>

/** For the entries of one statement. */
export class Recogniser {
  readonly #format: string
  /** Statements that cannot share an entry with this one. */
  readonly #disjoint: ReadonlySet<string>
  readonly #claimed = new Set<string>()

  constructor(format: string, disjoint: ReadonlySet<string>) {
    this.#format = format
    this.#disjoint = disjoint
  }

  /** What is taken is taken for the whole statement: a transaction by its id, a batch by its place. */
  claim(key: string): void {
    this.#claimed.add(key)
  }

  hasClaimed(key: string): boolean {
    return this.#claimed.has(key)
  }

  /** Booked entries among booked transactions. */
  booked(entries: readonly Incoming[], known: readonly Known[]): Matches {
    const matches: Matches = new Map()
    const placed = known.flatMap(each => [...each.sightedSlots].map(slot => ({ slot, each })))
    const bySlot = grouped(placed, ({ slot }) => slot)
    for (const [slot, group] of grouped(entries, ({ entry }) => slotOf(entry))) {
      const candidates = (bySlot.get(slot) ?? []).map(({ each }) => each).filter(each => this.#isFree(each))
      if (candidates.length > 0) this.#matchSlot(group, candidates, matches)
    }
    return matches
  }

  #matchSlot(entries: Incoming[], candidates: Known[], matches: Matches): void {
    const [own, foreign] = this.#byFormat(candidates)
    this.#pair(entries, own, matches, ownReference(this.#format))
    this.#pair(entries, own, matches, ownFacts(this.#format))
    this.#pair(entries, foreign, matches, anyReference)
    this.#pairByLikeness(entries, foreign, matches, doNotContradict)
  }

  /** Takes candidates by a key that both sides have; of equal ones, the first that is free. */
  #pair(entries: Incoming[], candidates: Known[], matches: Matches, keys: Keys): void {
    const named = candidates.flatMap(candidate => keys.ofKnown(candidate).map(key => ({ key, candidate })))
    const byKey = grouped(named, ({ key }) => key)
    for (const incoming of entries) {
      const key = matches.has(incoming) ? null : keys.ofIncoming(incoming)
      const group = key === null ? undefined : byKey.get(key)
      if (!group) continue
      // Thousands may be equal: those at the front that are taken stay taken, and need not be looked at again.
      const free = group.findIndex(({ candidate }) => this.#isFree(candidate))
      group.splice(0, free === -1 ? group.length : free)
      const found = group.find(({ candidate }) => this.#isFree(candidate) && keys.allow(incoming, candidate))
      if (found) this.#take(incoming, found.candidate, matches)
    }
  }

  /** Of all pairs that may be, the most alike first. Thousands may be told alike, and are compared as one. */
  #pairByLikeness(
    entries: readonly Incoming[],
    candidates: readonly Known[],
    matches: Matches,
    mayBe: (incoming: Incoming, candidate: Known) => boolean,
  ): void {
    const open = entries.filter(incoming => !matches.has(incoming))
    const free = candidates.filter(candidate => this.#isFree(candidate))
    const kinds = alike(free, ({ told, ...known }) => tellingKey({ ...known, ...told }))
    const pairs = alike(open, ({ entry }) => tellingKey({ ...entry, slot: slotOf(entry) }))
      .flatMap(incoming =>
        kinds
          .filter(kind => mayBe(incoming.first, kind.first))
          .map(kind => ({ incoming, kind, points: likeness(incoming.first.entry, kind.first.told) })),
      )
      .sort((one, other) => other.points - one.points)
    for (const { incoming, kind } of pairs) {
      while (incoming.left.length > 0 && kind.left.length > 0) {
        const [taker, taken] = [incoming.left.shift(), kind.left.shift()]
        if (taker && taken) this.#take(taker, taken, matches)
      }
    }
  }

  /**
   * Entries of which one side is still pending. The bank may have changed everything but its reference; without one,
   * the amount is the same, the days are near, and something that both say is alike.
   */
  withPending(entries: readonly Incoming[], known: readonly Known[], day: ReportDay): Matches {
    const matches: Matches = new Map()
    const candidates = known.filter(each => this.#isFree(each))
    this.#pair([...entries], candidates, matches, anyReference)
    const mayBe = (incoming: Incoming, candidate: Known) => isPendingLike(incoming, candidate, day)
    this.#pairByLikeness(entries, candidates, matches, mayBe)
    return matches
  }

  #take(incoming: Incoming, candidate: Known, matches: Matches): void {
    matches.set(incoming, candidate)
    this.claim(candidate.transactionId)
  }

  #isFree({ transactionId, sightings }: Known): boolean {
    return (
      !this.hasClaimed(transactionId) && !sightings.some(({ statementId }) => this.#disjoint.has(statementId))
    )
  }

  /** Those that a statement of this format has told before, and the others. */
  #byFormat(candidates: Known[]): [own: Known[], foreign: Known[]] {
    const isOwn = ({ sightings }: Known) =>
      sightings.some(({ format, facts }) => format === this.#format && facts.startsWith(factsVersion))
    return [candidates.filter(isOwn), candidates.filter(each => !isOwn(each))]
  }
}

/** Those that are told in the same words, as one of them and all of them. */
function alike<Item>(items: readonly Item[], keyOf: (item: Item) => string): { first: Item; left: Item[] }[] {
  return [...grouped(items, keyOf).values()].flatMap(left => (left[0] ? [{ first: left[0], left }] : []))
}

type Telling = Told & Pick<Known, 'slot' | 'bookingDate' | 'valueDate'>

const tellingKey = (telling: Telling): string =>
  JSON.stringify([
    telling.slot,
    telling.bookingDate,
    telling.valueDate,
    telling.counterpartyName,
    telling.counterpartyIban,
    telling.reference,
    telling.description,
    telling.endToEndId,
  ])

interface Keys {
  ofIncoming(incoming: Incoming): string | null
  ofKnown(known: Known): string[]
  allow(incoming: Incoming, known: Known): boolean
}

const always = () => true
const doNotContradict = ({ entry }: Incoming, { told }: Known): boolean => !contradict(entry, told)
const given = (text: string | null): string[] => (text === null ? [] : [text])

const anyReference: Keys = {
  ofIncoming: ({ entry }) => entry.bankReference,
  ofKnown: ({ sightings }) => [...new Set(sightings.flatMap(each => given(each.bankReference)))],
  allow: always,
}

const ownReference = (format: string): Keys => ({
  ...anyReference,
  ofKnown: ({ sightings }) =>
    sightings.filter(each => each.format === format).flatMap(each => given(each.bankReference)),
})

/** Two references that differ are of two entries, however equal the rest. */
const ownFacts = (format: string): Keys => ({
  ofIncoming: ({ facts }) => facts,
  ofKnown: ({ sightings }) => sightings.filter(each => each.format === format).map(({ facts }) => facts),
  allow: ({ entry: { bankReference } }, { sightings }) =>
    bankReference === null ||
    !sightings.some(
      each => each.format === format && each.bankReference !== null && each.bankReference !== bankReference,
    ),
})

/** A pending entry is booked a few days before or some weeks after the day that it names. */
export const daysBeforePending = 5
export const daysAfterPending = 45

/** The last day that a statement or report is of, or a day to take for it where it does not say. */
export interface ReportDay {
  said: string | null
  taken: string
}

function isPendingLike({ entry }: Incoming, known: Known, { said, taken }: ReportDay): boolean {
  const sameMoney = withoutDay(slotOf(entry)) === withoutDay(known.slot)
  if (!sameMoney || contradict(entry, known.told)) return false
  if (likeness(entry, known.told) === 0 && !bothSilent(entry, known.told)) return false
  if (entry.status === 'pending' && known.pending) return true
  const pendingDay = (known.pending ? known.valueDate : entry.valueDate) ?? taken
  const bookedDay = (known.pending ? entry.bookingDate : known.bookingDate) ?? taken
  // What was booked before a report was made is not pending in it: the same again, such as the coffee of the next day.
  if (!known.pending && said !== null && bookedDay < said) return false
  const days = dayNumber(bookedDay) - dayNumber(pendingDay)
  return days >= -daysBeforePending && days <= daysAfterPending
}

const withoutDay = (slot: string): string => slot.slice(0, slot.lastIndexOf(' '))

const dayMs = 86_400_000
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

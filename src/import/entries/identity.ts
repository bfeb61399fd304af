/**
 * Decides which stored transaction an entry is, if any. Entries are compared within one account, day,
 * amount, currency and direction, and each transaction is claimed by at most one entry of a statement. So k
 * equal entries stay k, and importing them again finds the same ones. They are distinguished, in this order:
 * within one format, by the bank's reference and then by all the entry's details; between formats, which
 * write the same details differently, by the bank's reference and then by similarity, if nothing
 * contradicts.
 */
import { hash } from 'node:crypto'
import { grouped, parted } from '../../domain/grouped.ts'
import { amountKey } from '../../domain/money/decimal.ts'
import { bothWithoutDetails, contradict, type EntryDetails, likeness } from '../../domain/sameEntry.ts'
import type { SightedTransaction } from '../../store/imports/sightings.ts'
import type { Entry } from '../statements/statement.ts'

export interface Incoming {
  entry: Entry
  /** A digest of the entry's details. */
  facts: string
}

export interface Known {
  transactionId: string
  details: EntryDetails
  pending: boolean
  bookingDate: string | null
  valueDate: string | null
  createdAt: string
  updatedAt: string
  slot: string
  /** The slots it has in statements, which stay the same even if someone edits the transaction. */
  sightedSlots: Set<string>
  sightings: { statementId: string; format: string; bankReference: string | null; facts: string }[]
}

/** Version of the rules for what counts as the same details. */
const factsVersion = '2:'

export function factsOf(entry: Entry): string {
  const { valueDate, description, reference, counterpartyName, counterpartyIban, endToEndId } = entry
  const details = [valueDate, description, reference, counterpartyName, counterpartyIban, endToEndId]
  return factsVersion + hash('sha1', JSON.stringify(details), 'base64')
}

type Slotted = Pick<Entry, 'amount' | 'currency' | 'bookingDate'> & { side: Entry['side'] | null }

/** Only entries in the same slot can be the same. Pending ones have no day yet. */
export const slotOf = ({ side, currency, amount, bookingDate }: Slotted): string =>
  `${side} ${currency} ${amountKey(amount)} ${bookingDate ?? 'pending'}`

/** Turns one row per sighting into one transaction with all its sightings. */
export function knownTransactions(rows: readonly SightedTransaction[]): Known[] {
  const byId = new Map<string, Known>()
  for (const row of rows) {
    const { statementId, format, bankReference, facts } = row
    const known = byId.get(row.transactionId) ?? knownOf(row)
    byId.set(row.transactionId, known)
    known.details.endToEndId ??= row.endToEndId
    known.sightings.push({ statementId, format, bankReference, facts })
    known.sightedSlots.add(slotOf({ ...row, amount: row.sightedAmount, bookingDate: row.sightedDay }))
  }
  return [...byId.values()].sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1))
}

const knownOf = (row: SightedTransaction): Known => ({
  transactionId: row.transactionId,
  details: {
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

/** Recognises the entries of one statement. */
export class Recogniser {
  readonly #format: string
  /** Statements that cannot share an entry with this one. */
  readonly #disjoint: ReadonlySet<string>
  readonly #claimed = new Set<string>()

  constructor(format: string, disjoint: ReadonlySet<string>) {
    this.#format = format
    this.#disjoint = disjoint
  }

  /** Claims are for the whole statement: transactions and batches are claimed by id. */
  claim(key: string): void {
    this.#claimed.add(key)
  }

  hasClaimed(key: string): boolean {
    return this.#claimed.has(key)
  }

  /** Matches booked entries with booked transactions. */
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
    // A row of this format is among the others if its digest was made by older rules. Its reference still tells
    // it from entries with another one.
    const unnamed = foreign.filter(({ sightings }) => !sightings.some(each => this.#isNamed(each)))
    if (unnamed.length < foreign.length) {
      const [named, others] = parted(entries, ({ entry }) => entry.bankReference !== null)
      this.#pairByLikeness(named, unnamed, matches, doNotContradict)
      this.#pairByLikeness(others, foreign, matches, doNotContradict)
    } else this.#pairByLikeness(entries, foreign, matches, doNotContradict)
  }

  /** Pairs entries with candidates by a key both have; among equal candidates, the first free one. */
  #pair(entries: Incoming[], candidates: Known[], matches: Matches, keys: Keys): void {
    const named = candidates.flatMap(candidate => keys.ofKnown(candidate).map(key => ({ key, candidate })))
    const byKey = grouped(named, ({ key }) => key)
    for (const incoming of entries) {
      const key = matches.has(incoming) ? null : keys.ofIncoming(incoming)
      const group = key === null ? undefined : byKey.get(key)
      if (!group) continue
      // Thousands may be equal. Claimed ones at the front stay claimed, so they are dropped for good.
      const free = group.findIndex(({ candidate }) => this.#isFree(candidate))
      group.splice(0, free === -1 ? group.length : free)
      const found = group.find(({ candidate }) => this.#isFree(candidate) && keys.allow(incoming, candidate))
      if (found) this.#take(incoming, found.candidate, matches)
    }
  }

  /** Pairs the most similar first. Thousands may have the same details, so equal ones are compared as a group. */
  #pairByLikeness(
    entries: readonly Incoming[],
    candidates: readonly Known[],
    matches: Matches,
    mayBe: (incoming: Incoming, candidate: Known) => boolean,
  ): void {
    const open = entries.filter(incoming => !matches.has(incoming))
    const free = candidates.filter(candidate => this.#isFree(candidate))
    const kinds = alike(free, ({ details, ...known }) => detailsKey({ ...known, ...details }))
    const pairs = alike(open, ({ entry }) => detailsKey({ ...entry, slot: slotOf(entry) }))
      .flatMap(incoming =>
        kinds
          .filter(kind => mayBe(incoming.first, kind.first))
          .map(kind => ({ incoming, kind, points: likeness(incoming.first.entry, kind.first.details) })),
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
   * Matches entries where one of the two is still pending. The bank may have changed everything except its
   * reference. Without a reference, the amount must be equal, the days close, and some details alike.
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

  #isNamed({ format, bankReference }: Known['sightings'][number]): boolean {
    return format === this.#format && bankReference !== null
  }

  /** Splits candidates into those that a statement of this format has reported before, and the others. */
  #byFormat(candidates: Known[]): [own: Known[], foreign: Known[]] {
    const isOwn = ({ sightings }: Known) =>
      sightings.some(({ format, facts }) => format === this.#format && facts.startsWith(factsVersion))
    return parted(candidates, isOwn)
  }
}

/** Groups items with the same details: one to compare, and all that are left. */
function alike<Item>(items: readonly Item[], keyOf: (item: Item) => string): { first: Item; left: Item[] }[] {
  return [...grouped(items, keyOf).values()].flatMap(left => (left[0] ? [{ first: left[0], left }] : []))
}

type SlottedDetails = EntryDetails & Pick<Known, 'slot' | 'bookingDate' | 'valueDate'>

const detailsKey = (details: SlottedDetails): string =>
  JSON.stringify([
    details.slot,
    details.bookingDate,
    details.valueDate,
    details.counterpartyName,
    details.counterpartyIban,
    details.reference,
    details.description,
    details.endToEndId,
  ])

interface Keys {
  ofIncoming(incoming: Incoming): string | null
  ofKnown(known: Known): string[]
  allow(incoming: Incoming, known: Known): boolean
}

const always = () => true
const doNotContradict = ({ entry }: Incoming, { details }: Known): boolean => !contradict(entry, details)
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

/** Two entries with different references are different, even if everything else is equal. */
const ownFacts = (format: string): Keys => ({
  ofIncoming: ({ facts }) => facts,
  ofKnown: ({ sightings }) => sightings.filter(each => each.format === format).map(({ facts }) => facts),
  allow: ({ entry: { bankReference } }, { sightings }) =>
    bankReference === null ||
    !sightings.some(
      each => each.format === format && each.bankReference !== null && each.bankReference !== bankReference,
    ),
})

/** A pending entry is booked from a few days before to some weeks after its date. */
export const daysBeforePending = 5
export const daysAfterPending = 45

/** The last day of a statement or report, and the day to assume if it has none. */
export interface ReportDay {
  said: string | null
  taken: string
}

function isPendingLike({ entry }: Incoming, known: Known, { said, taken }: ReportDay): boolean {
  const sameMoney = withoutDay(slotOf(entry)) === withoutDay(known.slot)
  if (!sameMoney || contradict(entry, known.details)) return false
  if (likeness(entry, known.details) === 0 && !bothWithoutDetails(entry, known.details)) return false
  if (entry.status === 'pending' && known.pending) return true
  const pendingDay = (known.pending ? known.valueDate : entry.valueDate) ?? taken
  const bookedDay = (known.pending ? entry.bookingDate : known.bookingDate) ?? taken
  // An entry booked before the report was made is not pending in it. It is a similar one, such as the next
  // day's coffee.
  if (!known.pending && said !== null && bookedDay < said) return false
  const days = dayNumber(bookedDay) - dayNumber(pendingDay)
  return days >= -daysBeforePending && days <= daysAfterPending
}

const withoutDay = (slot: string): string => slot.slice(0, slot.lastIndexOf(' '))

const dayMs = 86_400_000
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

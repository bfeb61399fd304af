/**
 * Decides which stored transaction an entry is, if any. Entries are compared within one account, day,
 * amount, currency and direction, and each transaction is claimed by at most one entry of a statement. So k
 * equal entries stay k, and importing them again finds the same ones. They are distinguished, in this order:
 * within one format, by the bank's reference and then by all the entry's details; between formats, which
 * write the same details differently, by the bank's reference and then by similarity, if nothing
 * contradicts.
 */
import { grouped, parted } from '../../domain/grouped.ts'
import { contradict, type EntryDetails, likeness } from '../../domain/sameEntry.ts'
import { factsVersion, type Incoming, type Known, slotOf } from './knownEntries.ts'
import { isPendingLike, isSamePayment, isTellingId, type ReportDay } from './pendingEntries.ts'

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
    if (known.length === 0) return matches
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
    this.#pairByEndToEndId(entries, candidates, matches, day)
    return matches
  }

  /**
   * The same end-to-end id with another amount. Ids that several of them have, as of a standing order, prove nothing.
   */
  #pairByEndToEndId(
    entries: readonly Incoming[],
    candidates: Known[],
    matches: Matches,
    day: ReportDay,
  ): void {
    const free = candidates.filter(each => this.#isFree(each))
    const knownBy = grouped(free, ({ details }) => details.endToEndId ?? '')
    const open = entries.filter(each => !matches.has(each) && isTellingId(each.entry.endToEndId))
    for (const [id, [incoming, another]] of grouped(open, ({ entry }) => entry.endToEndId ?? '')) {
      const [known, other] = knownBy.get(id) ?? []
      if (!incoming || !known || another || other) continue
      if (isSamePayment(incoming, known, day)) this.#take(incoming, known, matches)
    }
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

/** Looks up which entries of a statement are already stored, a few thousand at a time. */
import { amountKey } from '../../domain/money/decimal.ts'
import type { Connection } from '../../store/engine/door.ts'
import { batchesOnDays, type KnownBatch } from '../../store/imports/batches.ts'
import {
  sightedNearDays,
  sightedOnDays,
  sightedPending,
  sightedWithIds,
} from '../../store/imports/sightings.ts'
import type { Entry } from '../statements/statement.ts'
import type { Recogniser } from './identity.ts'
import { type Incoming, type Known, knownTransactions, slotOf } from './knownEntries.ts'
import {
  dayPlus,
  daysAfterPending,
  daysBeforePending,
  isTellingId,
  type ReportDay,
} from './pendingEntries.ts'

/** Whether an entry could match anything. */
export const mayKnow = ({ sightings, pending, batches }: AccountHas): boolean =>
  sightings || pending || batches

/** What the account has at all. Lookups that cannot find anything are skipped. */
export interface AccountHas {
  sightings: boolean
  pending: boolean
  batches: boolean
}

export interface Place {
  connection: Connection
  workspaceId: string
  accountId: string
  statementId: string
  /** Imported for the first time, so its own sightings need not be looked up. */
  isNew: boolean
  format: string
  day: ReportDay
  has: AccountHas
}

export interface Recognised {
  fresh: Incoming[]
  /** Already stored and unchanged. */
  known: { incoming: Incoming; known: Known }[]
  /** Stored as pending, and now updated. */
  changed: { incoming: Incoming; known: Known }[]
  /** Stored as part of a batch, or as a single amount for the whole batch. */
  merged: number
}

export async function recogniseEntries(
  place: Place,
  recogniser: Recogniser,
  incoming: readonly Incoming[],
): Promise<Recognised> {
  if (!mayKnow(place.has)) return { fresh: [...incoming], known: [], changed: [], merged: 0 }
  const booked = incoming.filter(({ entry }) => entry.status === 'booked')
  const pending = incoming.filter(({ entry }) => entry.status === 'pending')
  const result: Recognised = { fresh: [], known: [], changed: [], merged: 0 }
  const rest = await recogniseBooked(place, recogniser, booked, result)
  const stillNew = await recogniseAsPending(place, recogniser, rest, result)
  const newPending = await recognisePending(place, recogniser, pending, result)
  const left = new Set([...stillNew, ...newPending])
  result.fresh = incoming.filter(each => left.has(each))
  return result
}

async function recogniseBooked(
  place: Place,
  recogniser: Recogniser,
  booked: readonly Incoming[],
  result: Recognised,
): Promise<Incoming[]> {
  const wholes = wholeBatches(booked)
  const known = place.has.sightings
    ? knownTransactions(await lookUpDays(place, [...booked, ...wholes.keys()]))
    : []
  const matches = recogniser.booked(booked, known)
  for (const [each, found] of matches) result.known.push({ incoming: each, known: found })

  // A batch may be stored as a single amount, from a file that does not break it up.
  const unknown = [...wholes].filter(([, parts]) => !parts.some(part => matches.has(part)))
  const asOne = recogniser.booked(
    unknown.map(([whole]) => whole),
    known,
  )
  const merged = new Set<Incoming>()
  for (const [whole, found] of asOne) {
    const parts = wholes.get(whole) ?? []
    for (const part of parts) merged.add(part)
    result.known.push({ incoming: whole, known: found })
    result.merged += parts.length - 1
  }
  const rest = booked.filter(each => !matches.has(each) && !merged.has(each))
  return place.has.batches ? await withoutBatched(place, recogniser, rest, result) : rest
}

function lookUpDays(place: Place, entries: readonly Incoming[]) {
  const { connection, workspaceId, accountId, statementId, isNew } = place
  return sightedOnDays(connection, workspaceId, accountId, amountsAndDays(entries), isNew ? statementId : '')
}

/** Each amount and day once, even if many entries share them. */
function amountsAndDays(entries: readonly Incoming[], dayOf = ({ bookingDate }: Entry) => bookingDate) {
  const distinct = new Map<string, { amount: string; day: string }>()
  for (const { entry } of entries) {
    const day = dayOf(entry)
    if (day !== null) distinct.set(`${amountKey(entry.amount)} ${day}`, { amount: entry.amount, day })
  }
  const each = [...distinct.values()]
  return { amounts: each.map(({ amount }) => amount), days: each.map(({ day }) => day) }
}

/** Batches that the file breaks into parts, each as the single entry it is on the account. */
export function wholeBatches(entries: readonly Incoming[]): Map<Incoming, Incoming[]> {
  const wholes = new Map<Incoming, Incoming[]>()
  let parts: Incoming[] = []
  for (const incoming of entries) {
    const { batch } = incoming.entry
    if (batch === null) continue
    if (batch.part === 1) parts = []
    parts.push(incoming)
    if (batch.part === batch.parts && parts.length === batch.parts) wholes.set(wholeOf(incoming), parts)
  }
  return wholes
}

function wholeOf({ entry }: Incoming): Incoming {
  const { batch } = entry
  const whole: Entry = {
    ...entry,
    amount: batch?.total ?? entry.amount,
    side: batch?.totalSide ?? entry.side,
    bankReference: batch?.reference ?? null,
    description: null,
    reference: null,
    counterpartyName: null,
    counterpartyIban: null,
    endToEndId: null,
    batch: null,
  }
  return { entry: whole, facts: 'batch' }
}

/** Drops entries that another file has broken into transactions, which are stored already. */
async function withoutBatched(
  { connection, workspaceId, accountId, format }: Place,
  recogniser: Recogniser,
  entries: Incoming[],
  result: Recognised,
): Promise<Incoming[]> {
  const single = entries.filter(({ entry }) => entry.batch === null)
  const found = await batchesOnDays(connection, workspaceId, accountId, amountsAndDays(single))
  const isOne = ({ entry }: Incoming, batch: KnownBatch): boolean =>
    slotOf(entry) === slotOf({ ...batch, bookingDate: batch.day }) &&
    // Files of one format break up batches by the same rule, so within a format only the reference identifies
    // one.
    (batch.format !== format || (batch.bankReference ?? '?') === entry.bankReference)
  return entries.filter(each => {
    if (each.entry.batch !== null) return true
    const batch = found.find(candidate => !recogniser.hasClaimed(candidate.id) && isOne(each, candidate))
    if (!batch) return true
    recogniser.claim(batch.id)
    result.merged += 1
    return false
  })
}

/** Matches booked entries with transactions that were pending until now. */
async function recogniseAsPending(
  place: Place,
  recogniser: Recogniser,
  entries: Incoming[],
  result: Recognised,
): Promise<Incoming[]> {
  if (!place.has.pending || entries.length === 0) return entries
  const { connection, workspaceId, accountId } = place
  const rows = await sightedPending(
    connection,
    workspaceId,
    accountId,
    amountsOf(entries),
    referencesOf(entries),
    endToEndIdsOf(entries),
  )
  const matches = recogniser.withPending(entries, knownTransactions(rows), place.day)
  for (const [incoming, known] of matches) result.changed.push({ incoming, known })
  return entries.filter(each => !matches.has(each))
}

/** Pending entries may be stored as pending, or as booked already if an older report is imported late. */
async function recognisePending(
  place: Place,
  recogniser: Recogniser,
  entries: Incoming[],
  result: Recognised,
): Promise<Incoming[]> {
  if (!place.has.sightings || entries.length === 0) return entries
  const { connection, workspaceId, accountId } = place
  const references = referencesOf(entries)
  const ids = endToEndIdsOf(entries)
  const windows = windowsOf(entries, place.day)
  const rows = [
    ...(await sightedPending(connection, workspaceId, accountId, amountsOf(entries), references, ids)),
    ...(await sightedNearDays(connection, workspaceId, accountId, windows, references, ids)),
  ]
  const matches = recogniser.withPending(entries, knownTransactions(rows), place.day)
  for (const [incoming, known] of await bookedBefore(place, recogniser, entries, matches)) {
    matches.set(incoming, known)
  }
  for (const [incoming, known] of matches) {
    // While it is pending, only a different amount is an update, and only in a report that has not reported
    // it before.
    const isReported = known.sightings.some(({ statementId }) => statementId === place.statementId)
    const isUpdate = known.pending && !isReported && slotOf(incoming.entry) !== known.slot
    const list = isUpdate ? result.changed : result.known
    list.push({ incoming, known })
  }
  return entries.filter(each => !matches.has(each))
}

/** Finds entries that are booked already with another amount, by their end-to-end id, among the newest of their days. */
async function bookedBefore(
  place: Place,
  recogniser: Recogniser,
  entries: readonly Incoming[],
  matches: ReadonlyMap<Incoming, Known>,
): Promise<Map<Incoming, Known>> {
  const left = entries.filter(each => !matches.has(each) && isTellingId(each.entry.endToEndId))
  if (left.length === 0) return new Map()
  const { connection, workspaceId, accountId } = place
  const { from, to } = windowsOf(left, place.day)
  const [first = '', last = ''] = [from.sort()[0], to.sort().at(-1)]
  const ids = endToEndIdsOf(left)
  const rows = await sightedWithIds(connection, workspaceId, accountId, { first, last, ids })
  return recogniser.withPending(left, knownTransactions(rows), place.day)
}

/** The days within which pending entries may be booked. */
function windowsOf(entries: readonly Incoming[], { taken }: ReportDay) {
  const { amounts, days } = amountsAndDays(entries, ({ valueDate }) => valueDate ?? taken)
  return {
    amounts,
    from: days.map(day => dayPlus(day, -daysBeforePending)),
    to: days.map(day => dayPlus(day, daysAfterPending)),
  }
}

const amountsOf = (entries: readonly Incoming[]): string[] => [
  ...new Set(entries.map(({ entry }) => amountKey(entry.amount))),
]

const endToEndIdsOf = (entries: readonly Incoming[]): string[] => [
  ...new Set(entries.flatMap(({ entry: { endToEndId: id } }) => (id !== null && isTellingId(id) ? id : []))),
]

const referencesOf = (entries: readonly Incoming[]): string[] => [
  ...new Set(entries.flatMap(({ entry }) => entry.bankReference ?? [])),
]

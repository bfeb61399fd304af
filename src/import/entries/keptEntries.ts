/** What is stored about a statement's entries besides their transactions: the sightings and the batches. */
import { hash } from 'node:crypto'
import { newId } from '../../domain/ids.ts'
import { isPositive, sumOf } from '../../domain/money/decimal.ts'
import type { Batch } from '../../store/imports/batches.ts'
import type { Charge } from '../../store/imports/charges.ts'
import type { Sighting } from '../../store/imports/sightings.ts'
import type { Entry } from '../statements/statement.ts'
import type { Incoming } from './knownEntries.ts'
import { wholeBatches } from './recogniseEntries.ts'

/** PostgreSQL limits the size of an index row, so long references are not indexed as they are. */
export const referenceLengthMax = 200

const isShort = (reference: string | null | undefined): boolean =>
  (reference?.length ?? 0) <= referenceLengthMax

/** A longer reference is replaced by its digest, which is just as unique. */
const kept = (reference: string | null): string | null =>
  isShort(reference) ? reference : hash('sha256', reference ?? '', 'hex')

/** Replaces long references as the store does, so that an entry that is imported again compares equal. */
export function withKeptReferences(entry: Entry): Entry {
  const { bankReference, endToEndId, batch } = entry
  if (isShort(bankReference) && isShort(endToEndId) && isShort(batch?.reference)) return entry
  return {
    ...entry,
    bankReference: kept(bankReference),
    endToEndId: kept(endToEndId),
    batch: batch && { ...batch, reference: kept(batch.reference) },
  }
}

export interface KeptIn {
  statementId: string
  importId: string
  accountId: string
  nowMs: number
}

export function sightingOf(
  { statementId, accountId }: KeptIn,
  { entry, facts }: Incoming,
  transactionId: string,
): Sighting {
  const { amount, bookingDate: day, bankReference, endToEndId } = entry
  return { statementId, transactionId, accountId, amount, day, bankReference, endToEndId, facts }
}

/** The charges in the entry's amount, as one sum; null if it has none in its own currency. */
export function chargeOf(
  { statementId }: KeptIn,
  { entry: { charges, currency, side } }: Incoming,
  transactionId: string,
): Charge | null {
  const own = charges.filter(each => each.currency === currency)
  if (own.length === 0) return null
  const amount = sumOf(own.map(each => (each.side === side ? each.amount : `-${each.amount}`)))
  return isPositive(amount) ? { transactionId, statementId, amount } : null
}

/** Only batches with at least one new part; the others are stored already. */
export function newBatches(
  { statementId, importId, accountId, nowMs }: KeptIn,
  incoming: readonly Incoming[],
  fresh: readonly Incoming[],
): Batch[] {
  const batches = wholeBatches(incoming)
  if (batches.size === 0) return []
  const isFresh = new Set(fresh)
  const wholes = [...batches].filter(([, parts]) => parts.some(part => isFresh.has(part)))
  return wholes.map(([{ entry }, parts]) => ({
    id: newId('bat', nowMs),
    statementId,
    importId,
    accountId,
    amount: entry.amount,
    side: entry.side,
    currency: entry.currency,
    day: entry.bookingDate,
    bankReference: entry.bankReference,
    parts: parts.length,
  }))
}

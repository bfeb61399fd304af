/** Incoming entries and stored transactions, in the form in which they are compared. */
import { hash } from 'node:crypto'
import { amountKey } from '../../domain/money/decimal.ts'
import type { EntryDetails } from '../../domain/sameEntry.ts'
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
export const factsVersion = '2:'

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

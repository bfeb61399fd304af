/** The row that an entry becomes. */
import { textLengthMax } from '../contract/primitives.ts'
import type { TransactionRow } from '../store/imports.ts'
import type { Entry } from './statements/statement.ts'

export interface RowPlace {
  id: string
  companyId: string
  accountId: string
  stamp: string
  categoryId: string | null
}

export function transactionOf(entry: Entry, place: RowPlace): TransactionRow {
  const { id, companyId, accountId, stamp, categoryId } = place
  return {
    id,
    companyId,
    accountId,
    ...factsOfRow(entry),
    merchantName: null,
    categoryId,
    createdAt: stamp,
    updatedAt: stamp,
  }
}

/** What the bank says of it, which a later entry may say anew. */
export function factsOfRow(entry: Entry) {
  return {
    amount: entry.amount,
    currency: entry.currency,
    side: entry.side,
    status: entry.status,
    type: entry.type,
    description: fitting(entry.description),
    reference: fitting(entry.reference),
    counterpartyName: fitting(entry.counterpartyName),
    counterpartyIban: entry.counterpartyIban,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
  }
}

/** The fields of an entry whose text is longer than a row may hold, or has what no row can. */
export function unfittingFields(entry: Entry): string[] {
  const { description, reference, counterpartyName } = entry
  return Object.entries({ description, reference, counterpartyName })
    .filter(([, text]) => text !== null && !fits(text))
    .map(([name]) => name)
}

function fits(text: string): boolean {
  if (text.includes('\0') || !text.isWellFormed()) return false
  return text.length <= textLengthMax || [...text].length <= textLengthMax
}

export function fitting(text: string | null): string | null {
  if (text === null || fits(text)) return text
  return [...text.toWellFormed().replaceAll('\0', ' ')].slice(0, textLengthMax).join('')
}

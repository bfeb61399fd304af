/** The transaction row for a new entry. */
import { blank } from '../../contract/blank.ts'
import { textLengthMax } from '../../contract/primitives.ts'
import { transaction } from '../../contract/transactions.ts'
import type { TransactionRow } from '../../store/imports/imports.ts'
import type { Entry } from '../statements/statement.ts'

export interface RowPlace {
  id: string
  companyId: string
  accountId: string
  stamp: string
  categoryId: string | null
}

const { category: _, ...blankRow } = blank(transaction)

/**
 * A row with nulls. V8 takes four times as long for `{ ...blankRow, id }`, because the fields of all rows made before have
 * had other kinds of values.
 */
class BlankRow {
  constructor() {
    Object.assign(this, blankRow)
  }
}

export function transactionOf(entry: Entry, place: RowPlace): TransactionRow {
  const { id, companyId, accountId, stamp, categoryId } = place
  const given = { id, companyId, accountId, categoryId, createdAt: stamp, updatedAt: stamp }
  return Object.assign(new BlankRow() as typeof blankRow, factsOfRow(entry), given)
}

/** The fields the bank reports, which a later entry may update. */
export function factsOfRow(entry: Entry) {
  return {
    amount: entry.amount,
    currency: entry.currency,
    side: entry.side,
    status: entry.status,
    type: entry.type,
    description: entry.description,
    reference: entry.reference,
    counterpartyName: entry.counterpartyName,
    counterpartyIban: entry.counterpartyIban,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
  }
}

/** Whether each text is short enough to store and has no characters that cannot be stored. */
export const fitsRow = ({ description, reference, counterpartyName }: Entry): boolean =>
  fits(description) && fits(reference) && fits(counterpartyName)

/** One look is faster than two, and nearly no text has any of these. */
const unstorable = /[\0\ud800-\udfff]/

function fits(text: string | null): boolean {
  if (text === null) return true
  if (unstorable.test(text) && (text.includes('\0') || !text.isWellFormed())) return false
  return text.length <= textLengthMax || [...text].length <= textLengthMax
}

/** The same entry with its texts cut to length and unstorable characters removed. */
export const fittedToRow = (entry: Entry): Entry => ({
  ...entry,
  description: fitted(entry.description),
  reference: fitted(entry.reference),
  counterpartyName: fitted(entry.counterpartyName),
})

export const fitted = (text: string | null): string | null =>
  fits(text) ? text : [...(text ?? '').toWellFormed().replaceAll('\0', ' ')].slice(0, textLengthMax).join('')

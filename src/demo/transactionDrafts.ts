/**
 * A draft of a transaction: amounts in minor units, day numbers, accounts and categories by their short
 * keys, and no ids or timestamps yet. Those are added once all drafts are in order.
 */
import type { Transaction } from '../contract/transactions.ts'
import { type AccountKey, accountPlans } from './accountPlans.ts'
import { bankLabel } from './bankLabels.ts'

type Text = string | null

export interface TransactionDraft extends Pick<Transaction, 'side' | 'status' | 'type'> {
  account: AccountKey
  day: number
  amountMinor: number
  description: Text
  reference: Text
  counterpartyName: Text
  counterpartyIban: Text
  merchantName: Text
  /** The slug of the matching category; whether it has been assigned is decided later. */
  category: Text
  /** False if the bank dropped it before booking it. */
  reachedBooks: boolean
}

type Required = Pick<TransactionDraft, 'account' | 'day' | 'amountMinor' | 'side' | 'type'>

export function draft(entry: Required & Partial<TransactionDraft>): TransactionDraft {
  return {
    status: 'booked',
    description: null,
    reference: null,
    counterpartyName: null,
    counterpartyIban: null,
    merchantName: null,
    category: null,
    reachedBooks: true,
    ...entry,
  }
}

/** Someone who sends or receives money. */
export interface Party {
  name: string
  iban: Text
  category: string
}

export interface Movement {
  account: AccountKey
  day: number
  amountMinor: number
  party: Party
  reference: Text
}

export const transferOut = (movement: Movement) => transfer(movement, 'debit')
export const transferIn = (movement: Movement) => transfer(movement, 'credit')

// SEPA only handles euros; transfers in other currencies have no specific type.
function transfer(movement: Movement, side: 'credit' | 'debit'): TransactionDraft {
  const { account } = movement
  const isSepa = accountPlans[account].currency === 'EUR'
  const label = isSepa ? (['transferIn', 'transferOut'] as const) : (['foreignIn', 'foreignOut'] as const)
  return draft({
    ...entryOf(movement),
    side,
    type: isSepa ? 'SepaCredit' : 'Other',
    description: bankLabel(account, label[side === 'credit' ? 0 : 1]),
  })
}

export function directDebit(movement: Movement): TransactionDraft {
  const description = `${bankLabel(movement.account, 'directDebit')} ${movement.party.name}`
  return draft({ ...entryOf(movement), side: 'debit', type: 'SepaDirect', description })
}

function entryOf({ account, day, amountMinor, party, reference }: Movement) {
  return {
    account,
    day,
    amountMinor,
    reference,
    counterpartyName: party.name,
    counterpartyIban: party.iban,
    category: party.category,
  }
}

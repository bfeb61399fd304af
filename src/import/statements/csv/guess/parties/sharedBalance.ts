/** Whether the accounts in a column are the holder's: the balance of one account does not follow from that of another. */

import type { TableColumn } from '../columns.ts'
import type { MoneyGuess } from '../money/guessMoney.ts'
import type { GuessedParties } from './guessParties.ts'

export interface GuessedMoney {
  parties: GuessedParties
  money: MoneyGuess | null
}

/** Under a name that does not say whose account it is, the other party's account changes from row to row. */
export function withSharedBalance(
  parties: GuessedParties,
  columns: readonly TableColumn[],
  moneyOf: (parties: GuessedParties) => MoneyGuess | null,
): GuessedMoney {
  const money = moneyOf(parties)
  const { accountIban, ...others } = parties.columns
  const account = columns.find(({ at }) => at === accountIban)
  const isClear = account === undefined || account.kind !== 'iban' || account.distinct < differentMin
  if (isClear || hasBalance(money) || others.counterpartyIban !== undefined) return { parties, money }
  const theirs: GuessedParties = {
    columns: { ...others, counterpartyIban: account.at },
    doubts: parties.doubts.filter(({ at }) => at !== 'accountIban'),
    own: parties.own.filter(column => column !== account),
  }
  const shared = moneyOf(theirs)
  return hasBalance(shared) ? { parties: theirs, money: shared } : { parties, money }
}

/** Fewer balances may follow by chance. */
const differentMin = 3

const hasBalance = (money: MoneyGuess | null): boolean => money?.layout.columns.balance !== undefined

/** What a transaction is called. Banks leave out now this, now that. */
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'

export const titleOf = ({ merchantName, counterpartyName, description, reference }: Transaction): string =>
  merchantName ?? counterpartyName ?? description ?? reference ?? 'Unnamed transaction'

/** What else there is to tell it from others, where that is not its title already. */
export function subtitleOf(transaction: Transaction): string {
  const { reference, description, type } = transaction
  const title = titleOf(transaction)
  return [reference, description, type && wordsOf(type)].find(text => text && text !== title) ?? ''
}

export const unbooked = 'Not booked yet'

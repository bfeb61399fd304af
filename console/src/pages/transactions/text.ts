/** The title of a transaction. Banks fill in different fields. */
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'

export const titleOf = ({ merchantName, counterpartyName, description, reference }: Transaction): string =>
  merchantName ?? counterpartyName ?? description ?? reference ?? 'Unnamed transaction'

/** A second line to tell it apart from others, never the same as the title. */
export function subtitleOf(transaction: Transaction): string {
  const { reference, description, type } = transaction
  const title = titleOf(transaction)
  return [reference, description, type && wordsOf(type)].find(text => text && text !== title) ?? ''
}

export const unbooked = 'Not booked yet'

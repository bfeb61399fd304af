/**
 * The filters that no index serves together with all the others: search, ranges of amounts and due dates, currency and
 * own transfers.
 */
import { compareDecimals } from '../money/compareDecimals.ts'
import { hasWords, type SearchedTexts, wordsOfQuery } from './words.ts'

export interface SieveFilters {
  q?: string | undefined
  minAmount?: string | undefined
  maxAmount?: string | undefined
  dueFrom?: string | undefined
  dueTo?: string | undefined
  currency?: string | undefined
  ownTransfers?: 'exclude' | 'only' | undefined
}

export interface SiftedRow extends SearchedTexts {
  due: string | null
  currency: string | null
  /** Whether it is a transfer between accounts of the workspace. */
  own: boolean
}

export interface Sieve extends Omit<SieveFilters, 'q'> {
  /** Null without a search. An empty list matches nothing: the search has no words. */
  words: readonly string[] | null
  passes(row: SiftedRow): boolean
}

/** Null if there is nothing to sift by. */
export function sieveOf(filters: SieveFilters): Sieve | null {
  const { q, minAmount, maxAmount, dueFrom, dueTo, currency, ownTransfers } = filters
  const others = { minAmount, maxAmount, dueFrom, dueTo, currency, ownTransfers }
  if (q === undefined && Object.values(others).every(filter => filter === undefined)) return null
  const words = q === undefined ? null : wordsOfQuery(q)
  return {
    ...others,
    words,
    passes: row =>
      (currency === undefined || row.currency === currency) &&
      (ownTransfers === undefined || row.own === (ownTransfers === 'only')) &&
      isWithin(row.amount, minAmount, maxAmount, compareDecimals) &&
      isWithin(row.due, dueFrom, dueTo, compareDays) &&
      (words === null || hasWords(row, words)),
  }
}

function isWithin(
  value: string | null,
  least: string | undefined,
  most: string | undefined,
  compare: (a: string, b: string) => number,
): boolean {
  if (least === undefined && most === undefined) return true
  if (value === null) return false
  return (
    (least === undefined || compare(value, least) >= 0) && (most === undefined || compare(value, most) <= 0)
  )
}

/** Years have four digits, so days compare as text. */
const compareDays = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

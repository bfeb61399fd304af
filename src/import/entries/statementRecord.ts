/** A statement as it is kept: which one it is, what it opens and closes with, and what it has to do with the others. */
import { hash } from 'node:crypto'
import { amountKey } from '../../domain/money/decimal.ts'
import type { StoredStatement } from '../../store/imports/statements.ts'
import type { Balance, StatementHead } from '../statements/statement.ts'

export interface StatementFacts {
  head: StatementHead
  format: string
  balances: readonly Balance[]
  /** The first and last day of its entries, as far as they have come. */
  days: { first: string | null; last: string | null }
}

type Recorded = Pick<
  StoredStatement,
  'fromDay' | 'toDay' | 'currency' | 'opening' | 'closing' | 'closingAt' | 'available'
>

export function recordOf({ head, balances, days }: StatementFacts): Recorded {
  const opening = balances.find(({ kind }) => kind === 'opening') ?? null
  const closing = balances.findLast(({ kind }) => kind === 'closing') ?? null
  const available = balances.findLast(
    ({ kind, at }) => kind === 'available' && (closing === null || dayOf(at) === dayOf(closing.at)),
  )
  const from = head.from ?? dayOf(opening?.at ?? null) ?? days.first
  const to = head.to ?? dayOf(closing?.at ?? null) ?? days.last
  const [fromDay, toDay] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  return {
    fromDay: fromDay ?? toDay,
    toDay: toDay ?? fromDay,
    currency: closing?.currency ?? opening?.currency ?? head.account.currency,
    opening: opening && signed(opening),
    closing: closing && signed(closing),
    closingAt: closing && instantOf(closing.at),
    available: available ? signed(available) : null,
  }
}

const dayOf = (at: string | null): string | null => at?.slice(0, 10) ?? null

/** A balance of a day is the one at its end. */
const instantOf = (at: string | null): string | null =>
  at !== null && at.length === 10 ? `${at}T23:59:59.999Z` : at

const signed = ({ amount, side }: Balance): string =>
  side === 'debit' && /[1-9]/.test(amount) ? `-${amount}` : amount

/** The same for the same statement in whatever file it comes again; one that says nothing of itself is told by its file. */
export function fingerprintOf(facts: StatementFacts, placeInFile: string): string {
  const { head, format } = facts
  const { fromDay, toDay, currency, opening, closing } = recordOf({ ...facts, days: noDays })
  const said = [format, head.scope, head.id, head.number, fromDay, toDay, currency, opening, closing]
  const own = head.id ?? opening ?? closing
  return hash('sha256', JSON.stringify([...said, own === null ? placeInFile : '']), 'hex')
}

const noDays = { first: null, last: null }

type Placed = Pick<
  StoredStatement,
  'format' | 'scope' | 'bankId' | 'number' | 'fromDay' | 'toDay' | 'opening' | 'closing'
>

/**
 * Two statements of one format that cannot have an entry in common, although they share a day: the one goes on where the
 * other ended, or they are of one day, under two names or numbers, and open and close differently. Then equal entries in both are
 * two. Where it cannot be told, they may be one and the same, as when periods overlap.
 */
export function areDisjoint(one: Placed, other: Placed): boolean {
  if (one.format !== other.format || one.scope !== 'statement' || other.scope !== 'statement') return false
  if (!hasBalances(one) || !hasBalances(other) || sameAmount(one.opening, other.opening)) return false
  if (goesOn(one, other) || goesOn(other, one)) return true
  const oneDay = new Set([one.fromDay, one.toDay, other.fromDay, other.toDay]).size === 1
  const twoNames = differ(one.bankId, other.bankId) || differ(one.number, other.number)
  return oneDay && twoNames && !sameAmount(one.closing, other.closing)
}

/** Many banks call each of their statements the same, and tell them by their numbers alone. */
const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

/** The one day that two statements have in common; null where they have none, or more. */
export function sharedDay(one: Placed, other: Placed): string | null {
  if (one.toDay !== null && one.toDay === other.fromDay) return one.toDay
  return other.toDay !== null && other.toDay === one.fromDay ? other.toDay : null
}

interface WithBalances {
  opening: string
  closing: string
  fromDay: string
  toDay: string
}

export const hasBalances = <Each extends Pick<Placed, 'opening' | 'closing' | 'fromDay' | 'toDay'>>(
  each: Each,
): each is Each & WithBalances =>
  each.opening !== null && each.closing !== null && each.fromDay !== null && each.toDay !== null

export const goesOn = (before: WithBalances, after: WithBalances): boolean =>
  before.toDay <= after.fromDay && sameAmount(before.closing, after.opening)

export const sameAmount = (one: string, other: string): boolean => amountKey(one) === amountKey(other)

/** The first number in what the bank calls it; 0 where there is none. */
export const statementNumber = ({ number }: Pick<StoredStatement, 'number'>): bigint =>
  BigInt(/\d{1,18}/.exec(number ?? '')?.[0] ?? '0')

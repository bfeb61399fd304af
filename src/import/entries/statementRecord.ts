/**
 * A statement as it is stored: its identity, its opening and closing balance, and its relation to other
 * statements.
 */
import { hash } from 'node:crypto'
import { amountKey } from '../../domain/money/decimal.ts'
import type { StoredStatement } from '../../store/imports/statements.ts'
import type { Balance, StatementHead } from '../statements/statement.ts'

export interface StatementFacts {
  head: StatementHead
  format: string
  balances: readonly Balance[]
  /** The first and last day of the entries read so far. */
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

/** A balance with only a date is the one at the end of that day. */
const instantOf = (at: string | null): string | null =>
  at !== null && at.length === 10 ? `${at}T23:59:59.999Z` : at

const signed = ({ amount, side }: Balance): string =>
  side === 'debit' && /[1-9]/.test(amount) ? `-${amount}` : amount

/**
 * The same for the same statement in any file. A statement without an id or balances is identified by its
 * place in the file.
 */
export function fingerprintOf(facts: StatementFacts, placeInFile: string): string {
  const { head, format } = facts
  const { fromDay, toDay, currency, opening, closing } = recordOf({ ...facts, days: noDays })
  const identity = [format, head.scope, head.id, head.number, fromDay, toDay, currency, opening, closing]
  const own = head.id ?? opening ?? closing
  return hash('sha256', JSON.stringify([...identity, own === null ? placeInFile : '']), 'hex')
}

const noDays = { first: null, last: null }

export interface WithBalances {
  opening: string
  closing: string
  fromDay: string
  toDay: string
}

export const hasBalances = <Each extends Pick<StoredStatement, 'opening' | 'closing' | 'fromDay' | 'toDay'>>(
  each: Each,
): each is Each & WithBalances =>
  each.opening !== null && each.closing !== null && each.fromDay !== null && each.toDay !== null

export const isContinuedBy = (before: WithBalances, after: WithBalances): boolean =>
  before.toDay <= after.fromDay && sameAmount(before.closing, after.opening)

export const sameAmount = (one: string, other: string): boolean => amountKey(one) === amountKey(other)

/** The first number in the bank's statement number, or 0 if there is none. */
export const statementNumber = ({ number }: Pick<StoredStatement, 'number'>): bigint =>
  BigInt(/\d{1,18}/.exec(number ?? '')?.[0] ?? '0')

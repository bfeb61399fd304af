/**
 * Which stored statements cannot have an entry in common with a new one although they share a day. Equal entries in both
 * are then two entries. If this cannot be determined, the two may overlap, and equal entries may be the same.
 */
import { difference, inUnits, isZero, sumOf } from '../../domain/money/decimal.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  amountsOn,
  bookedSum,
  type StoredStatement,
  statementsTouching,
} from '../../store/imports/statements.ts'
import { hasBalances, isContinuedBy, sameAmount, type WithBalances } from './statementRecord.ts'

type Placed = Pick<StoredStatement, 'id' | 'format' | 'scope' | 'bankId' | 'number'> & WithBalances

interface WithAmounts {
  statement: Placed
  amountsOn: AmountsOn
}

/** The signed amounts of a statement's entries on one day, as many as are looked at; null if they are not known. */
type AmountsOn = (day: string) => Promise<readonly string[] | null>

/** The entries of the statement itself are those in the store, unless the caller has just read them. */
export async function disjointFrom(
  connection: Connection,
  workspaceId: string,
  statement: StoredStatement,
  ownAmounts?: AmountsOn,
): Promise<Set<string>> {
  const disjoint = new Set<string>()
  if (!hasBalances(statement)) return disjoint
  const { accountId, fromDay, toDay } = statement
  const touching = await statementsTouching(connection, workspaceId, accountId, fromDay, toDay)
  const stored = (each: Placed) => storedAmounts(connection, workspaceId, each)
  for (const other of touching.filter(hasBalances).filter(each => haveTellingBalances(each, statement))) {
    const day = sharedDay(other, statement)
    const isApart = followOrDiffer(other, statement)
      ? // Entries of a day that leave the balance unchanged may be in both, so matching balances prove nothing.
        day === null || !isZero(await bookedSum(connection, workspaceId, other.id, day))
      : await haveGapBetween(
          { statement: other, amountsOn: stored(other) },
          { statement, amountsOn: ownAmounts ?? stored(statement) },
        )
    if (isApart) disjoint.add(other.id)
  }
  return disjoint
}

/** Between formats, or if both open with the same balance, balances cannot tell two statements apart. */
const haveTellingBalances = (one: Placed, other: Placed): boolean =>
  one.format === other.format &&
  one.scope === 'statement' &&
  other.scope === 'statement' &&
  !sameAmount(one.opening, other.opening)

/**
 * Whether one continues where the other ended, or both are of a single day, have different ids or numbers, and close
 * with different balances.
 */
function followOrDiffer(one: Placed, other: Placed): boolean {
  if (isContinuedBy(one, other) || isContinuedBy(other, one)) return true
  const oneDay = new Set([one.fromDay, one.toDay, other.fromDay, other.toDay]).size === 1
  return oneDay && haveTwoNames(one, other) && !sameAmount(one.closing, other.closing)
}

/** Many banks give every statement the same id and only change the number. */
const haveTwoNames = (one: Placed, other: Placed): boolean =>
  differ(one.bankId, other.bankId) || differ(one.number, other.number)

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

/** The single day two statements share, or null if they share none or several. */
function sharedDay(one: Placed, other: Placed): string | null {
  if (one.toDay === other.fromDay) return one.toDay
  return other.toDay === one.fromDay ? other.toDay : null
}

/**
 * Whether one of them ended before the other began on the same day, and something between them is missing. Of two
 * statements that overlap, the one that begins later opens with a balance that the other one had that day.
 */
async function haveGapBetween(one: WithAmounts, other: WithAmounts): Promise<boolean> {
  const [earlier, later] = one.statement.toDay === other.statement.fromDay ? [one, other] : [other, one]
  const { fromDay, toDay: day, opening, closing } = earlier.statement
  if (day !== later.statement.fromDay || !haveTwoNames(one.statement, other.statement)) return false
  const moves = await earlier.amountsOn(day)
  if (moves === null || couldHaveHad(later.statement.opening, closing, moves)) return false
  if (fromDay < day) return true
  const laterMoves = await later.amountsOn(day)
  const evening = sumOf([later.statement.opening, ...(laterMoves ?? [])])
  return laterMoves !== null && !couldHaveHad(opening, evening, laterMoves)
}

/** Beyond these, the balances of a day are not worked out, and the statements may overlap. */
const amountsMax = 200
const balancesMax = 4096

/**
 * Whether the account could have had the balance on a day that ended with another one. Banks may list a day's entries in
 * any order.
 */
function couldHaveHad(balance: string, atEnd: string, amounts: readonly string[]): boolean {
  if (amounts.length > amountsMax) return true
  const [wanted = 0n, end = 0n, ...moves] = inUnits([balance, atEnd, ...amounts]).units
  let balances = new Set([end])
  for (const move of moves) {
    balances = new Set([...balances].flatMap(each => [each, each - move]))
    if (balances.size > balancesMax) return true
  }
  return balances.has(wanted)
}

/** Null if the stored entries do not add up to the balances, as after a partial import. */
function storedAmounts(connection: Connection, workspaceId: string, statement: Placed): AmountsOn {
  const { id, opening, closing } = statement
  return async day => {
    const sum = await bookedSum(connection, workspaceId, id)
    if (!sameAmount(sum, difference(closing, opening))) return null
    return await amountsOn(connection, workspaceId, id, day, amountsMax + 1)
  }
}

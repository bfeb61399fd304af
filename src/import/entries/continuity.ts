/** Whether an account's statements are continuous: gaps between two of them, and periods covered by both. */
import type { Continuity } from '../../contract/console/imports.ts'
import { difference } from '../../domain/money/decimal.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  neighbouringStatements,
  type StoredStatement,
  statementsTouching,
} from '../../store/imports/statements.ts'
import { disjointFrom } from './disjoint.ts'
import { hasBalances, isContinuedBy, statementNumber } from './statementRecord.ts'

export async function continuityOf(
  connection: Connection,
  workspaceId: string,
  statement: StoredStatement,
): Promise<Continuity[]> {
  if (statement.scope !== 'statement' || !hasBalances(statement)) return []
  const { accountId, fromDay, toDay } = statement
  const touching = await statementsTouching(connection, workspaceId, accountId, fromDay, toDay)
  const neighbours = await neighbouringStatements(connection, workspaceId, accountId, fromDay, toDay)
  const others = distinct([...touching, ...neighbours]).filter(
    each => each.id !== statement.id && each.currency === statement.currency,
  )
  const disjoint = await disjointFrom(connection, workspaceId, statement)
  const sharing = others.filter(({ id }) => !disjoint.has(id))
  return [...overlapsOf(statement, sharing), ...gapsOf(statement, others)]
}

const distinct = (statements: readonly StoredStatement[]): StoredStatement[] => [
  ...new Map(statements.map(each => [each.id, each])).values(),
]

type Known = StoredStatement & { opening: string; closing: string; fromDay: string; toDay: string }

function overlapsOf(statement: Known, others: readonly StoredStatement[]): Continuity[] {
  return others
    .filter(hasBalances)
    .filter(
      other =>
        other.fromDay <= statement.toDay &&
        other.toDay >= statement.fromDay &&
        !isContinuedBy(other, statement) &&
        !isContinuedBy(statement, other),
    )
    .map(other => {
      const names = [statement, other].sort(byPeriod).map(nameOf)
      const first = other.fromDay > statement.fromDay ? other.fromDay : statement.fromDay
      const last = other.toDay < statement.toDay ? other.toDay : statement.toDay
      const days = first === last ? first : `${first} to ${last}`
      return {
        kind: 'overlap' as const,
        accountId: statement.accountId,
        sentence: `${names.join(' and ')} both cover ${days}; entries in both are stored once.`,
      }
    })
}

/** The same order whichever of the two is being imported, so that each overlap is reported once. */
const byPeriod = (one: Known, other: Known): number =>
  `${one.fromDay} ${one.toDay} ${one.id}` < `${other.fromDay} ${other.toDay} ${other.id}` ? -1 : 1

/** Gaps: one statement closes with a different balance than the next one opens with. */
function gapsOf(statement: Known, others: readonly StoredStatement[]): Continuity[] {
  const known = others.filter(hasBalances)
  const before = known.filter(other => comesBefore(other, statement))
  const after = known.filter(other => comesBefore(statement, other))
  const [previous] = before.sort((one, other) => (one.toDay > other.toDay ? -1 : 1))
  const [next] = after.sort((one, other) => (one.fromDay < other.fromDay ? -1 : 1))
  const gaps: Continuity[] = []
  if (previous && !before.some(other => isContinuedBy(other, statement)))
    gaps.push(gapOf(previous, statement))
  if (next && !after.some(other => isContinuedBy(statement, other))) gaps.push(gapOf(statement, next))
  return gaps
}

/** Statements of the same day are ordered by their numbers; without numbers the order is unknown. */
function comesBefore(one: Known, other: Known): boolean {
  if (one.toDay > other.fromDay) return false
  const isOneDay = one.fromDay === other.toDay
  return !isOneDay || isContinuedBy(one, other) || statementNumber(one) < statementNumber(other)
}

function gapOf(earlier: Known, later: Known): Continuity {
  const { currency } = later
  const missing = difference(later.opening, earlier.closing)
  return {
    kind: 'gap',
    accountId: later.accountId,
    sentence:
      `${nameOf(earlier)} closes with ${earlier.closing} ${currency} on ${earlier.toDay}, but ${nameOf(later)} ` +
      `opens with ${later.opening} ${currency} on ${later.fromDay}: entries worth ${missing} ${currency} are missing in between.`,
  }
}

const nameOf = ({ number, bankId, fromDay, toDay }: Known): string =>
  `Statement ${number ?? bankId ?? `of ${fromDay} to ${toDay}`}`

/** What an account holds, by the latest of its statements; by none of them, what it held before. */
import { type Balances, balancesOf, setBalances } from '../../store/accountDetails.ts'
import type { Connection } from '../../store/engine/door.ts'
import { latestClosings, type StoredStatement } from '../../store/imports/statements.ts'
import { sameAmount, statementNumber } from './statementRecord.ts'

/**
 * The same whatever order statements came in, and what it was once they are taken back. Balances that somebody else has
 * set since are the new ground, until a statement has a later one. True where something changed.
 */
export async function giveBalances(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<boolean> {
  const { present, given, ground: before } = await balancesOf(connection, workspaceId, accountId)
  const ground = isSame(present, given) ? before : present
  const latest = latestOf(await latestClosings(connection, workspaceId, accountId))
  const next = latest && (ground.at === null || latest.closingAt >= ground.at) ? balancesIn(latest) : ground
  if (isSame(next, present) && isSame(ground, before) && isSame(given, next)) return false
  await setBalances(connection, workspaceId, accountId, next, ground)
  return !isSame(next, present)
}

type Closing = StoredStatement & { closingAt: string }

const balancesIn = ({ closing, available, closingAt }: Closing): Balances => ({
  balance: closing,
  available,
  at: closingAt,
})

const isSame = (one: Balances, other: Balances): boolean =>
  one.balance === other.balance && one.available === other.available && one.at === other.at

/** Of several that end at the same instant: one that no other goes on from, a statement before a report, the last by number. */
function latestOf(closings: readonly StoredStatement[]): Closing | null {
  const last = closings.filter(each => !closings.some(other => other !== each && follows(each, other)))
  const [first] = (last.length > 0 ? last : [...closings]).sort(
    (one, other) =>
      Number(other.scope === 'statement') - Number(one.scope === 'statement') ||
      Number(statementNumber(other) - statementNumber(one)) ||
      (one.fingerprint < other.fingerprint ? -1 : 1),
  )
  return first?.closingAt ? { ...first, closingAt: first.closingAt } : null
}

const follows = ({ opening, closing }: StoredStatement, next: StoredStatement): boolean =>
  closing !== null && next.opening !== null && sameAmount(closing, next.opening) && opening !== next.opening

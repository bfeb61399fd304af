/** An account's balances: those of its latest statement, or the ones it had before if it has no statement. */
import { type Balances, balancesOf, noteBalances, setBalances } from '../../store/accountDetails.ts'
import type { Connection } from '../../store/engine/door.ts'
import { latestClosings, type StoredStatement } from '../../store/imports/statements.ts'
import { sameAmount, statementNumber } from './statementRecord.ts'

/**
 * Gives the same balances in whatever order statements were imported, and restores the old ones once they
 * are all undone. Balances that were set from elsewhere in the meantime become the new base, until a later
 * statement arrives. Returns true if anything changed.
 */
export async function updateBalances(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<boolean> {
  const { present, given, ground: before } = await balancesOf(connection, workspaceId, accountId)
  const ground = isSame(present, given) ? before : present
  const latest = latestOf(await latestClosings(connection, workspaceId, accountId))
  const next = latest && (ground.at === null || latest.closingAt >= ground.at) ? balancesIn(latest) : ground
  if (isSame(next, present) && isSame(ground, before) && isSame(given, next)) return false
  await noteBalances(connection, workspaceId, accountId, next, ground)
  if (isSame(next, present)) return false
  await setBalances(connection, workspaceId, accountId, next)
  return true
}

type Closing = StoredStatement & { closingAt: string }

const balancesIn = ({ closing, available, closingAt }: Closing): Balances => ({
  balance: closing,
  available,
  at: closingAt,
})

const isSame = (one: Balances, other: Balances): boolean =>
  one.balance === other.balance && one.available === other.available && one.at === other.at

/** If several end at the same instant: one that no other continues, statements before reports, the highest number. */
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

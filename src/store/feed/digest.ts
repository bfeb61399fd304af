/**
 * Checksums over the rows of a resource, by month or day. Hashing a million rows takes seconds, so the days of a month
 * of transactions are kept in memory until something changes in that month.
 */
import type { ChangeResource, DigestRange } from '../../contract/changes.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Connection, Database } from '../engine/door.ts'
import { type Days, type DigestFilter, daysOfMonth, daysOfResource, monthsOf } from './digestRows.ts'
import { rangesOf } from './digestSums.ts'

export interface DigestQuery extends DigestFilter {
  resource: ChangeResource
  dateFrom?: string | undefined
  dateTo?: string | undefined
  by: 'month' | 'day'
}

export interface Digest {
  clock: string
  data: DigestRange[]
}

export async function readDigest(db: Database, workspaceId: string, query: DigestQuery): Promise<Digest> {
  const { clock, days } =
    query.resource === 'transaction'
      ? await transactionDays(db, workspaceId, query)
      : await daysOfResource(db, workspaceId, query.resource, query)
  return { clock, data: rangesOf(days, query) }
}

interface KeptMonth {
  /** The workspace's clock when the month was read. */
  clock: string
  days: Days
}

/** A month of days takes about 10 kB. */
const monthsKeptMax = 2_000
const keptByDatabase = new WeakMap<Database, RecentMap<KeptMonth>>()

/** After this many attempts, a writer is faster than we are, and a snapshot keeps its changes out. */
const attemptsMax = 3

/** All months as they were at one clock. */
async function transactionDays(
  db: Database,
  workspaceId: string,
  query: DigestQuery,
): Promise<{ clock: string; days: Days }> {
  const kept = keptOf(db)
  const nameOf = (epoch: string, month: string | null) =>
    JSON.stringify([workspaceId, epoch, query.companyId ?? null, query.accountId ?? null, month])

  async function bringUpToDate(connection: Connection): Promise<{ clock: string; days: Days } | null> {
    const { clock, epoch, months } = await monthsOf(connection, workspaceId, query)
    const days: Days = new Map()
    let isUpToDate = true
    for (const { month, changedAt } of months) {
      const name = nameOf(epoch, month)
      let found = kept.get(name)
      // Another request may have kept a month that is newer than `clock`.
      if (found === undefined || found.clock < changedAt || found.clock > clock) {
        found = await daysOfMonth(connection, workspaceId, query, month)
        kept.set(name, found)
        if (found.clock !== clock) isUpToDate = false
      }
      for (const [day, sums] of found.days) days.set(day, sums)
    }
    return isUpToDate ? { clock, days } : null
  }

  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const found = await bringUpToDate(db)
    if (found !== null) return found
  }
  const found = await db.transaction(bringUpToDate, { snapshot: true, workspaceId })
  if (found === null) throw new Error('A snapshot showed two states of the workspace.')
  return found
}

function keptOf(db: Database): RecentMap<KeptMonth> {
  let kept = keptByDatabase.get(db)
  if (kept === undefined) {
    kept = new RecentMap(monthsKeptMax)
    keptByDatabase.set(db, kept)
  }
  return kept
}

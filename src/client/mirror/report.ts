/** What a mirror did. */
import type { ChangeResource } from '../../contract/changes.ts'
import type { Difference, DifferenceKind } from './compare.ts'

export interface MirrorReport {
  /** The copy equals the workspace at this instant. */
  clock: string | null
  /** Rows that the change feed brought. */
  put: number
  deleted: number
  /** How often the copy was started again: after a restore of the service, or because too much was wrong. */
  resyncs: number
  /** Whether the copy equalled the service by digest at last; null if it was not compared. */
  equal: boolean | null
  /** Rows that differed and were repaired, by kind. */
  repaired: Record<DifferenceKind, number>
  /** The first of them. */
  rows: { resource: ChangeResource; id: string; kind: DifferenceKind }[]
}

export const reportedRowsMax = 100

export const newReport = (): MirrorReport => ({
  clock: null,
  put: 0,
  deleted: 0,
  resyncs: 0,
  equal: null,
  repaired: { missing: 0, stale: 0, extra: 0, doubled: 0 },
  rows: [],
})

export function addDifferences(report: MirrorReport, found: readonly Difference[]): void {
  for (const { resource, id, kind } of found) {
    report.repaired[kind] += 1
    if (report.rows.length < reportedRowsMax) report.rows.push({ resource, id, kind })
  }
}

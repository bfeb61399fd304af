/** Compares the client's copy with the rows upstream, row by row. */
import type { ChangeResource } from '../../contract/changes.ts'
import type { DrillRecord } from '../record.ts'
import type { Copy } from './copy.ts'
import { rowDigest, sumOf } from './digest.ts'
import { type Cause, explain } from './explain.ts'

export type DifferenceKind = 'missing' | 'stale' | 'extra' | 'doubled' | 'digest'

export interface Difference extends Cause {
  kind: DifferenceKind
  resource: ChangeResource
  /** Null if only a digest is known. */
  id: string | null
  copyAt: string | null
  upstreamAt: string | null
}

export interface UpstreamRows {
  /** `at` of the rows that exist, by resource and id. */
  rows: Map<string, string>
  /** `at` of the rows that were deleted. */
  deletions: Map<string, string>
}

export interface Differences {
  counts: Record<DifferenceKind, number>
  /** The first ones. */
  list: Difference[]
}

export const differencesMax = 1_000

export const noDifferences = (): Differences => ({
  counts: { missing: 0, stale: 0, extra: 0, doubled: 0, digest: 0 },
  list: [],
})

const partsOf = (key: string): { resource: ChangeResource; id: string } => {
  const at = key.indexOf('/')
  return { resource: key.slice(0, at) as ChangeResource, id: key.slice(at + 1) }
}

export function addDifference(found: Differences, difference: Difference): void {
  found.counts[difference.kind] += 1
  if (found.list.length < differencesMax) found.list.push(difference)
}

/** Of these resources only. */
export function compareRows(
  found: Differences,
  record: DrillRecord,
  copy: Copy,
  upstream: UpstreamRows,
  resources: readonly ChangeResource[],
): void {
  const note = (kind: 'missing' | 'stale' | 'extra' | 'doubled', key: string, copyAt: string | null) => {
    if (found.list.length === differencesMax) {
      found.counts[kind] += 1
      return
    }
    const { resource, id } = partsOf(key)
    const upstreamAt = upstream.rows.get(key) ?? upstream.deletions.get(key) ?? null
    const cause = explain(record, { kind, resource, id, upstreamAt })
    addDifference(found, { kind, resource, id, copyAt, upstreamAt, ...cause })
  }
  for (const [key, at] of upstream.rows) {
    const copyAt = copy.rows.get(key)
    if (copyAt === undefined) note('missing', key, null)
    else if (copyAt !== null && copyAt !== at) note('stale', key, copyAt)
  }
  for (const [key, at] of copy.rows) {
    if (!resources.includes(partsOf(key).resource)) continue
    if (!upstream.rows.has(key)) note('extra', key, at)
  }
  for (const key of copy.doubled) {
    if (resources.includes(partsOf(key).resource)) note('doubled', key, copy.rows.get(key) ?? null)
  }
}

export interface Total {
  rows: number
  digest: bigint
}

/** Rows and digest of one resource; null if they cannot be compared, because a row is doubled or has no `at`. */
export function totalOf(copy: Copy, resource: ChangeResource): Total | null {
  const digests: bigint[] = []
  for (const [key, at] of copy.rows) {
    const parts = partsOf(key)
    if (parts.resource !== resource) continue
    if (at === null || copy.doubled.has(key)) return null
    digests.push(rowDigest(parts.id, at))
  }
  return { rows: digests.length, digest: sumOf(digests) }
}

/** Why a row differs: in which request it was last served, and after which fault. */
import type { DrillRecord, InjectedFault } from '../record.ts'

export interface Cause {
  /** In which the row was last served. */
  request: number | null
  fault: InjectedFault | null
  because: string
}

export interface DifferentRow {
  kind: 'missing' | 'stale' | 'extra' | 'doubled'
  resource: string
  id: string
  upstreamAt: string | null
}

export const named = ({ number, kind, request }: InjectedFault): string =>
  `fault ${number} (${kind}, request ${request})`

export function explain(record: DrillRecord, row: DifferentRow): Cause {
  const served = record.servedBy(row.resource, row.id)
  const wantsDeletion = row.kind === 'extra'
  const isCurrent =
    served !== null &&
    served.deleted === wantsDeletion &&
    (wantsDeletion || served.at === null || row.upstreamAt === null || served.at === row.upstreamAt)
  if (isCurrent) {
    const what = wantsDeletion ? 'Its deletion' : 'It'
    const fault = record.faultBy(served.fault)
    if (served.torn && fault !== null) {
      const because = `${what} was sent in request ${served.request}, which did not arrive whole: ${named(fault)}.`
      return { request: served.request, fault, because }
    }
    const after = fault === null ? 'before any fault' : `after ${named(fault)}`
    return {
      request: served.request,
      fault,
      because: `${what} was served in request ${served.request}, ${after}.`,
    }
  }
  return { request: served?.request ?? null, ...neverServed(record, row, served?.request ?? 0) }
}

function neverServed(record: DrillRecord, row: DifferentRow, since: number): Omit<Cause, 'request'> {
  const resync = row.kind === 'extra' ? record.resyncAfter(since) : null
  if (resync !== null) {
    return { fault: resync, because: `The copy was not replaced after ${named(resync)}.` }
  }
  const what = row.kind === 'extra' ? 'Its deletion' : 'This version of it'
  const open = record.lastOpenFault(row.resource)
  if (open !== null) {
    return { fault: open, because: `${what} was not served: the request of ${named(open)} was not repeated.` }
  }
  const last = record.faultBy(record.lastFault)
  const { clock } = record
  if (row.upstreamAt !== null && clock !== null && row.upstreamAt > clock) {
    return { fault: last, because: `It changed after the last page that the client read, at ${clock}.` }
  }
  return {
    fault: last,
    because: `${what} was not served${last === null ? '' : `; the last was ${named(last)}`}.`,
  }
}

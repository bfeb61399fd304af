/** Why a row differs: in which request it was last served, and after which fault. */
import type { DrillRecord, InjectedFault, Served } from '../record.ts'

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
  const served = record.lastServed(row.resource, row.id)
  if (served !== null && isCurrent(served, row)) return whenServed(record, row, served)
  const notRepeated = notFollowed(record, row, served?.request ?? 0)
  if (notRepeated !== null) return { request: served?.request ?? null, ...notRepeated }
  const message = record.lastMessage(row.resource, row.id)
  if (message !== null) return byWebhook(record, row, message)
  return { request: served?.request ?? null, ...neverServed(record, row) }
}

function isCurrent(served: Served, { kind, upstreamAt }: DifferentRow): boolean {
  if (kind === 'extra') return served.deleted
  return !served.deleted && (served.at === null || upstreamAt === null || served.at === upstreamAt)
}

function whenServed(record: DrillRecord, row: DifferentRow, { request, torn, fault: number }: Served): Cause {
  const what = row.kind === 'extra' ? 'Its deletion' : 'It'
  const fault = record.faultBy(number)
  if (torn && fault !== null) {
    const because = `${what} was sent in request ${request}, which did not arrive whole: ${named(fault)}.`
    return { request, fault, because }
  }
  const after = fault === null ? 'before any fault' : `after ${named(fault)}`
  return { request, fault, because: `${what} was served in request ${request}, ${after}.` }
}

function byWebhook(record: DrillRecord, row: DifferentRow, message: Served): Cause {
  if (isCurrent(message, row)) return whenServed(record, row, message)
  const fault = record.faultBy(message.fault)
  const after = fault === null ? '' : `, after ${named(fault)}`
  return {
    request: message.request,
    fault,
    because: `An older webhook brought it in request ${message.request}${after}.`,
  }
}

/** The client was asked to do something, and did not. */
function notFollowed(record: DrillRecord, row: DifferentRow, since: number): Omit<Cause, 'request'> | null {
  const resync = row.kind === 'extra' ? record.resyncAfter(since) : null
  if (resync !== null) return { fault: resync, because: `The copy was not replaced after ${named(resync)}.` }
  const open = record.lastOpenFault(row.resource)
  if (open === null) return null
  return {
    fault: open,
    because: `${whatOf(row)} was not served: the request of ${named(open)} was not repeated.`,
  }
}

const whatOf = ({ kind }: DifferentRow): string => (kind === 'extra' ? 'Its deletion' : 'This version of it')

function neverServed(record: DrillRecord, row: DifferentRow): Omit<Cause, 'request'> {
  const { clock } = record
  const fault = record.faultBy(record.lastFault)
  if (row.upstreamAt !== null && clock !== null && row.upstreamAt > clock) {
    return { fault, because: `It changed after the last page that the client read, at ${clock}.` }
  }
  const last = fault === null ? '' : `; the last was ${named(fault)}`
  return { fault, because: `${whatOf(row)} was not served${last}.` }
}

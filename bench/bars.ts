/**
 * The targets each path must reach, on one machine and in one run. A missed target is reported but is not a
 * failure.
 */

export interface Bar {
  /** At least this share of bare node:http with the same bytes. */
  ofBareHttp?: number
  /** At least this many times the plain peer. */
  timesPlain?: number
  msBelow?: number
  rowsPerSecond?: number
}

export type PathName =
  | 'pageAgain'
  | 'notModified'
  | 'pageNew'
  | 'pollAgain'
  | 'pollNew'
  | 'singleNew'
  | 'embeddedAlone'
  | 'embeddedTogether'
  | 'bulkLoad'

export const bars: Record<PathName, Bar> = {
  pageAgain: { ofBareHttp: 0.4 },
  notModified: { ofBareHttp: 0.45 },
  pageNew: { ofBareHttp: 0.06, timesPlain: 5 },
  pollAgain: { ofBareHttp: 0.15 },
  pollNew: { ofBareHttp: 0.15 },
  singleNew: { ofBareHttp: 0.15 },
  embeddedAlone: { msBelow: 3 },
  embeddedTogether: { msBelow: 3 },
  bulkLoad: { rowsPerSecond: 20_000 },
}

/** After ten minutes of mixed load with a million rows. Flat: it grows by less than this in the second half. */
export const memoryBar = { megabytesBelow: 300, megabytesPerMinuteBelow: 2 }

/** Imports of a statement with 100,000 entries, and the undo of one with 360 entries that paid 60 bills. */
export const importBars = {
  entriesPerSecond: 20_000,
  againEntriesPerSecond: 25_000,
  megabytesBelow: 250,
  embeddedEntriesPerSecond: 8_000,
  undoSecondsBelow: 1,
  /** How much later a page of the embedded store may be meanwhile. */
  lateMsBelow: 100,
}

/** `florin load` against COPY of the same rows into the same tables. */
export const loadBar = { ofCopy: 0.4 }

/** With the demo workspace, on a quiet machine. */
export const resourceBars = {
  embedded: { megabytesBelow: 400, firstKeyMsBelow: 5_000 },
  postgres: { megabytesBelow: 250, firstKeyMsBelow: 5_000 },
}

export interface Reached {
  ofBareHttp?: number | null
  timesPlain?: number | null
  ms?: number
  rowsPerSecond?: number
}

export function isMet(bar: Bar, reached: Reached): boolean {
  const atLeast = (value: number | null | undefined, least = 0) => (value ?? 0) >= least
  return (
    atLeast(reached.ofBareHttp, bar.ofBareHttp) &&
    atLeast(reached.timesPlain, bar.timesPlain) &&
    atLeast(reached.rowsPerSecond, bar.rowsPerSecond) &&
    (bar.msBelow === undefined || (reached.ms ?? Number.POSITIVE_INFINITY) < bar.msBelow)
  )
}

export function describeBar({ ofBareHttp, timesPlain, msBelow, rowsPerSecond }: Bar): string {
  return [
    ofBareHttp !== undefined && `≥ ${ofBareHttp.toFixed(2)} of node:http`,
    timesPlain !== undefined && `≥ ${timesPlain} × plain`,
    msBelow !== undefined && `< ${msBelow} ms`,
    rowsPerSecond !== undefined && `≥ ${rowsPerSecond.toLocaleString('en-US')} rows/s`,
  ]
    .filter(Boolean)
    .join(', ')
}

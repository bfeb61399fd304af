/** Paths into the data of the bench, by number: any number of them, and no two alike. */
import {
  type DataSize,
  dayOf,
  daysTotal,
  endInstant,
  largestCount,
  rowOfLargest,
  transactionId,
} from './shape.ts'

const pageSpanDays = 60
const lastDays = daysTotal - pageSpanDays
/** Coprime to the modulus, so that every number occurs once before any repeats. */
const stride = 719
const rowStride = 611_953

/** A page of 50 at any depth of the walk, given by two days. */
export function pagePath(index: number): string {
  const day = pageSpanDays + ((index * stride) % lastDays)
  const span = pageSpanDays + Math.floor(index / lastDays)
  return `/v1/transactions?limit=50&dateFrom=${dayOf(day - span)}&dateTo=${dayOf(day)}`
}

/** The days before the first are all empty, so the start may reach back for centuries. */
export const pagePathCount = lastDays * 100_000

/** The last pages of the walk, again any number of them. */
export function deepPagePath(index: number): string {
  const day = Math.floor(daysTotal * 0.05) + (index % Math.floor(daysTotal * 0.03))
  return `/v1/transactions?limit=50&dateFrom=${dayOf(-1 - index)}&dateTo=${dayOf(day)}`
}

/** The first pages of the walk with dates, as seen by a person who looks at what is new. */
export function newPagePath(index: number): string {
  return `/v1/transactions?limit=50&dateFrom=${dayOf(-1 - index)}&dateTo=${dayOf(daysTotal - 1 - (index % 30))}`
}

export const singlePath = (size: DataSize, index: number): string =>
  `/v1/transactions/${transactionId(rowOfLargest(size, 1 + ((index * rowStride) % largestCount(size))))}`

/** Instants between the newest transaction and the workspace's clock: nothing is new after any of them. */
export const pollPath = (index: number): string =>
  `/v1/transactions?limit=50&updatedAfter=${new Date(Date.parse(endInstant) + 1 + index).toISOString()}`

export const pollPathCount = 3_500_000

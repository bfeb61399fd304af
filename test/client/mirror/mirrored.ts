/** A fake service with rows of every resource, a writer, and the comparison of a copy with it. */
import { expect } from 'vitest'
import { changeResources } from '../../../src/contract/changes.ts'
import { FakeFeed, type FakeRow } from '../fakeFeed.ts'
import type { MemoryStore } from './memoryStore.ts'

export const createdAt = '2026-01-01T08:00:00.000Z'
const dayOf = (number: number) => `2026-${String(1 + (number % 12)).padStart(2, '0')}-15`
export const transaction = (number: number) => ({
  createdAt,
  bookingDate: number % 7 === 0 ? null : dayOf(number),
})

/** Some rows of every resource. */
export function feedOf(transactions: number, others = 3): FakeFeed {
  const feed = new FakeFeed()
  for (const resource of changeResources) {
    const count = resource === 'transaction' ? transactions : others
    for (let row = 0; row < count; row += 1) {
      feed.commit([
        [resource, `${resource}_${row}`, resource === 'transaction' ? transaction(row) : { createdAt }],
      ])
    }
  }
  return feed
}

/** Adds, changes and deletes rows of every resource. */
export function write(feed: FakeFeed, below: (limit: number) => number, rows: number): void {
  const changes = Array.from({ length: rows }, (): [FakeRow['resource'], string, FakeRow['object']] => {
    const resource = changeResources[below(changeResources.length)] ?? 'transaction'
    const object = below(3) === 0 ? null : resource === 'transaction' ? transaction(below(50)) : { createdAt }
    return [resource, `${resource}_${below(60)}`, object]
  })
  feed.commit(changes)
}

const summaryOf = (rows: Iterable<Pick<FakeRow, 'resource' | 'id' | 'at'>>) =>
  [...rows].map(({ resource, id, at }) => `${resource} ${id} ${at}`).sort()
const copyOf = (store: MemoryStore) => summaryOf([...store.rows.values()].flat())

export function expectEqual(store: MemoryStore, feed: FakeFeed): void {
  expect(copyOf(store)).toEqual(summaryOf(feed.rows))
}

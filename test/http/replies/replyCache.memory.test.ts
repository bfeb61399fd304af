/** The limit of the reply cache counts the memory that replies hold, not only their length. */
import { expect, it } from 'vitest'
import { replyCache } from '../../../src/api/http/replyCache.ts'

const megabyte = 1024 * 1024

/** A body of a few bytes that holds a megabyte of memory. */
const body = () => new Uint8Array(new ArrayBuffer(megabyte), 0, 10)

it('The cache keeps the latest replies, up to 64 MB', () => {
  const kept = replyCache()
  const tags = Array.from({ length: 100 }, (_, index) => `W/"${index}"`)
  for (const tag of tags) {
    kept.offer(tag, body())
    expect(kept.get(tag), 'asked for once').toBeUndefined()
    kept.offer(tag, body())
    expect(kept.get(tag), 'asked for twice').toBeDefined()
  }
  // The latest first, because looking at one counts as a use.
  const left = tags.toReversed().filter(tag => kept.get(tag) !== undefined)
  expect(left.length).toBeGreaterThan(20)
  expect(left.length).toBeLessThanOrEqual(64)
  expect(left[0]).toBe(tags.at(-1))
})

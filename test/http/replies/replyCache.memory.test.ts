/** Kept answers have a bound, which counts the memory that they hold and not their length alone. */
import { expect, it } from 'vitest'
import { replyCache } from '../../../src/api/http/replyCache.ts'

const megabyte = 1024 * 1024

/** A body of a few bytes that keeps a megabyte in memory. */
const body = () => new Uint8Array(new ArrayBuffer(megabyte), 0, 10)

it('Answers are kept up to 64 MB, the latest of them', () => {
  const kept = replyCache()
  const tags = Array.from({ length: 200 }, (_, index) => `W/"${index}"`)
  for (const tag of tags) {
    kept.offer(tag, body())
    expect(kept.get(tag), 'asked for once').toBeUndefined()
    kept.offer(tag, body())
    expect(kept.get(tag), 'asked for twice').toBeDefined()
  }
  // The latest first, as to look at one is to use it.
  const left = tags.toReversed().filter(tag => kept.get(tag) !== undefined)
  expect(left.length).toBeGreaterThan(20)
  expect(left.length).toBeLessThanOrEqual(64)
  expect(left[0]).toBe(tags.at(-1))
})

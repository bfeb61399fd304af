/** A long transaction lets others in between its queries, and copies smaller parts while they read. */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../src/store/engine/door.ts'
import { inParts, inSlices } from '../../../src/store/engine/embedded/slices.ts'

describe('The text of a COPY, in parts', () => {
  it('is the same text, cut only between rows, in about equal parts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (values, parts) => {
          const rows = values.map(value => `${value.replaceAll('\n', '\\n')}\n`)
          const found = [...inParts(rows.join(''), parts)]
          expect(found.join('')).toBe(rows.join(''))
          expect(found.length).toBeLessThanOrEqual(parts)
          for (const part of found) expect(part.endsWith('\n')).toBe(true)
          const longest = Math.max(0, ...rows.map(row => row.length))
          const length = rows.join('').length
          for (const part of found) expect(part.length).toBeLessThan(length / parts + longest + 1)
        },
      ),
    )
  })
})

describe('A long transaction', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Time passes only by the queries of the transaction, each of which takes longer than a slice. */
  function transaction(readsSoFar: () => number) {
    vi.useFakeTimers({ toFake: ['performance'] })
    const copied: string[] = []
    const work = async () => {
      vi.advanceTimersByTime(20)
      return []
    }
    const connection = {
      query: work,
      read: work,
      script: work,
      async copyIn(_sql: string, pieces: Iterable<string>) {
        copied.push(...pieces)
        await work()
      },
    } as unknown as Connection
    return { sliced: inSlices(connection, readsSoFar), copied }
  }

  const pieces = ['a\nb\nc\n', 'd\ne\nf\n', 'g\nh\ni\n', 'j\nk\nl\n']

  it('copies whole pieces while nobody reads', async () => {
    const { sliced, copied } = transaction(() => 7)
    await sliced.copyIn?.('copy', pieces)
    expect(copied).toEqual(pieces)
  })

  it('copies parts of them from the time that somebody reads', async () => {
    let reads = 0
    const { sliced, copied } = transaction(() => reads)
    await sliced.query('select', [])
    setImmediate(() => {
      reads += 1
    })
    await sliced.copyIn?.('copy', pieces)
    expect(copied[0]).toBe(pieces[0])
    expect(copied.slice(1)).toEqual(pieces.slice(1).join('').match(/.\n/g))
  })

  it('waits for all queries of a request, and not for the next request', async () => {
    let reads = 0
    const { sliced } = transaction(() => reads)
    await sliced.query('select', [])
    /** A query every other turn of the event loop. */
    const request = async (queries: number) => {
      for (let number = 0; number < 2 * queries; number += 1) {
        await new Promise(setImmediate)
        if (number % 2 === 0) reads += 1
      }
    }
    const reading = request(5)
    await sliced.query('select', [])
    expect(reads).toBe(5)
    await reading
  })
})

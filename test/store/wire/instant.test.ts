/** Instants as PostgreSQL has them in memory, and as digits. Those that it writes for people are in `values.test.ts`. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantForm, instantMsAt, writeInstant } from '../../../src/store/wire/instant.ts'
import { anyInstant } from '../../import/anyWorkspaceFile.ts'

const dayMs = 24 * 60 * 60 * 1000
const [first, last] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Digits written over others, with something on both sides. */
function written(ms: number): string {
  const bytes = Buffer.from(`<${instantForm}>`)
  writeInstant(bytes, 1, ms)
  return bytes.toString('latin1')
}

const microseconds = (instant: string): bigint =>
  BigInt(Date.parse(instant) - Date.parse('2000-01-01T00:00:00.000Z')) * 1000n

/** A value of eight bytes with its length ahead of it, somewhere in a row. */
function binary(value: bigint): Buffer {
  const bytes = Buffer.alloc(3 + 4 + 8)
  bytes.writeInt32BE(8, 3)
  bytes.writeBigInt64BE(value, 3 + 4)
  return bytes
}

/** Every day of 400 years, after which the calendar begins anew, and both ends of every month of all years. */
function* calendar(): Iterable<number> {
  const [start, end] = [Date.parse('2000-01-01T00:00:00.000Z'), Date.parse('2400-01-01T00:00:00.000Z')]
  for (let day = start; day < end; day += dayMs) yield day
  for (let month = 0; month < 12 * 10_000; month += 1) {
    const firstDay = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)
    const lastDay = new Date(0).setUTCFullYear(Math.floor(month / 12), (month % 12) + 1, 0)
    yield* [firstDay, lastDay]
  }
}

describe('an instant', () => {
  it('is written as the calendar has it, through ten thousand years', () => {
    const wrong: string[] = []
    for (const day of calendar()) {
      const expected = `<${new Date(day).toISOString()}>`
      if (written(day) !== expected) wrong.push(expected)
    }
    expect(wrong).toEqual([])
  })

  it('is written with all its digits, at any time of a day', () => {
    fc.assert(
      fc.property(anyInstant, instant => {
        expect(written(Date.parse(instant))).toBe(`<${instant}>`)
      }),
      { numRuns: 1_000 },
    )
    for (const edge of [first, last, 0, -1, -dayMs]) {
      expect(written(edge)).toBe(`<${new Date(edge).toISOString()}>`)
    }
  })

  it.each([first - 1, last + 1, Number.POSITIVE_INFINITY, Number.NaN])('of %d ms is refused', ms => {
    expect(() => written(ms)).toThrow(RangeError)
  })

  it('is read from its eight bytes to the millisecond, however far it is from 2000', () => {
    fc.assert(
      fc.property(anyInstant, instant => {
        expect(instantMsAt(binary(microseconds(instant)), 3)).toBe(Date.parse(instant))
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Instants in PostgreSQL's binary form, and as digits. Its text form is tested in `values.test.ts`. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantForm, instantMsAt, writeInstant } from '../../../src/postgres/protocol/instant.ts'
import { anyInstant } from '../../support/anyValues.ts'

const dayMs = 24 * 60 * 60 * 1000
const [first, last] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Overwrites the digits of the form, between two other characters. */
const bytes = Buffer.from(`<${instantForm}>`)
function written(ms: number): string {
  writeInstant(bytes, 1, ms)
  return bytes.toString('latin1')
}

const microseconds = (instant: string): bigint =>
  BigInt(Date.parse(instant) - Date.parse('2000-01-01T00:00:00.000Z')) * 1000n

/** A value of eight bytes after its length, somewhere in a row. */
function binary(value: bigint): Buffer {
  const bytes = Buffer.alloc(3 + 8)
  bytes.writeBigInt64BE(value, 3)
  return bytes
}

describe('an instant', () => {
  const wronglyWritten = (days: number[]): string[] =>
    days
      .map(day => `<${new Date(day).toISOString()}>`)
      .filter((expected, index) => written(days[index] ?? 0) !== expected)

  it('is written correctly for every day of the 400-year cycle of the calendar', () => {
    const end = Date.parse('0400-01-01T00:00:00.000Z')
    const days = Array.from({ length: (end - first) / dayMs }, (_, day) => first + day * dayMs)
    expect(days).toHaveLength(146_097)
    expect(wronglyWritten(days)).toEqual([])
  })

  it('is written correctly around the end of February and of the year, in all ten thousand years', () => {
    const years = Array.from({ length: 10_000 }, (_, year) => String(year).padStart(4, '0'))
    const days = years.flatMap(year => {
      const march = Date.parse(`${year}-03-01T00:00:00.000Z`)
      return [`${year}-01-01`, `${year}-12-31`]
        .map(Date.parse)
        .concat(march, march - dayMs, march - 2 * dayMs)
    })
    expect(days).toHaveLength(50_000)
    expect(wronglyWritten(days)).toEqual([])
  })

  it('is written with all its digits, at any time of day', () => {
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

  it.each([first - 1, last + 1, Number.POSITIVE_INFINITY, Number.NaN])(
    'throws for %d ms, which has no year of four digits',
    ms => {
      expect(() => written(ms)).toThrow(RangeError)
    },
  )

  it('is read exactly to the millisecond, however far it is from 2000', () => {
    fc.assert(
      fc.property(anyInstant, instant => {
        expect(instantMsAt(binary(microseconds(instant)), 3)).toBe(Date.parse(instant))
      }),
      { numRuns: 1_000 },
    )
  })
})

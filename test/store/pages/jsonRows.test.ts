import { describe, expect, it } from 'vitest'
import { JsonRows, noRows } from '../../../src/store/pages/jsonRows.ts'

/** Two rows with this many free bytes before and after them. */
function twoRows(ahead: number, behind: number): JsonRows {
  const text = '{"a":"é"},{"b":2}'
  const bytes = new Uint8Array(ahead + Buffer.byteLength(text) + behind)
  bytes.set(Buffer.from(text), ahead)
  const rows = new Uint8Array(bytes.buffer, ahead, Buffer.byteLength(text))
  return new JsonRows(rows, [Buffer.byteLength('{"a":"é"}'), rows.length])
}

const [ahead, behind] = ['{"data":[', '],"next":"ü"}']
const whole = `${ahead}{"a":"é"},{"b":2}${behind}`
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe('JSON rows', () => {
  const rooms = [
    [0, 0],
    [ahead.length - 1, 100],
    [ahead.length, 100],
    [100, Buffer.byteLength(behind) - 1],
    [100, Buffer.byteLength(behind)],
    [100, 100],
  ] as const

  it.each(rooms)('are wrapped in a prefix and a suffix, with room for %d and %d bytes', (before, after) => {
    const rows = twoRows(before, after)
    const bytes = rows.between(ahead, behind)
    expect(textOf(bytes)).toBe(whole)
    expect(rows.texts()).toEqual(['{"a":"é"}', '{"b":2}'])
    expect(rows.length).toBe(2)
  })

  it('are copied only if there is not enough room', () => {
    const isCopied = (before: number, after: number): boolean => {
      const rows = twoRows(before, after)
      return rows.between(ahead, behind).buffer !== rows.bytes.buffer
    }
    expect(rooms.map(([before, after]) => isCopied(before, after))).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ])
  })

  it('can be empty, and two replies without rows do not overwrite each other', () => {
    const [one, other] = [noRows.between('[', ']'), noRows.between('{', '}')]
    expect([textOf(one), textOf(other)]).toEqual(['[]', '{}'])
    expect(noRows.texts()).toEqual([])
  })
})

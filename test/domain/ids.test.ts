import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IdKind, idSequence, newId } from '../../src/domain/ids.ts'

const kinds: IdKind[] = ['com', 'acc', 'txn', 'cat', 'bil', 'pye', 'key', 'wsp', 'aud', 'req']
const kind = fc.constantFrom(...kinds)
/** Up to the year 10889, the limit of 48 bits of milliseconds. */
const instant = fc.nat({ max: 2 ** 48 - 1 })

test('a new id is its kind and 26 characters that are hard to misread', () => {
  fc.assert(
    fc.property(kind, instant, (of, nowMs) => {
      expect(newId(of, nowMs)).toMatch(new RegExp(`^${of}_[0-9A-HJKMNP-TV-Z]{26}$`))
    }),
  )
})

test('ids sort by creation time, to the millisecond', () => {
  fc.assert(
    fc.property(kind, instant, instant, (of, one, other) => {
      fc.pre(one !== other)
      expect(newId(of, one) < newId(of, other)).toBe(one < other)
    }),
  )
  const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
  expect(newId('txn', nowMs) < newId('txn', nowMs + 1)).toBe(true)
})

test('the first 10 of the 26 characters are the milliseconds in base 32', () => {
  expect(newId('key', 0).slice(0, 14)).toBe('key_0000000000')
  expect(newId('key', 31).slice(0, 14)).toBe('key_000000000Z')
  expect(newId('key', 32).slice(0, 14)).toBe('key_0000000010')
  expect(newId('key', 2 ** 48 - 1).slice(0, 14)).toBe('key_7ZZZZZZZZZ')
})

test('ids of the same millisecond are all different, in each of their last 16 characters', () => {
  const made = Array.from({ length: 2_000 }, () => newId('txn', 0))
  expect(new Set(made).size).toBe(2_000)
  for (let at = 14; at < 30; at += 1) {
    expect(new Set(made.map(id => id.charAt(at))).size, `character ${at}`).toBe(32)
  }
})

test('ids of a sequence are like others, differ, and sort in the order in which they were made', () => {
  fc.assert(
    fc.property(kind, instant, (of, nowMs) => {
      const next = idSequence(of, nowMs)
      const ids = Array.from({ length: 200 }, () => next())
      expect(ids.every(id => new RegExp(`^${of}_[0-9A-HJKMNP-TV-Z]{26}$`).test(id))).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.toSorted()).toEqual(ids)
      expect(ids[0]?.slice(0, 14)).toBe(newId(of, nowMs).slice(0, 14))
    }),
  )
})

test('two sequences of one millisecond have no id in common', () => {
  const [one, other] = [idSequence('txn', 0), idSequence('txn', 0)]
  expect(one().slice(0, -8)).not.toBe(other().slice(0, -8))
})

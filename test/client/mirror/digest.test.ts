import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference, hashOfMark, hexOf, Sum } from '../../../src/client/mirror/digest.ts'
import { resourcesDefault } from '../../../src/client/mirror/mirror.ts'
import { pageRows } from '../../../src/client/mirror/reads.ts'
import { sha256 } from '../../../src/client/mirror/sha256.ts'
import { changeResources } from '../../../src/contract/changes.ts'
import { pageRowsMax } from '../../../src/contract/primitives.ts'
import { randomStream } from '../../../src/demo/random.ts'

const hexOfAll = (words: Uint32Array): string =>
  [...words].map(word => word.toString(16).padStart(8, '0')).join('')

test('SHA-256 gives what the platform gives, for texts of any length and script', () => {
  const { below } = randomStream('texts')
  for (let length = 0; length < 300; length += 1) {
    const ascii = 'a'.repeat(length)
    const any = Array.from({ length }, () => String.fromCodePoint(below(0xd800))).join('')
    for (const text of [ascii, any, `😀${any}`]) {
      expect(hexOfAll(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'))
    }
  }
})

test('a digest is the sum modulo 2^128 of the first 16 bytes, in any order', () => {
  const marks = fc.array(fc.record({ id: fc.string(), at: fc.string(), day: fc.constant(null) }))
  fc.assert(
    fc.property(marks, all => {
      const sum = all.reduce((total, { id, at }) => {
        const hex = createHash('sha256').update(`${id}\n${at}`).digest('hex').slice(0, 32)
        return (total + BigInt(`0x${hex}`)) % (1n << 128n)
      }, 0n)
      const [there, back] = [new Sum(), new Sum()]
      for (const mark of all) there.add(hashOfMark(mark))
      for (const mark of all.toReversed()) back.add(hashOfMark(mark))
      const hex = sum.toString(16).padStart(32, '0')
      expect([there.digest, back.digest, there.rows]).toEqual([hex, hex, all.length])
    }),
  )
})

test('a sum stays exact over millions of rows', () => {
  const largest = [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xfffffffe]
  const sum = new Sum()
  const rows = 2_300_000
  for (let row = 0; row < rows; row += 1) sum.add(largest)
  const expected = (1n << 128n) - BigInt(rows) * 2n
  expect(sum.digest).toBe(expected.toString(16).padStart(32, '0'))
})

test('the difference of two digests is what must be added to one for the other', () => {
  const words = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(0xffff_ffff)))
  fc.assert(
    fc.property(words, words, (a, b) => {
      const sum = new Sum()
      sum.add(a)
      sum.add(b)
      expect(difference(sum.digest, hexOf(a))).toBe(hexOf(b))
    }),
  )
})

test('the client knows the resources and the page size of the contract, which it does not load', () => {
  expect(resourcesDefault).toEqual(changeResources)
  expect(pageRows).toBe(pageRowsMax)
})

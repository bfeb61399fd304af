import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BytesMap } from '../../../src/postgres/protocol/bytesMap.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'

const anyName = fc.string({ unit: anyCodePoint, maxLength: 12 })

function foundIn(map: BytesMap<string>, name: string, ahead = '', behind = ''): string | undefined {
  const bytes = Buffer.from(ahead + name + behind)
  const start = Buffer.byteLength(ahead)
  return map.get(bytes, start, start + Buffer.byteLength(name))
}

const mapOf = (names: readonly string[]): BytesMap<string> =>
  new BytesMap(names.map(name => [name, `value of ${name}`]))

describe('BytesMap', () => {
  it('finds the value of each name whatever bytes surround it, and nothing for other names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName), fc.uniqueArray(anyName), anyName, (names, others, around) => {
        const map = mapOf(names)
        for (const name of names) expect(foundIn(map, name, around, around)).toBe(`value of ${name}`)
        for (const other of others.filter(each => !names.includes(each))) {
          expect(foundIn(map, other, around, around)).toBeUndefined()
        }
      }),
    )
  })

  it('distinguishes names with the same hash', () => {
    // With a factor of 31, Aa and BB have the same hash.
    const names = ['Aa', 'BB'].flatMap(first => ['Aa', 'BB'].map(second => `cat_${first}${second}`))
    const map = mapOf(names.slice(0, 3))
    for (const name of names.slice(0, 3)) expect(foundIn(map, name)).toBe(`value of ${name}`)
    expect(foundIn(map, names[3] ?? '')).toBeUndefined()
  })

  it('does not find a part or an extension of a name', () => {
    const map = mapOf(['cat_1', '\0a'])
    for (const other of ['cat_', 'at_1', 'cat_12', 'a', '\0', '']) expect(foundIn(map, other)).toBeUndefined()
  })
})

/** Checks network lists against a simple BigInt implementation, with random networks and addresses. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseNetworks } from '../../src/domain/access/networks.ts'

type Family = 4 | 6
interface Range {
  family: Family
  value: bigint
  prefixBits: number
}

const bitsOf = { 4: 32, 6: 128 } as const

const startOf = ({ family, value, prefixBits }: Range): bigint => {
  const zeroBits = BigInt(bitsOf[family] - prefixBits)
  return (value >> zeroBits) << zeroBits
}

const isIn = (family: Family, value: bigint, range: Range): boolean =>
  family === range.family && startOf({ ...range, value }) === startOf(range)

/** IPv6 with all eight groups, so that nothing here needs to know how to shorten one. */
function written(family: Family, value: bigint): string {
  const groupBits = family === 4 ? 8 : 16
  const groups = Array.from({ length: bitsOf[family] / groupBits }, (_, index) =>
    Number((value >> BigInt(bitsOf[family] - groupBits * (index + 1))) & BigInt(2 ** groupBits - 1)),
  )
  return family === 4 ? groups.join('.') : groups.map(group => group.toString(16)).join(':')
}

const families = fc.constantFrom<Family>(4, 6)
/** Some random, some close together, so that networks and addresses overlap often. */
const values = (family: Family) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << BigInt(bitsOf[family])) - 1n }),
    fc.bigInt({ min: 0n, max: 1023n }),
    fc.bigInt({ min: 0n, max: 255n }).map(low => (0x0an << BigInt(bitsOf[family] - 8)) | low),
  )
const ranges = families.chain(family =>
  fc.record({
    family: fc.constant(family),
    value: values(family),
    prefixBits: fc.integer({ min: 0, max: bitsOf[family] }),
  }),
)
/** Any address, or one that differs from a network's start in one bit, where mistakes are most likely. */
const cases = fc.array(ranges, { minLength: 1, maxLength: 10 }).chain(list =>
  fc.record({
    list: fc.constant(list),
    addresses: fc.array(
      fc.oneof(
        families.chain(family => values(family).map(value => ({ family, value }))),
        fc.tuple(fc.constantFrom(...list), fc.nat(127)).map(([range, bit]) => ({
          family: range.family,
          value: startOf(range) ^ (1n << BigInt(bit % bitsOf[range.family])),
        })),
      ),
      { minLength: 20, maxLength: 20 },
    ),
  }),
)

/** We read IPv4 inside IPv6 as IPv4, which the simple implementation does not, so such addresses are left out. */
const isMapped = (family: Family, value: bigint): boolean => family === 6 && value >> 32n === 0xffffn

it('a list contains an address if and only if it shares the prefix of one of its networks', () => {
  fc.assert(
    fc.property(cases, ({ list, addresses }) => {
      fc.pre(!list.some(({ family, value }) => isMapped(family, value)))
      const parsed = parseNetworks(
        list.map(range => `${written(range.family, startOf(range))}/${range.prefixBits}`),
      )
      if ('mistake' in parsed) throw new Error(parsed.mistake)
      for (const { family, value } of addresses) {
        if (isMapped(family, value)) continue
        const expected = list.some(range => isIn(family, value, range))
        const spellings = [written(family, value), ...(family === 4 ? [`::ffff:${written(4, value)}`] : [])]
        // A plain comparison, because `expect` would take most of the time here.
        for (const address of spellings) {
          if (parsed.networks.has(address) !== expected) throw new Error(`${address}: expected ${expected}`)
        }
      }
      // The canonical form is what is stored, so parsing it again must give the same.
      const again = parseNetworks(parsed.networks.entries)
      expect('networks' in again && again.networks.entries).toEqual(parsed.networks.entries)
    }),
    { numRuns: 300 },
  )
})

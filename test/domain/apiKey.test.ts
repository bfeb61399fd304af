import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiryDayOptions } from '../../src/contract/console/keys.ts'
import {
  hashSecret,
  isWellFormedSecret,
  keyPrefix,
  newSecret,
  visibleStart,
} from '../../src/domain/access/apiKey.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 as in zip, bit by bit, so that it shares no code with what it checks. */
function crc32(text: string): number {
  let rest = 0xffffffff
  for (const byte of Buffer.from(text, 'ascii')) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

/** Six digits in base 62, most significant first. */
function inBase62(value: number): string {
  return [5, 4, 3, 2, 1, 0].map(power => digits.charAt(Math.floor(value / 62 ** power) % 62)).join('')
}

const secretOf = (random: string): string => `florin_${random}${inBase62(crc32(random))}`

const randomPart = fc.string({ unit: fc.constantFrom(...digits), minLength: 34, maxLength: 34 })
const secret = randomPart.map(secretOf)
const position = fc.nat({ max: 46 })

describe('the checksum in this test', () => {
  test('is CRC-32 as in zip', () => {
    expect(crc32('123456789')).toBe(0xcbf43926)
    expect(inBase62(0xffffffff)).toBe('4gfFC3')
    expect(inBase62(0)).toBe('000000')
  })
})

describe('a new secret', () => {
  test('is florin_ and 40 letters and digits', () => {
    expect(keyPrefix).toBe('florin_')
    for (let count = 0; count < 200; count += 1) expect(newSecret()).toMatch(/^florin_[0-9A-Za-z]{40}$/)
  })

  test('ends with the checksum of the 34 characters before it: CRC-32 in base 62, left-padded with 0', () => {
    for (let count = 0; count < 200; count += 1) {
      const made = newSecret()
      expect(made).toBe(secretOf(made.slice(7, 41)))
      expect(isWellFormedSecret(made)).toBe(true)
    }
  })

  test('is always different, and uses every letter and digit', () => {
    const made = Array.from({ length: 200 }, newSecret)
    expect(new Set(made).size).toBe(200)
    const used = new Set(made.flatMap(each => [...each.slice(7, 41)]))
    expect([...used].sort().join('')).toBe(digits)
  })
})

describe('a secret is accepted', () => {
  test('if it is any 34 letters and digits with their checksum', () => {
    fc.assert(fc.property(secret, each => isWellFormedSecret(each)))
  })

  test('if its checksum starts with zeros', () => {
    // Found by counting up: its CRC-32 is below 62^4.
    const random = Array.from({ length: 2_000 }, (_, number) => String(number).padStart(34, 'A')).find(
      each => crc32(each) < 62 ** 4,
    )
    expect(random).toBeDefined()
    const padded = secretOf(random ?? '')
    expect(padded.slice(41, 43)).toBe('00')
    expect(isWellFormedSecret(padded)).toBe(true)
  })
})

describe('a secret is rejected', () => {
  test('if any single character is changed', () => {
    const otherUnit = fc.nat({ max: 0xffff }).map(unit => String.fromCharCode(unit))
    const anyUnit = fc.oneof(fc.constantFrom(...digits), otherUnit)
    fc.assert(
      fc.property(secret, position, anyUnit, (good, at, unit) => {
        fc.pre(good.charAt(at) !== unit)
        return !isWellFormedSecret(good.slice(0, at) + unit + good.slice(at + 1))
      }),
      { numRuns: 1_000 },
    )
  })

  test('if any two neighbouring characters are swapped', () => {
    fc.assert(
      fc.property(secret, fc.nat({ max: 45 }), (good, at) => {
        fc.pre(good.charAt(at) !== good.charAt(at + 1))
        const swapped = good.slice(0, at) + good.charAt(at + 1) + good.charAt(at) + good.slice(at + 2)
        return !isWellFormedSecret(swapped)
      }),
      { numRuns: 1_000 },
    )
  })

  test('if it is cut off at either end, or has anything before or after it', () => {
    fc.assert(
      fc.property(secret, fc.integer({ min: 1, max: 47 }), (good, count) => {
        return !isWellFormedSecret(good.slice(count)) && !isWellFormedSecret(good.slice(0, -count))
      }),
    )
    const good = newSecret()
    for (const more of [' ', '\n', '\0', '0', 'A', '\u00e9', good]) {
      expect(isWellFormedSecret(good + more), JSON.stringify(more)).toBe(false)
      expect(isWellFormedSecret(more + good), JSON.stringify(more)).toBe(false)
    }
  })

  test('if it has the wrong prefix, even if the checksum matches', () => {
    const good = newSecret()
    for (const prefix of ['', 'florin', 'florin-', 'FLORIN_', 'Florin_', 'florin__', 'sk_']) {
      expect(isWellFormedSecret(prefix + good.slice(7)), prefix).toBe(false)
    }
  })

  test('if it contains a letter or digit of another script', () => {
    const good = newSecret()
    for (const unit of ['\u0660', '\uff10', '\u00df', '\u0130', '\u212a']) {
      const random = good.slice(7, 40) + unit
      expect(isWellFormedSecret(`florin_${random}${inBase62(crc32(random))}`), unit).toBe(false)
    }
  })
})

describe('the stored part of a secret', () => {
  test('is a SHA-256 hash, equal only for equal secrets', () => {
    // sha256('abc'), the example of FIPS 180-2.
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hashSecret('abc'), 'base64url').toString('hex')).toBe(expected)
    fc.assert(
      fc.property(
        secret,
        secret,
        (one, other) => (hashSecret(one) === hashSecret(other)) === (one === other),
      ),
    )
  })

  test('does not contain any part of the secret', () => {
    fc.assert(
      fc.property(secret, each => {
        const parts = Array.from({ length: 47 - 7 }, (_, at) => each.slice(at, at + 8))
        return !parts.some(part => hashSecret(each).includes(part))
      }),
    )
  })

  test('includes its first characters: the prefix and six more', () => {
    fc.assert(fc.property(secret, each => visibleStart(each) === each.slice(0, 13)))
  })
})

test('a key expires in 30, 90 or 365 days', () => {
  expect(expiryDayOptions).toEqual([30, 90, 365])
})

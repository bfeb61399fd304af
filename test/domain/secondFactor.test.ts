import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hashRecoveryCode,
  hotp,
  lockSecret,
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  openSecret,
  totpStep,
  totpUri,
} from '../../src/domain/access/secondFactor.ts'
import { keyOf } from '../console/access/people.ts'

const ascii = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length))

/** Base 32 of RFC 4648, implemented independently. */
function base32(bytes: Uint8Array): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (let index = 0; index < (bytes.length * 8) / 5; index += 1) {
    text = letters.charAt(Number(rest % 32n)) + text
    rest /= 32n
  }
  return text
}

const anyKey = fc.uint8Array({ minLength: 20, maxLength: 20 })
const anyInstant = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2100) })

describe('a one-time code', () => {
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter): [number, string] => [counter, code],
    ),
  )('matches RFC 4226, appendix D: counter %i', (counter, code) => {
    expect(hotp(ascii(20), counter)).toBe(code)
  })

  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('matches RFC 6238, appendix B: second %i', (second, sha1, sha256, sha512) => {
    const step = totpStep(second * 1000)
    expect(hotp(ascii(20), step, 8)).toBe(sha1)
    expect(hotp(ascii(32), step, 8, 'sha256')).toBe(sha256)
    expect(hotp(ascii(64), step, 8, 'sha512')).toBe(sha512)
  })

  it('changes every 30 seconds, to the millisecond', () => {
    const start = Date.parse('2026-06-01T12:00:00Z')
    const steps = [-1, 0, 29_999, 30_000].map(ms => totpStep(start + ms) - totpStep(start))
    expect(steps).toEqual([-1, 0, 0, 1])
  })

  it('is accepted for the current step, the previous and the next one only', () => {
    fc.assert(
      fc.property(anyKey, anyInstant, fc.integer({ min: -4, max: 4 }), (bytes, nowMs, away) => {
        const key = Buffer.from(bytes)
        const now = totpStep(nowMs)
        // About one code in a few hundred thousand is valid for two nearby steps.
        const near = [-1, 0, 1].map(each => hotp(key, now + each))
        const code = hotp(key, now + away)
        fc.pre(Math.abs(away) <= 1 ? new Set(near).size === 3 : !near.includes(code))
        const expected = Math.abs(away) <= 1 ? now + away : null
        expect(matchingStep(base32(bytes), code, nowMs, 0)).toBe(expected)
      }),
    )
  })

  it('is rejected once its step or a later one was used', () => {
    const key = ascii(20)
    const nowMs = Date.parse('2026-06-01T12:00:00Z')
    const now = totpStep(nowMs)
    for (const used of [now - 2, now - 1, now, now + 1]) {
      for (const step of [now - 1, now, now + 1]) {
        const found = matchingStep(base32(key), hotp(key, step), nowMs, used)
        expect(found).toBe(step > used ? step : null)
      }
    }
  })

  it('may be typed with spaces, and must have exactly six digits', () => {
    const [key, nowMs] = [ascii(20), 59_000]
    const match = (code: string) => matchingStep(base32(key), code, nowMs, 0)
    const code = hotp(key, 1)
    expect(match(code)).toBe(1)
    expect(match(` ${code.slice(0, 3)} ${code.slice(3)}\t`)).toBe(1)
    for (const wrong of [
      '',
      code.slice(1),
      `${code}0`,
      `0${code}`,
      `-${code}`,
      `${code.slice(0, 5)}x`,
      '１２３４５６',
    ]) {
      expect(match(wrong)).toBeNull()
    }
  })
})

describe('an authenticator secret', () => {
  it('has 160 random bits, written as 32 letters and digits that every app accepts', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret)
    expect(secrets.filter(secret => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([])
    expect(new Set(secrets).size).toBe(50)
  })

  it('is base 32 of RFC 4648, so any other implementation computes the same codes', () => {
    for (let count = 0; count < 50; count += 1) {
      const secret = newTotpSecret()
      expect(base32(keyOf(secret))).toBe(secret)
      expect(matchingStep(secret, hotp(keyOf(secret), totpStep(1e12)), 1e12, 0)).not.toBeNull()
    }
  })

  it('is shown as the URI that authenticators scan, including the account', () => {
    const uri = new URL(totpUri('JBSWY3DPEHPK3PXP', 'ada+test@example.com'))
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Florin:ada+test@example.com',
    ])
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: 'JBSWY3DPEHPK3PXP', issuer: 'Florin' })
  })

  const anyLock = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes))
  const anySecret = anyKey.map(base32)

  it('can be opened with the lock and for the person it was locked for', () => {
    fc.assert(
      fc.property(anySecret, anyLock, fc.string({ unit: 'grapheme' }), (secret, lock, userId) => {
        expect(openSecret(lockSecret(secret, lock, userId), lock, userId)).toBe(secret)
      }),
    )
  })

  it('cannot be opened with another lock, for another person, or once any bit has changed', () => {
    fc.assert(
      fc.property(anySecret, anyLock, anyLock, fc.nat(), (secret, lock, other, place) => {
        fc.pre(!lock.equals(other))
        const locked = lockSecret(secret, lock, 'usr_1')
        expect(() => openSecret(locked, other, 'usr_1')).toThrow()
        expect(() => openSecret(locked, lock, 'usr_2')).toThrow()
        const bytes = Buffer.from(locked, 'base64url')
        const at = place % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ 1
        expect(() => openSecret(bytes.toString('base64url'), lock, 'usr_1')).toThrow()
      }),
    )
  })

  it('is encrypted differently each time, so equal secrets do not look equal', () => {
    const lock = Buffer.alloc(32)
    expect(lockSecret('A', lock, 'usr_1')).not.toBe(lockSecret('A', lock, 'usr_1'))
  })
})

describe('recovery codes', () => {
  it('are ten, with 80 bits each, in groups that are easy to read aloud', () => {
    const codes = newRecoveryCodes()
    expect(codes).toHaveLength(10)
    expect(codes.filter(code => !/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toEqual([])
    expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20)
  })

  it('match in any case and grouping', () => {
    const hash = hashRecoveryCode('ABCD-EFGH-IJKL-MN23')
    for (const same of ['abcdefghijklmn23', ' ABCD EFGH IJKL MN23 ', 'abcd—efgh.ijkl_mn23']) {
      expect(hashRecoveryCode(same)).toBe(hash)
    }
    for (const other of ['ABCD-EFGH-IJKL-MN2', 'ABCD-EFGH-IJKL-MN24', 'BACD-EFGH-IJKL-MN23', '']) {
      expect(hashRecoveryCode(other)).not.toBe(hash)
    }
  })
})

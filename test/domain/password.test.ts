import { scryptSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkPassword, type HashedPassword, hashPassword } from '../../src/domain/access/password.ts'
import { quickHash } from '../console/access/people.ts'
import { derivationsIn } from '../console/access/signIn/scrypt.ts'

const password = 'correct horse battery staple'

describe('a password', () => {
  let hashed: HashedPassword
  let again: HashedPassword

  beforeAll(async () => {
    ;[hashed, again] = await Promise.all([hashPassword(password), hashPassword(password)])
  })

  it('is stored as a scrypt hash with its costs and a random salt', () => {
    expect(hashed.hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    const saltOf = ({ hash }: HashedPassword) => hash.split('$')[4]
    expect(saltOf(again)).not.toBe(saltOf(hashed))
    expect(again.hash).not.toBe(hashed.hash)
    expect(again.lock.equals(hashed.lock)).toBe(false)
  })

  it('is hashed by scrypt: the first half is stored, the second is the lock', () => {
    const [, , , , salt = '', proof] = hashed.hash.split('$')
    const costs = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 }
    const derived = scryptSync(password, Buffer.from(salt, 'base64url'), 64, costs)
    expect(proof).toBe(derived.subarray(0, 32).toString('base64url'))
    expect(hashed.lock.equals(derived.subarray(32))).toBe(true)
    expect(Buffer.from(hashed.hash).includes(hashed.lock.toString('base64url'))).toBe(false)
  })

  it('opens its lock if it is right, with the same result each time', async () => {
    const lock = await checkPassword(password, hashed.hash)
    expect(lock?.equals(hashed.lock)).toBe(true)
  })

  const quick = quickHash(password)

  it.each(['', 'correct horse battery', `${password}!`, password.toUpperCase(), ` ${password}`])(
    'opens nothing if it is wrong: %j',
    async wrong => {
      expect(await checkPassword(wrong, quick)).toBeNull()
    },
  )

  it('is checked with the costs it was stored with, so that they can be raised for new ones', async () => {
    const derivations = await derivationsIn(async () => {
      expect((await checkPassword(password, quick))?.length).toBe(32)
    })
    expect(derivations).toEqual([{ costs: expect.objectContaining({ N: 2, r: 8, p: 1 }), length: 64 }])
  })

  it('matches in any Unicode form', async () => {
    const composed = await checkPassword('Zo\u00eb \ufb01nds', quickHash('Zoe\u0308 finds'))
    expect(composed).not.toBeNull()
  })

  it('is rejected after the same work if the account does not exist', async () => {
    const derivations = await derivationsIn(async () => {
      expect(await checkPassword(password, null)).toBeNull()
    })
    expect(derivations).toEqual([{ costs: expect.objectContaining({ N: 2 ** 15, r: 8, p: 3 }), length: 64 }])
  })
})

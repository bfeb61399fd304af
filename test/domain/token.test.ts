import { describe, expect, it } from 'vitest'
import { hashToken, newToken } from '../../src/domain/access/token.ts'

describe('a token', () => {
  it('has 256 random bits, and needs no escaping in a cookie or URL', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(tokens.filter(token => !/^[\w-]{43}$/.test(token))).toEqual([])
    expect(tokens.map(token => Buffer.from(token, 'base64url').length)).toEqual(Array(200).fill(32))
    expect(new Set(tokens).size).toBe(200)
  })

  it('is random in every bit', () => {
    const bytes = Array.from({ length: 200 }, () => Buffer.from(newToken(), 'base64url'))
    const both = Array.from({ length: 256 }, (_, bit) =>
      bytes.map(token => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1),
    )
    // The chance that any of 256 bits is equal in all 200 tokens is about 1 in 10^57.
    expect(both.filter(values => new Set(values).size === 1)).toEqual([])
  })

  it('is stored as its SHA-256', () => {
    // echo -n abc | sha256sum
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hashToken('abc'), 'base64url').toString('hex')).toBe(known)
  })
})

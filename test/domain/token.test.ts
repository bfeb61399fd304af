import { describe, expect, it } from 'vitest'
import { hashToken, newToken } from '../../src/domain/access/token.ts'

describe('a token', () => {
  it('is 256 bits of chance that a cookie and a URL can carry as they are', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(tokens.filter(token => !/^[\w-]{43}$/.test(token))).toEqual([])
    expect(tokens.map(token => Buffer.from(token, 'base64url').length)).toEqual(Array(200).fill(32))
    expect(new Set(tokens).size).toBe(200)
  })

  it('has chance in every one of its bits', () => {
    const bytes = Array.from({ length: 200 }, () => Buffer.from(newToken(), 'base64url'))
    const both = Array.from({ length: 256 }, (_, bit) =>
      bytes.map(token => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1),
    )
    // One of 256 bits that is the same in 200 tokens comes about once in 10^57 runs.
    expect(both.filter(values => new Set(values).size === 1)).toEqual([])
  })

  it('is kept as its SHA-256', () => {
    // echo -n abc | sha256sum
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hashToken('abc'), 'base64url').toString('hex')).toBe(known)
  })
})

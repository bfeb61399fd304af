/** The file with the secret of an embedded store. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../src/main/failure.ts'
import { masterSecret } from '../../../src/main/webhooks/masterSecret.ts'

describe('The secret of an embedded store', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-secret-'))
    path = join(folder, 'secret')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const read = (secret: string | null = null) =>
    masterSecret(
      { secret },
      {
        ...{ wasOpen: false, storePath: '', controlSocketPath: '', secretPath: path },
        release: async () => undefined,
      },
    )

  it('is made once, in a file that only its owner can read, and nothing else is left behind', () => {
    const made = read()
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret'])
    expect(read()).toBe(made)
    expect(readFileSync(path, 'utf8')).toBe(`${made}\n`)
  })

  it('is closed to others again if it was opened', () => {
    const made = read()
    chmodSync(path, 0o644)
    expect(read()).toBe(made)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('replaces what an interrupted start has left', () => {
    writeFileSync(`${path}.partial`, 'half', { mode: 0o644 })
    const made = read()
    expect(readFileSync(path, 'utf8')).toBe(`${made}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is never replaced by itself: a damaged file stops the start', () => {
    writeFileSync(path, 'short\n')
    expect(() => read()).toThrow(Failure)
    expect(() => read()).toThrow('is damaged')
    expect(readFileSync(path, 'utf8')).toBe('short\n')
  })

  it('is neither made nor read if FLORIN_SECRET is set, and there is none for a database server', () => {
    expect(read('a secret of more than 32 characters')).toBe('a secret of more than 32 characters')
    expect(existsSync(path)).toBe(false)
    expect(masterSecret({ secret: null }, null)).toBeNull()
  })
})

/**
 * The secret that all secrets of webhooks are derived from. For the embedded store, the first start makes one next to
 * it, in a file that only its owner can read. It is not part of a backup: a person who has the data does not have it.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { masterSecretLengthMin } from '../../domain/webhooks/secrets.ts'
import type { Config } from '../config.ts'
import type { DataFolder } from '../dataFolder.ts'
import { Failure } from '../failure.ts'

const randomBytesCount = 32

/** Null if webhooks are off: there is a database server, and FLORIN_SECRET is not set. */
export function masterSecret(
  { secret }: Pick<Config, 'secret'>,
  dataFolder: DataFolder | null,
): string | null {
  if (secret !== null) return secret
  return dataFolder === null ? null : secretIn(dataFolder.secretPath)
}

/** The caller holds the folder's lock, so nobody else makes one at the same time. */
function secretIn(path: string): string {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text.length < masterSecretLengthMin) throw new Failure(`${path} is damaged. ${advice}`)
    chmodSync(path, 0o600)
    return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return newSecretIn(path)
    throw code === undefined ? error : new Failure(`${path} cannot be read (${code}). ${advice}`)
  }
}

const advice =
  'Webhooks are signed with it: restore it, or delete it to have a new one made, which disables all webhooks.'

/** A file that is there has its whole content, even after a crash. */
function newSecretIn(path: string): string {
  const text = randomBytes(randomBytesCount).toString('base64url')
  const partial = `${path}.partial`
  const file = openSync(partial, 'w', 0o600)
  try {
    chmodSync(partial, 0o600)
    writeSync(file, `${text}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(partial, path)
  return text
}

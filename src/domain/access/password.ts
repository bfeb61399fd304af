/**
 * Passwords, stored as scrypt hashes. One derivation gives two independent halves: the first is stored and
 * verifies the password; the second is never stored and encrypts data that only the owner's sign-in may
 * open.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MB and three passes: as strong against guessing as one pass over 128 MB. */
const costs = { logN: 15, r: 8, p: 3 }
const halfBytes = 32
const saltBytes = 16
const memoryBytesMax = 64 * 1024 * 1024

export interface HashedPassword {
  hash: string
  lock: Buffer
}

export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(saltBytes)
  const { proof, lock } = await derive(password, salt, costs)
  const { logN, r, p } = costs
  return {
    hash: ['scrypt', logN, r, p, salt.toString('base64url'), proof.toString('base64url')].join('$'),
    lock,
  }
}

/** Checked if the account does not exist, so that both cases take the same time. */
const nobody = ['scrypt', costs.logN, costs.r, costs.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

/** Returns the lock that the password opens, or null if the password is wrong or the account does not exist. */
export async function checkPassword(password: string, stored: string | null): Promise<Buffer | null> {
  const [, logN, r, p, salt = '', proof = ''] = (stored ?? nobody).split('$')
  const given = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), given)
  const matches = timingSafeEqual(derived.proof, Buffer.from(proof, 'base64url'))
  return matches && stored !== null ? derived.lock : null
}

interface Derived {
  proof: Buffer
  lock: Buffer
}

function derive(password: string, salt: Buffer, { logN, r, p }: typeof costs): Promise<Derived> {
  // Different keyboards may produce different code points for the same password.
  const normalised = password.normalize('NFKC')
  const options = { N: 2 ** logN, r, p, maxmem: memoryBytesMax }
  return new Promise((settle, fail) => {
    scrypt(normalised, salt, 2 * halfBytes, options, (error, key) => {
      if (error) fail(error)
      else settle({ proof: key.subarray(0, halfBytes), lock: key.subarray(halfBytes) })
    })
  })
}

/** The digest of the API, computed independently: SHA-256 and whole numbers, nothing of the service. */
import { createHash } from 'node:crypto'

const modulus = 2n ** 128n

/** What one row adds to the digest. */
export function rowDigest(id: string, at: string): bigint {
  const hash = createHash('sha256').update(`${id}\n${at}`).digest()
  return BigInt(`0x${hash.subarray(0, 16).toString('hex')}`)
}

/** A digest that is kept up to date by adding and subtracting rows. */
export class RunningDigest {
  rows = 0
  #sum = 0n

  add(id: string, at: string): void {
    this.rows += 1
    this.#sum += rowDigest(id, at)
  }

  subtract(id: string, at: string): void {
    this.rows -= 1
    this.#sum -= rowDigest(id, at)
  }

  /** Adds a digest in the form of the API. */
  addRange({ rows, digest }: { rows: number; digest: string }): void {
    this.rows += rows
    this.#sum += BigInt(`0x${digest}`)
  }

  get digest(): string {
    return (((this.#sum % modulus) + modulus) % modulus).toString(16).padStart(32, '0')
  }

  /** For comparing. */
  toString(): string {
    return `${this.rows} ${this.digest}`
  }
}

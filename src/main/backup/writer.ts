/** Writes the compressed lines of a backup, with their digests. */
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Failure } from '../failure.ts'
import type { End } from './format.ts'

/** Level 6, the default, takes twice as long and saves 10 %. */
const compressionLevel = 3

export class BackupWriter {
  readonly #gzip = createGzip({ level: compressionLevel })
  readonly #digest = createHash('sha256')
  /** Resolves when everything is written, and rejects as soon as a write fails. */
  readonly #written: Promise<void>
  #tableDigest = createHash('sha256')
  #tableRows = 0
  #tables = 0
  #rows = 0

  constructor(output: Writable) {
    this.#written = pipeline(this.#gzip, output).catch((error: NodeJS.ErrnoException) => {
      throw new Failure(`The backup cannot be written (${error.code ?? error.message}).`)
    })
    // Awaited at the end, or by the write that fails.
    this.#written.catch(() => undefined)
  }

  async line(content: object): Promise<void> {
    await this.#write(Buffer.from(`${JSON.stringify(content)}\n`))
  }

  async rows(lines: Buffer, rows: number): Promise<void> {
    this.#tableDigest.update(lines)
    this.#tableRows += rows
    await this.#write(lines)
  }

  async endTable(): Promise<void> {
    await this.line({ rows: this.#tableRows, sha256: this.#tableDigest.digest('hex') })
    this.#tables += 1
    this.#rows += this.#tableRows
    this.#tableRows = 0
    this.#tableDigest = createHash('sha256')
  }

  async end(): Promise<End> {
    const end = { tables: this.#tables, rows: this.#rows, sha256: this.#digest.copy().digest('hex') }
    await this.line(end)
    this.#gzip.end()
    await this.#written
    return end
  }

  /** Leaves an incomplete file, which the caller deletes. */
  abandon(): void {
    this.#gzip.destroy()
  }

  /** Waits until the output accepts the bytes. */
  async #write(bytes: Buffer): Promise<void> {
    this.#digest.update(bytes)
    const accepted = new Promise<void>((settle, fail) => {
      this.#gzip.write(bytes, error => (error ? fail(error) : settle()))
    })
    // If the output fails, report that error and not the compressor's.
    await Promise.race([accepted.catch(() => this.#written), this.#written])
  }
}

/**
 * Builds JSON from the bytes that PostgreSQL sends. Going through strings means decoding and encoding everything again,
 * which takes longer than the rest of a page.
 */
import { writeInstant } from './instant.ts'

const firstBytes = 64 * 1024
/** A larger buffer is released after use. */
const keptBytesMax = 1024 * 1024

export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  #end = 0

  get length(): number {
    return this.#end
  }

  /** Drops what was written but not taken, for example by a caller that failed. */
  begin(): void {
    this.#end = 0
  }

  /** Copies received bytes that are already JSON. */
  copy(source: Buffer, start: number, end: number): void {
    source.copy(this.#roomFor(end - start), this.#end, start, end)
    this.#end += end - start
  }

  piece(piece: Uint8Array): void {
    this.#roomFor(piece.length).set(piece, this.#end)
    this.#end += piece.length
  }

  character(code: number): void {
    this.#roomFor(1)[this.#end] = code
    this.#end += 1
  }

  /** Overwrites the `instantForm` that begins `bytesBack` bytes before the end. */
  instant(ms: number, bytesBack: number): void {
    writeInstant(this.#bytes, this.#end - bytesBack, ms)
  }

  /** Returns everything written so far in a buffer of the caller's own, with spare room before and after it. */
  take(ahead = 0, behind = 0): Uint8Array<ArrayBuffer> {
    const end = ahead + this.#end
    const taken = Buffer.allocUnsafeSlow(end + behind)
    this.#bytes.copy(taken, ahead, 0, this.#end)
    this.#end = 0
    if (this.#bytes.length > keptBytesMax) this.#bytes = Buffer.allocUnsafeSlow(firstBytes)
    return new Uint8Array(taken.buffer, ahead, end - ahead)
  }

  #roomFor(count: number): Buffer {
    const needed = this.#end + count
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#end)
      this.#bytes = larger
    }
    return this.#bytes
  }
}

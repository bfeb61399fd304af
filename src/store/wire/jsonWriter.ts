/**
 * JSON put together from bytes as PostgreSQL sends them. Texts in between would be decoded and encoded again, which takes
 * longer than all the rest of a page.
 */
import { NotInUtc } from './instant.ts'
import { lengthBytes } from './rows.ts'

const firstBytes = 64 * 1024
/** More than that is given back once it was used. */
const keptBytesMax = 1024 * 1024

const [quote, letterT, dot, zero, letterZ, plus] = [...'"T.0Z+'].map(each => each.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
]
const instantBytes = '"2026-03-31T09:30:00.500Z"'.length
const dayLength = '2026-03-31'.length
const secondsLength = '2026-03-31 09:30:00'.length
const fractionDigits = 3
const zoneLength = '+00'.length

export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  #end = 0

  get length(): number {
    return this.#end
  }

  /** Forgets what was written and not taken, as by somebody who failed on the way. */
  begin(): void {
    this.#end = 0
  }

  /** A part of what was received, which is JSON already. */
  copy(source: Buffer, start: number, end: number): void {
    source.copy(this.#roomFor(end - start), this.#end, start, end)
    this.#end += end - start
  }

  piece(piece: Uint8Array): void {
    this.#roomFor(piece.length).set(piece, this.#end)
    this.#end += piece.length
  }

  /** The instant that begins at `at`: `2026-03-31 09:30:00.5+00` becomes `"2026-03-31T09:30:00.500Z"`. */
  instant(source: Buffer, at: number): void {
    const start = at + lengthBytes
    const zone = start + source.readInt32BE(at) - zoneLength
    if (source[zone] !== plus || source[zone + 1] !== zero || source[zone + 2] !== zero) throw new NotInUtc()
    const bytes = this.#roomFor(instantBytes)
    const first = this.#end + 1
    bytes[first - 1] = quote
    for (let index = 0; index < secondsLength; index += 1)
      bytes[first + index] = source[start + index] as number
    bytes[first + dayLength] = letterT
    bytes[first + secondsLength] = dot
    for (let index = secondsLength + 1; index <= secondsLength + fractionDigits; index += 1) {
      bytes[first + index] = start + index < zone ? (source[start + index] as number) : zero
    }
    bytes[first + instantBytes - 3] = letterZ
    bytes[first + instantBytes - 2] = quote
    this.#end += instantBytes
  }

  /** All that was written since the last time, as bytes that are the caller's. */
  take(): Uint8Array<ArrayBuffer> {
    const written = new Uint8Array(this.#bytes.subarray(0, this.#end))
    this.#end = 0
    if (this.#bytes.length > keptBytesMax) this.#bytes = Buffer.allocUnsafeSlow(firstBytes)
    return written
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

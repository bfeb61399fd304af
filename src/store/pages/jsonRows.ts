/** Rows as JSON, ready to be sent. */

const encoder = new TextEncoder()

export class JsonRows {
  /** Separated by commas. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each row ends. */
  readonly #ends: readonly number[]

  constructor(bytes: Uint8Array<ArrayBuffer>, ends: readonly number[]) {
    this.bytes = bytes
    this.#ends = ends
  }

  get length(): number {
    return this.#ends.length
  }

  /**
   * The rows with text before and after them. Copying a page is slow, so the text goes into the memory around the rows
   * if there is room. The next call then overwrites it.
   */
  between(before: string, after: string): Uint8Array<ArrayBuffer> {
    const { buffer, byteOffset, length } = this.bytes
    const [head, tail] = [encoder.encode(before), encoder.encode(after)]
    const size = head.length + length + tail.length
    const start = byteOffset - head.length
    const hasRoom = start >= 0 && start + size <= buffer.byteLength
    const whole = hasRoom ? new Uint8Array(buffer, start, size) : new Uint8Array(size)
    whole.set(head)
    if (!hasRoom) whole.set(this.bytes, head.length)
    whole.set(tail, head.length + length)
    return whole
  }

  /** Each row's JSON. */
  texts(): string[] {
    const { buffer, byteOffset } = this.bytes
    const starts = [0, ...this.#ends.map(end => end + 1)]
    return this.#ends.map((end, index) => {
      const start = starts[index] ?? 0
      return Buffer.from(buffer, byteOffset + start, end - start).toString()
    })
  }
}

export const noRows = new JsonRows(new Uint8Array(0), [])

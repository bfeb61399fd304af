/** Rows as JSON, ready to be sent. */

export class JsonRows {
  /** One after the other, with a comma between two. */
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

  /** For whoever needs each by itself. */
  texts(): string[] {
    const { buffer } = this.bytes
    const starts = [0, ...this.#ends.map(end => end + 1)]
    return this.#ends.map((end, index) =>
      Buffer.from(buffer, starts[index], end - (starts[index] ?? 0)).toString(),
    )
  }
}

export const noRows = new JsonRows(new Uint8Array(0), [])

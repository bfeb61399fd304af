/** Answers' bodies as bytes. */

/** A body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonBytes {
  /** Of memory that is theirs: a slice of what others use would keep all of it. */
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}

const encoder = new TextEncoder()

export const toJsonBytes = (result: unknown): Uint8Array<ArrayBuffer> =>
  result instanceof JsonBytes ? result.bytes : encoder.encode(JSON.stringify(result))

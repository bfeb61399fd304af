/** Values by names that are looked up as they were received: making a text of each only for that takes longer. */

interface Entry<Value> {
  name: Uint8Array
  value: Value
  /** One of another name that has the same hash. */
  other: Entry<Value> | undefined
}

export class BytesMap<Value> {
  readonly #entries = new Map<number, Entry<Value>>()

  /** No two of the names are the same. */
  constructor(named: Iterable<readonly [name: string, value: Value]>) {
    for (const [text, value] of named) {
      const name = Buffer.from(text)
      const hash = hashOf(name, 0, name.length)
      this.#entries.set(hash, { name, value, other: this.#entries.get(hash) })
    }
  }

  /** For the name that stands there. */
  get(bytes: Uint8Array, start: number, end: number): Value | undefined {
    let entry = this.#entries.get(hashOf(bytes, start, end))
    while (entry !== undefined && !isThere(entry.name, bytes, start, end)) entry = entry.other
    return entry?.value
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0
  return hash
}

function isThere(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== name.length) return false
  for (let at = 0; at < name.length; at += 1) if (name[at] !== bytes[start + at]) return false
  return true
}

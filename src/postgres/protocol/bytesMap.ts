/** A map whose keys are looked up as received bytes: decoding each key to a string first takes longer than the lookup. */

interface Entry<Value> {
  name: Uint8Array
  value: Value
  /** Another name with the same hash. */
  other: Entry<Value> | undefined
}

export class BytesMap<Value> {
  readonly #entries = new Map<number, Entry<Value>>()

  /** Names must be unique. */
  constructor(named: Iterable<readonly [name: string, value: Value]>) {
    for (const [text, value] of named) {
      const name = Buffer.from(text)
      const hash = hashOf(name, 0, name.length)
      this.#entries.set(hash, { name, value, other: this.#entries.get(hash) })
    }
  }

  /** The value for the name in `bytes` from `start` to `end`. */
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

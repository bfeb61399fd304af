/** A map that forgets what was used least recently once it weighs too much. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #weightMax: number
  readonly #weigh: (value: Value) => number
  #weight = 0

  constructor(weightMax: number, weigh: (value: Value) => number = () => 1) {
    this.#weightMax = weightMax
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // Put in again, it moves to the end; so the first entry is always the one that was used least recently.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    while (this.#weight > this.#weightMax) this.delete(this.#entries.keys().next().value ?? '')
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weigh(value)
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#entries.entries()
  }
}

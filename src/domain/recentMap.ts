/**
 * A map with a weight limit that drops entries not used recently. Entries live in two halves: used entries
 * move to the recent one, and once that is full, the earlier half is dropped and the recent one takes its
 * place. (Removing the oldest entry one by one is slow, because iterating a Map skips every entry deleted
 * since it last grew.)
 */
export class RecentMap<Value> {
  #recent = new Map<string, Value>()
  #earlier = new Map<string, Value>()
  readonly #halfWeightMax: number
  readonly #weigh: (value: Value) => number
  /** The weight of the recent half. */
  #weight = 0

  /** A value that weighs more than half of `weightMax` is not kept. */
  constructor(weightMax: number, weigh: (value: Value) => number = () => 1) {
    this.#halfWeightMax = weightMax / 2
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const earlier = this.#earlier.get(key)
    if (earlier !== undefined) this.set(key, earlier)
    return earlier
  }

  set(key: string, value: Value): void {
    this.delete(key)
    const weight = this.#weigh(value)
    if (weight > this.#halfWeightMax) return
    if (this.#weight + weight > this.#halfWeightMax) {
      this.#earlier = this.#recent
      this.#recent = new Map()
      this.#weight = 0
    }
    this.#recent.set(key, value)
    this.#weight += weight
  }

  delete(key: string): void {
    const recent = this.#recent.get(key)
    if (recent !== undefined) {
      this.#recent.delete(key)
      this.#weight -= this.#weigh(recent)
    }
    this.#earlier.delete(key)
  }

  *entries(): IterableIterator<[string, Value]> {
    yield* this.#recent
    yield* this.#earlier
  }
}

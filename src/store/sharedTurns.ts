/**
 * Long reads, one at a time. Work is named: whoever asks for the same work while it waits for its turn shares it, as it
 * has not looked at any row yet. So however many ask, at most one piece of work runs and one of each name waits.
 */
export class SharedTurns {
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #lastOf = new Map<string, Promise<unknown>>()

  /** Work of one line runs in the order in which it came; lines do not wait for each other. */
  run<Result>(line: string, name: string, work: () => Promise<Result>): Promise<Result> {
    // Ids may hold any letters: joined plainly, two pairs could look the same.
    const key = JSON.stringify([line, name])
    const others = this.#waiting.get(key)
    // The name says what is asked for, and so the type of what comes out.
    if (others !== undefined) return others as Promise<Result>
    const before = this.#lastOf.get(line) ?? Promise.resolve()
    const result = before.then(() => {
      this.#waiting.delete(key)
      return work()
    })
    this.#waiting.set(key, result)
    this.#queue(line, result)
    return result
  }

  /** A failure is for those who asked, and not for those who come after. */
  #queue(line: string, result: Promise<unknown>): void {
    const done: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => {
        if (this.#lastOf.get(line) === done) this.#lastOf.delete(line)
      })
    this.#lastOf.set(line, done)
  }
}

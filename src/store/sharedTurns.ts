/**
 * Runs long reads one at a time. A caller that asks for the same named work while it is still waiting shares it, because
 * it has not read any row yet. So at most one piece of work runs and one of each name waits, however many callers ask.
 */
export class SharedTurns {
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #lastOf = new Map<string, Promise<unknown>>()

  /** Work on the same line runs in order. Lines do not wait for each other. */
  run<Result>(line: string, name: string, work: () => Promise<Result>): Promise<Result> {
    // Ids may contain any characters, so joining them with a separator could mix up two pairs.
    const key = JSON.stringify([line, name])
    const others = this.#waiting.get(key)
    // The same name means the same work, and therefore the same type of result.
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

  /** A failure reaches those who asked for the work, not those who come after. */
  #queue(line: string, result: Promise<unknown>): void {
    const done: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => {
        if (this.#lastOf.get(line) === done) this.#lastOf.delete(line)
      })
    this.#lastOf.set(line, done)
  }
}

/**
 * Runs long reads one at a time. Callers that ask for work of the same name share it while it is still waiting, because
 * it has not read any row yet. So at most one read runs and one of each name waits, however many callers there are.
 */
export class SharedTurns {
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #lastOf = new Map<string, Promise<unknown>>()

  /** Work in the same queue runs in order. Queues do not wait for each other. */
  run<Result>(queue: string, name: string, work: () => Promise<Result>): Promise<Result> {
    // Ids may contain any characters, so joining them with a separator could mix up two pairs.
    const key = JSON.stringify([queue, name])
    const others = this.#waiting.get(key)
    // The same name means the same work, and therefore the same type of result.
    if (others !== undefined) return others as Promise<Result>
    const before = this.#lastOf.get(queue) ?? Promise.resolve()
    const result = before.then(() => {
      this.#waiting.delete(key)
      return work()
    })
    this.#waiting.set(key, result)
    this.#enqueue(queue, result)
    return result
  }

  /** A failure reaches the callers that asked for the work, not those behind them in the queue. */
  #enqueue(queue: string, result: Promise<unknown>): void {
    const done: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => {
        if (this.#lastOf.get(queue) === done) this.#lastOf.delete(queue)
      })
    this.#lastOf.set(queue, done)
  }
}

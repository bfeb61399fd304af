/** Logins in progress, so that they can be aborted when the store closes. */
export class Unfinished {
  readonly #waysToGiveUp = new Set<() => void>()
  #isOver = false

  /** `giveUp` aborts the work. */
  async during<Result>(giveUp: () => void, work: Promise<Result>): Promise<Result> {
    if (this.#isOver) giveUp()
    this.#waysToGiveUp.add(giveUp)
    try {
      return await work
    } finally {
      this.#waysToGiveUp.delete(giveUp)
    }
  }

  giveUp(): void {
    this.#isOver = true
    for (const giveUp of this.#waysToGiveUp) giveUp()
  }
}

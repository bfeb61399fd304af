/** What is being opened, so that it can be given up at once when the store is closed. */
export class Unfinished {
  readonly #waysToGiveUp = new Set<() => void>()
  #isOver = false

  /** `giveUp` makes the work end soon. */
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

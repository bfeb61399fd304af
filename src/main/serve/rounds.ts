/** Work that is done again and again. While a round takes longer than the time between two, the next ones are left out. */

export interface Rounds {
  /** Begins no other round. */
  stop(): void
  /** Resolves at the end of the round under way. */
  idle(): Promise<void>
}

/** `work` must not fail. */
export function inRounds(everyMs: number, work: () => Promise<void>): Rounds {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null
    })
  }, everyMs).unref()
  return {
    stop: () => clearInterval(timer),
    async idle() {
      await running
    },
  }
}

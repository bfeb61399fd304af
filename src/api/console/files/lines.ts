/**
 * Streams the progress of some work, then its result. The work sets the pace: a reader gets only the latest progress,
 * and a slow or disconnected reader neither delays nor cancels the work.
 */
export interface Progress {
  done: number
  total: number
}

export type Work<Last> = (onProgress: (done: number, total: number) => void) => Promise<Last>

/** Starts the work. An error before the first progress is thrown here; a later one is thrown while iterating. */
export async function linesOf<Last>(work: Work<Last>): Promise<AsyncIterable<{ progress: Progress } | Last>> {
  let latest: Progress | null = null
  let finished = false
  let wake = () => {}
  const nextChange = () =>
    new Promise<void>(settle => {
      wake = settle
    })
  const begun = nextChange()
  const ended = work((done, total) => {
    latest = { done, total }
    wake()
  }).finally(() => {
    finished = true
    wake()
  })
  // Readers see the failure below. Without a reader, it must not crash the process as an unhandled rejection.
  ended.catch(() => undefined)
  await begun
  if (finished) await ended

  async function* lines(): AsyncGenerator<{ progress: Progress } | Last, void, undefined> {
    while (!finished) {
      const progress = latest
      latest = null
      if (progress === null) await nextChange()
      else yield { progress }
    }
    yield await ended
  }
  return lines()
}

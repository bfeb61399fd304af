/**
 * Work that tells how far it is while it goes on. It is the work that sets the pace: whoever listens gets the newest word
 * of progress, and one who reads slowly or goes away neither holds it up nor ends it.
 */
export interface Progress {
  done: number
  total: number
}

export type Work<Last> = (onProgress: (done: number, total: number) => void) => Promise<Last>

/** Begins the work. What goes wrong before there is a first word of it is thrown here, and the rest by the lines. */
export async function linesOf<Last>(work: Work<Last>): Promise<AsyncIterable<{ progress: Progress } | Last>> {
  let newest: Progress | null = null
  let over = false
  let wake = () => {}
  const somethingNew = () =>
    new Promise<void>(settle => {
      wake = settle
    })
  const begun = somethingNew()
  const ended = work((done, total) => {
    newest = { done, total }
    wake()
  }).finally(() => {
    over = true
    wake()
  })
  // Whoever listens is told that it failed; where nobody does any more, it must not end the process.
  ended.catch(() => undefined)
  await begun
  if (over) await ended

  async function* lines(): AsyncGenerator<{ progress: Progress } | Last, void, undefined> {
    while (!over) {
      const progress = newest
      newest = null
      if (progress === null) await somethingNew()
      else yield { progress }
    }
    yield await ended
  }
  return lines()
}

/**
 * Runs waiting requests as one batch. While a batch runs, new requests collect for the next. Under load they share the
 * cost of a round trip, and a request's lookup always starts after the request arrived.
 */

const batchSizeMax = 500

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** `run` returns one result per item, in the same order. If it throws, all of them fail. */
export function coalesce<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  let waiting: Waiting<Item, Result>[] = []
  let running = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await endOfTurn()
      const batch = waiting.slice(0, batchSizeMax)
      waiting = waiting.slice(batchSizeMax)
      await runBatch(batch)
    }
    running = false
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      // Never rejects: a failed batch rejects its own requests.
      void drain()
    })
}

/** Waits for all requests of this event loop turn: nearly twice as many then share a lookup. */
const endOfTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

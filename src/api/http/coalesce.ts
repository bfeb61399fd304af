/**
 * Sends what waits together as one. While a batch is under way, new requests gather for the next; so under load the
 * cost of a round trip is shared, and a request's own look-up always starts after the request came in.
 */

const batchSizeMax = 500

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** `run` answers a batch with one result per item, in the same order. */
export function coalesce<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  let waiting: Waiting<Item, Result>[] = []
  let underWay = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await endOfTurn()
      const batch = waiting.slice(0, batchSizeMax)
      waiting = waiting.slice(batchSizeMax)
      await runBatch(batch)
    }
    underWay = false
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
      if (underWay) return
      underWay = true
      // Nothing can be thrown out of it: a failed batch rejects its own requests.
      void drain()
    })
}

/** Requests that are read in one turn of the loop shall wait together: nearly twice as many share a look-up then. */
const endOfTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

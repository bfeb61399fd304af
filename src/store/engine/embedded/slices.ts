/** Lets other requests in between the queries of a long transaction. */
import { setImmediate as othersHaveRun } from 'node:timers/promises'
import type { Connection } from '../door.ts'

/** The engine works in this thread: while one of its queries runs, nothing else does. */
const sliceMs = 10

/** A request takes several queries, and should not wait for a slice between each of them. But slices must go on, too. */
const othersMsMax = 30

/** Between two queries of a request there may be turns of the event loop without one. They cost next to nothing. */
const turnsMin = 4

export function inSlices(connection: Connection, areOthersReading: () => boolean): Connection {
  let sinceMs = performance.now()
  const letOthersIn = async () => {
    const startMs = performance.now()
    if (startMs - sinceMs < sliceMs) return
    for (let turn = 1; ; turn += 1) {
      await othersHaveRun()
      sinceMs = performance.now()
      const isIdle = turn >= turnsMin && !areOthersReading()
      if (isIdle || sinceMs - startMs >= othersMsMax) return
    }
  }
  const { query, read, copyIn, script } = connection
  return {
    ...connection,
    async query(sql, values) {
      await letOthersIn()
      return await query(sql, values)
    },
    async read(sql, values, reader) {
      await letOthersIn()
      return await read(sql, values, reader)
    },
    async script(sql) {
      await letOthersIn()
      await script(sql)
    },
    ...(copyIn && {
      async copyIn(sql, pieces) {
        for (const piece of pieces) {
          await letOthersIn()
          await copyIn(sql, [piece])
        }
      },
    }),
  }
}

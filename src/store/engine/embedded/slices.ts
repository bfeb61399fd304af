/** Lets other requests in between the queries of a long transaction. */
import type { Connection } from '../door.ts'
import { untilOthersRest } from './rest.ts'

/** The engine works in this thread: while one of its queries runs, nothing else does. */
const sliceMs = 10

/** `callsSoFar` counts the queries of others. */
export function inSlices(connection: Connection, callsSoFar: () => number): Connection {
  let sinceMs = performance.now()
  const letOthersIn = async () => {
    if (performance.now() - sinceMs < sliceMs) return
    await untilOthersRest(callsSoFar)
    sinceMs = performance.now()
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

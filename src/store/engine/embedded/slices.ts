/** Lets other requests in between the queries of a long transaction. */
import type { Connection } from '../door.ts'
import { untilOthersRest } from './rest.ts'

const sliceMs = 10

/**
 * A piece of rows to copy takes up to 50 ms, and others would wait that long for their own queries. So it is cut into this
 * many parts while others read. Always would cost a fifth more: each part runs the triggers of its table.
 */
const partsForReaders = 3

/** Between two pages a client has to receive the first and to ask for the second. */
const readersStayMs = 200

/** `callsSoFar` counts the queries of others. */
export function inSlices(connection: Connection, callsSoFar: () => number): Connection {
  let sinceMs = performance.now()
  let lastReadMs = Number.NEGATIVE_INFINITY
  const letOthersIn = async () => {
    if (performance.now() - sinceMs < sliceMs) return
    const didAsk = await untilOthersRest(callsSoFar)
    sinceMs = performance.now()
    if (didAsk) lastReadMs = sinceMs
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
          const parts = sinceMs - lastReadMs < readersStayMs ? partsForReaders : 1
          for (const part of inParts(piece, parts)) {
            await letOthersIn()
            await copyIn(sql, [part])
          }
        }
      },
    }),
  }
}

/** Cuts the text of a COPY between rows, into parts of about the same length. */
export function* inParts(text: string, parts: number): Iterable<string> {
  const length = Math.ceil(text.length / parts)
  for (let start = 0; start < text.length; ) {
    // A line break within a value is escaped.
    const end = text.indexOf('\n', Math.min(start + length, text.length) - 1) + 1 || text.length
    yield text.slice(start, end)
    start = end
  }
}

/** Lets other requests in between the queries of a long transaction. */
import { setImmediate as othersHaveRun } from 'node:timers/promises'
import type { Connection } from '../door.ts'

/** The engine works in this thread: while one of its queries runs, nothing else does. */
const sliceMs = 10

/** A request takes several queries, and should not wait for a slice between each of them. But slices must go on, too. */
const othersMsMax = 30

/** Between two queries of a request there may be turns of the event loop without one. They cost next to nothing. */
const turnsMin = 4

/**
 * A piece of rows to copy takes up to 50 ms, and others would wait that long for their own queries. So it is cut into this
 * many parts while others read. Always would cost a fifth more: each part runs the triggers of its table.
 */
const partsForReaders = 3

/** Between two pages a client has to receive the first and to ask for the second. */
const readersStayMs = 200

/** `readsSoFar` counts the queries of others. */
export function inSlices(connection: Connection, readsSoFar: () => number): Connection {
  let sinceMs = performance.now()
  let lastReadMs = Number.NEGATIVE_INFINITY
  const letOthersIn = async () => {
    const startMs = performance.now()
    if (startMs - sinceMs < sliceMs) return
    for (let idleTurns = 0; ; ) {
      const before = readsSoFar()
      await othersHaveRun()
      sinceMs = performance.now()
      idleTurns += 1
      if (readsSoFar() > before) {
        lastReadMs = sinceMs
        idleTurns = 0
      }
      if (idleTurns >= turnsMin || sinceMs - startMs >= othersMsMax) return
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

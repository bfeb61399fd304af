/** The last touches of a reply: all its headers, its length, and what becomes of an error while it is streamed. */
import type { Exchange } from './exchange.ts'
import { isStream, linesType, type Reply } from './reply.ts'

export function finished(
  { headers }: Exchange,
  { status, headers: own, body }: Reply,
  failureLine: (error: unknown) => string,
): Reply {
  headers.push(...own)
  if (isStream(body)) {
    return { status, headers, body: withFailure(body, failureLine, own.includes(linesType)) }
  }
  // 204 and 304 never have a body, so they must not have a Content-Length.
  if (status !== 204 && status !== 304) {
    headers.push('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)))
  }
  return { status, headers, body }
}

/** An error while streaming is logged. Lines report it as the last one; a file is cut off, and the browser says so. */
async function* withFailure(
  body: AsyncIterable<string | Uint8Array>,
  failureLine: (error: unknown) => string,
  hasLines: boolean,
) {
  try {
    yield* body
  } catch (error) {
    const line = failureLine(error)
    if (!hasLines) throw error
    yield line
  }
}

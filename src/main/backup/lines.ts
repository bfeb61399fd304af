/** Splits a stream of bytes into lines, without their newlines. */
import type { Readable } from 'node:stream'

/** A document of 20 MB becomes a line of 40 MB. Anything far larger is not a backup. */
const lineBytesMax = 256 * 1024 * 1024
const newline = 0x0a

export async function* linesOf(input: Readable): AsyncGenerator<Buffer> {
  /** Pieces of a line whose end has not been read yet. */
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const rest = chunk.subarray(start, end)
      yield pieces.length === 0 ? rest : Buffer.concat([...pieces, rest])
      pieces = []
      bytes = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    pieces.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > lineBytesMax) throw new Error('a line is too long')
  }
  if (pieces.length > 0) throw new Error('its last line is incomplete')
}

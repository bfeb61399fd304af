/** Writes pieces to standard output, one after the other, at the reader's pace. */
import { Failure } from '../../main/failure.ts'

/** Ends quietly if nobody reads any more, as in `florin transactions list | head`. */
export async function writeAll(
  pieces: AsyncIterable<string | Uint8Array>,
  stream: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  // Every write reports its own error.
  const ignore = () => undefined
  stream.on('error', ignore)
  for await (const piece of pieces) {
    if (piece.length === 0) continue
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>(settle => {
      stream.write(piece, settle)
    })
    if (error?.code === 'EPIPE') return
    if (error) throw new Failure(`The output cannot be written (${error.code}).`)
  }
  stream.off('error', ignore)
}

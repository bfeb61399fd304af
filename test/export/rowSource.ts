/** Rows for the writers, in batches, and what they wrote. */
import type { Row } from '../../src/export/rows.ts'

export async function* batches(rows: readonly Row[], size = 3): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Endless batches that count how many were asked for, and whether the reader let go of them. */
export function endless(batch: readonly Row[]) {
  const seen = { asked: 0, released: false }
  async function* rows(): AsyncGenerator<readonly Row[]> {
    try {
      for (;;) {
        seen.asked += 1
        yield batch
      }
    } finally {
      seen.released = true
    }
  }
  return { seen, rows: rows() }
}

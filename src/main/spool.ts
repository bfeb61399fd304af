/**
 * Buffers output in a temporary file. An export must not wait for a slow reader while it holds the store: on the embedded
 * store, no other request could be served meanwhile.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { withScratchFolder } from '../import/files/scratchFolder.ts'

/** Runs `fill` to its end, then passes what it wrote to `drain`, piece by piece, and deletes the file. */
export const spooled = <Result>(
  fill: (write: (text: string) => Promise<void>) => Promise<Result>,
  drain: (text: string) => Promise<void>,
): Promise<Result> => throughFile(fill, drain as (piece: string | Uint8Array) => Promise<void>, 'utf8')

/** The same for a file that is not text, or not only. */
export const spooledBytes = <Result>(
  fill: (write: (piece: string | Uint8Array) => Promise<void>) => Promise<Result>,
  drain: (bytes: Uint8Array) => Promise<void>,
): Promise<Result> => throughFile(fill, drain as (piece: string | Uint8Array) => Promise<void>, null)

async function throughFile<Result>(
  fill: (write: (piece: string | Uint8Array) => Promise<void>) => Promise<Result>,
  drain: (piece: string | Uint8Array) => Promise<void>,
  encoding: 'utf8' | null,
): Promise<Result> {
  return await withScratchFolder(async folder => {
    const path = join(folder, 'output')
    const file = await open(path, 'w', 0o600)
    const result = await fill(async piece => {
      await file.appendFile(piece)
    }).finally(() => file.close())
    for await (const piece of createReadStream(path, encoding === null ? {} : { encoding }))
      await drain(piece)
    return result
  })
}

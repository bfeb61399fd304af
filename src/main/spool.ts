/**
 * Buffers output in a temporary file. An export must not wait for a slow reader while it holds the store: on the embedded
 * store, no other request could be served meanwhile.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { withScratchFolder } from '../import/files/scratchFolder.ts'

/** Runs `fill` to its end, then passes what it wrote to `drain`, piece by piece, and deletes the file. */
export async function spooled<Result>(
  fill: (write: (text: string) => Promise<void>) => Promise<Result>,
  drain: (text: string) => Promise<void>,
): Promise<Result> {
  return await withScratchFolder(async folder => {
    const path = join(folder, 'output')
    const file = await open(path, 'w', 0o600)
    const result = await fill(async text => {
      await file.appendFile(text)
    }).finally(() => file.close())
    for await (const text of createReadStream(path, { encoding: 'utf8' })) await drain(text)
    return result
  })
}

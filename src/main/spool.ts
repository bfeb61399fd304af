/**
 * Keeps output in a temporary file until whoever wants it reads it. An export must not wait for its reader while it
 * holds the store: on the embedded store nobody else could be served meanwhile.
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `fill` to its end, then hands what it wrote to `drain`, piece by piece. The file is gone afterwards. */
export async function spooled<Result>(
  fill: (write: (text: string) => Promise<void>) => Promise<Result>,
  drain: (text: string) => Promise<void>,
): Promise<Result> {
  // mkdtemp makes a folder that only its owner can enter.
  const folder = await mkdtemp(join(tmpdir(), 'florin-spool-'))
  try {
    const path = join(folder, 'output')
    const file = await open(path, 'w', 0o600)
    const result = await fill(async text => {
      await file.appendFile(text)
    }).finally(() => file.close())
    for await (const text of createReadStream(path, { encoding: 'utf8' })) await drain(text)
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file on disk as bytes on demand: however large it is, only the piece at hand is in memory. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { UnreadableFile } from '../../import/files/problem.ts'
import type { ZipSource } from '../../import/files/zip.ts'

export interface FileSource extends ZipSource {
  close(): Promise<void>
}

/** Opening a pipe would otherwise wait for whoever writes into it. */
const plainFlags = constants.O_RDONLY | constants.O_NONBLOCK

export async function openSource(path: string, followLinks = true): Promise<FileSource> {
  const flags = followLinks ? plainFlags : plainFlags | constants.O_NOFOLLOW
  const handle = await open(path, flags).catch(cannotRead)
  try {
    const facts = await handle.stat()
    // A pipe would be opened by the service that takes the command, which does not have it.
    if (facts.isDirectory()) throw new UnreadableFile('it is a folder; name the files in it')
    if (!facts.isFile()) throw new UnreadableFile('it is not a plain file; save it as one, and import that')
    return new OpenFile(handle, facts)
  } catch (error) {
    await handle.close()
    throw error
  }
}

interface Facts {
  size: number
  mtimeMs: number
}

class OpenFile implements FileSource {
  readonly size: number
  readonly #handle: FileHandle
  readonly #mtimeMs: number

  constructor(handle: FileHandle, { size, mtimeMs }: Facts) {
    this.#handle = handle
    this.size = size
    this.#mtimeMs = mtimeMs
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const piece = Buffer.allocUnsafe(length)
    try {
      for (let filled = 0; filled < length; ) {
        const { bytesRead } = await this.#handle.read(piece, filled, length - filled, offset + filled)
        if (bytesRead === 0) throw changed()
        filled += bytesRead
      }
      await this.#requireUnchanged()
    } catch (error) {
      cannotRead(error)
    }
    return piece
  }

  /** It is read more than once, and each time must be the same file. */
  async #requireUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat()
    if (size !== this.size || mtimeMs !== this.#mtimeMs) throw changed()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

const changed = () =>
  new UnreadableFile('it changed while it was read; wait until it is written, and import it again')

const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read; give Florin the right to',
  ELOOP: 'it is a symbolic link, which is not followed',
  ENXIO: 'it is not a plain file; save it as one, and import that',
}

/** The codes of files are also those of connections, so none of them may reach the store's door as it is. */
function cannotRead(error: unknown): never {
  if (error instanceof UnreadableFile) throw error
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  throw new UnreadableFile(words[code] ?? `it cannot be read (${code})`)
}

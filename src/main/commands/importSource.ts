/** Reads a file on disk piece by piece, so that only one piece is in memory. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { UnreadableFile } from '../../import/files/problem.ts'
import type { ZipSource } from '../../import/files/zip.ts'

export interface FileSource extends ZipSource {
  close(): Promise<void>
}

/** Without O_NONBLOCK, opening a named pipe would wait for its writer. */
const plainFlags = constants.O_RDONLY | constants.O_NONBLOCK

export async function openSource(path: string, followLinks = true): Promise<FileSource> {
  const flags = followLinks ? plainFlags : plainFlags | constants.O_NOFOLLOW
  const handle = await open(path, flags).catch(cannotRead)
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new UnreadableFile('it is a folder; name the files in it')
    // The command may run inside the service, which cannot open a pipe of this process.
    if (!stats.isFile()) throw new UnreadableFile(notRegular)
    return new OpenFile(handle, stats)
  } catch (error) {
    await handle.close()
    throw error
  }
}

interface FileStats {
  size: number
  mtimeMs: number
}

class OpenFile implements FileSource {
  readonly size: number
  readonly #handle: FileHandle
  readonly #mtimeMs: number

  constructor(handle: FileHandle, { size, mtimeMs }: FileStats) {
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

  /** The file is read more than once, and must be the same each time. */
  async #requireUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat()
    if (size !== this.size || mtimeMs !== this.#mtimeMs) throw changed()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

const changed = () =>
  new UnreadableFile('it changed while it was being read; wait until it is complete and import it again')

const notRegular = 'it is not a regular file; save it as one and import that'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'Florin has no permission to read it',
  ELOOP: 'it is a symbolic link, which is not followed',
  ENXIO: notRegular,
}

/** The store would take a file's error code for that of a connection, so no such error may reach it. */
function cannotRead(error: unknown): never {
  if (error instanceof UnreadableFile) throw error
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  throw new UnreadableFile(reasons[code] ?? `it cannot be read (${code})`)
}

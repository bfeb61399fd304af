/**
 * Copies an upload to a temporary file, so that an import can read any part of it with only one piece in memory. It
 * cannot read from the store directly: imports read inside a transaction, and the embedded store would deadlock.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { withScratchFolder } from '../../../import/files/scratchFolder.ts'
import type { ZipSource } from '../../../import/files/zip.ts'
import type { Connection } from '../../../store/engine/door.ts'
import { piecesOf, readPiece, type Upload } from '../../../store/imports/uploads.ts'
import { conflict } from '../../errors.ts'

/** Deletes the file when the work is done. */
export async function withUploadFile<Result>(
  connection: Connection,
  workspaceId: string,
  upload: Upload,
  work: (source: ZipSource) => Promise<Result>,
): Promise<Result> {
  return await withScratchFolder(async folder => {
    const file = await open(join(folder, 'content'), 'w+', 0o600)
    try {
      for (let position = 0; position < piecesOf(upload); position += 1) {
        const piece = await readPiece(connection, workspaceId, upload.id, position)
        if (piece === null) throw uploadIncomplete()
        await file.appendFile(piece)
      }
      return await work(sourceOf(file, upload))
    } finally {
      await file.close()
    }
  })
}

const sourceOf = (file: FileHandle, { bytes }: Upload): ZipSource => ({
  size: bytes,
  async read(offset, length) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  },
})

const uploadIncomplete = () =>
  conflict('UPLOAD_INCOMPLETE', 'Pieces of this file are missing. Send them, or send the whole file again.')

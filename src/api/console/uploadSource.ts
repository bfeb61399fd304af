/** An upload as the source of an import: any part of it on demand, while a few pieces at most are in memory. */
import { uploadPieceBytes } from '../../contract/console/imports.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { ZipSource } from '../../import/zip.ts'
import type { Session } from '../../store/door.ts'
import { readPiece, type Upload } from '../../store/uploads.ts'
import { conflict } from '../errors.ts'

/** A ZIP is read at two places in turn: its directory, and the file that it has come to. */
const piecesInMemoryMax = 4

export function uploadSource(session: Session, workspaceId: string, { id, bytes }: Upload): ZipSource {
  const recent = new RecentMap<Uint8Array>(piecesInMemoryMax)

  async function piece(position: number): Promise<Uint8Array> {
    const known = recent.get(String(position))
    if (known !== undefined) return known
    const read = await readPiece(session, workspaceId, id, position)
    if (read === null) throw uploadGone()
    recent.set(String(position), read)
    return read
  }

  return {
    size: bytes,
    async read(offset, length) {
      const end = Math.min(bytes, offset + length)
      const parts: Uint8Array[] = []
      for (let at = offset; at < end; ) {
        const position = Math.floor(at / uploadPieceBytes)
        const from = at - position * uploadPieceBytes
        const part = (await piece(position)).subarray(from, from + end - at)
        parts.push(part)
        at += part.length
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
  }
}

const uploadGone = () =>
  conflict('UPLOAD_GONE', 'The file was dropped while it was read, and nothing was stored. Send it again.')

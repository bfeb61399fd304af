/** Uploads: files that are sent piece by piece before they are imported. */
import { uploadPieceBytes } from '../../contract/console/imports.ts'
import { newId } from '../../domain/ids.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  keepPiece,
  listUploads as listStored,
  pieceLength,
  piecesOf,
  type Upload,
  uploadLifetimeMs,
} from '../../store/imports/uploads.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'

export const listUploads: Handler<'listUploads'> = async ({ db, workspaceId, person }) => {
  const uploads = await listStored(db, workspaceId, person.id)
  return {
    data: uploads.map(upload => ({
      ...upload,
      expiresAt: new Date(Date.parse(upload.createdAt) + uploadLifetimeMs).toISOString(),
    })),
  }
}

export const startUpload: Handler<'startUpload'> = async (call, { body }) => {
  const { db, workspaceId, nowMs, person } = call
  const id = newId('upl', nowMs)
  const createdAt = new Date(nowMs).toISOString()
  await db.transaction(connection =>
    insertUpload(connection, workspaceId, { id, ...body, createdBy: person.id, createdAt }),
  )
  return { id, pieceBytes: uploadPieceBytes, pieces: piecesOf(body) }
}

export const sendPiece: Handler<'sendPiece'> = async (call, { id, query: { position }, body }) => {
  const upload = await ownUpload(call, id)
  if (position >= piecesOf(upload)) throw noSuchPiece(upload)
  const length = pieceLength(upload, position)
  if (body.length !== length) throw wrongLength(position, length, body.length)
  const piece = { uploadId: id, position, content: body }
  if (!(await keepPiece(call.db, call.workspaceId, piece))) throw noSuchUpload()
  return undefined
}

export const dropUpload: Handler<'dropUpload'> = async ({ db, workspaceId, person }, { id }) => {
  if (!(await deleteUpload(db, workspaceId, { id, createdBy: person.id }))) throw noSuchUpload()
  return undefined
}

/** Other people's uploads count as missing. */
export async function ownUpload({ db, workspaceId, person }: WorkspaceCall, id: string): Promise<Upload> {
  const upload = await findUpload(db, workspaceId, { id, createdBy: person.id })
  if (upload === null) throw noSuchUpload()
  return upload
}

const noSuchUpload = () =>
  notFound(
    'You have no upload with this id: it has expired, or belongs to someone else. Send the file again.',
  )

const noSuchPiece = (upload: Upload) =>
  badRequest([
    { path: 'position', message: `must be below ${piecesOf(upload)}, the number of pieces of this file` },
  ])

const wrongLength = (position: number, expected: number, got: number) =>
  badRequest([
    { path: 'body', message: `must be ${expected} bytes for piece ${position} of this file, but has ${got}` },
  ])

/**
 * Files on their way in from a browser. They come in pieces of one size, in any order, and stay in the store until they
 * are imported or forgotten, so that any process of the service can take them up. An upload is for the person who began
 * it alone.
 */
import { uploadPieceBytes } from '../contract/console/imports.ts'
import type { Session } from './door.ts'

/** What people announced and neither imported nor dropped, a workspace's together. */
export const bytesUnderWayMax = 2 * 1024 * 1024 * 1024
export const uploadsPerPersonMax = 500
export const uploadLifetimeMs = 24 * 60 * 60 * 1000

export interface Upload {
  id: string
  name: string
  bytes: number
}

export interface NewUpload extends Upload {
  createdBy: string
  createdAt: string
}

/** The person has to finish or drop some first. */
export class TooManyUploads extends Error {
  override name = 'TooManyUploads'
}

/** The workspace has too much on its way already. */
export class UploadsTooLarge extends Error {
  override name = 'UploadsTooLarge'
}

export const piecesOf = ({ bytes }: Pick<Upload, 'bytes'>): number => Math.ceil(bytes / uploadPieceBytes)

/** All pieces have one length but the last; zero for one that the file does not have. */
export const pieceLength = ({ bytes }: Pick<Upload, 'bytes'>, position: number): number =>
  Math.max(0, Math.min(uploadPieceBytes, bytes - position * uploadPieceBytes))

/** Belongs into a transaction, as those that begin at once are counted one after the other. */
export async function insertUpload(session: Session, workspaceId: string, upload: NewUpload): Promise<void> {
  const { id, createdBy, createdAt, name, bytes } = upload
  // The workspace's own row is locked for as long as an import takes, and an upload need not wait for that.
  await session.query(`select pg_advisory_xact_lock(hashtextextended($1, ${countLock}))`, [workspaceId])
  const [underWay] = await session.query<{ bytes: string; own: number }>(
    `select coalesce(sum(bytes), 0)::bigint as bytes, (count(*) filter (where created_by = $2))::int as own
     from uploads where workspace_id = $1`,
    [workspaceId, createdBy],
  )
  if ((underWay?.own ?? 0) >= uploadsPerPersonMax) {
    throw new TooManyUploads(`You have ${uploadsPerPersonMax} files here that were not imported yet.`)
  }
  if (Number(underWay?.bytes ?? 0) + bytes > bytesUnderWayMax) {
    throw new UploadsTooLarge(`Files of this workspace that were not imported yet are too large together.`)
  }
  await session.query(
    `insert into uploads (workspace_id, id, created_by, created_at, name, bytes)
     values ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, id, createdBy, createdAt, name, bytes],
  )
}

/** Tells this lock from any other on the same text. */
const countLock = 7_035_467_904

export async function findUpload(
  session: Session,
  workspaceId: string,
  { id, createdBy }: { id: string; createdBy: string },
): Promise<Upload | null> {
  const [row] = await session.query<Omit<Upload, 'bytes'> & { bytes: string }>(
    'select id, name, bytes from uploads where workspace_id = $1 and id = $2 and created_by = $3',
    [workspaceId, id, createdBy],
  )
  return row ? { ...row, bytes: Number(row.bytes) } : null
}

/**
 * Keeps a piece whose length was checked. What is there already stays, so that a piece which is sent once more changes
 * nothing under an import. False where the upload itself was dropped meanwhile.
 */
export async function insertPiece(
  session: Session,
  workspaceId: string,
  { uploadId, position, content }: { uploadId: string; position: number; content: Uint8Array },
): Promise<boolean> {
  const rows = await session.query(
    `with owner as (
       select id from uploads where workspace_id = $1 and id = $2 for key share
     ), kept as (
       insert into upload_pieces (workspace_id, upload_id, position, content)
       select $1, owner.id, $3::integer, decode($4, 'base64') from owner on conflict do nothing
     )
     select id from owner`,
    [workspaceId, uploadId, position, Buffer.from(content).toString('base64')],
  )
  return rows.length > 0
}

export async function countPieces(session: Session, workspaceId: string, uploadId: string): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    'select count(*)::int as count from upload_pieces where workspace_id = $1 and upload_id = $2',
    [workspaceId, uploadId],
  )
  return row?.count ?? 0
}

/** Null where it has not come, or the upload was dropped. */
export async function readPiece(
  session: Session,
  workspaceId: string,
  uploadId: string,
  position: number,
): Promise<Uint8Array | null> {
  const [row] = await session.query<{ content: string }>(
    `select encode(content, 'base64') as content from upload_pieces
     where workspace_id = $1 and upload_id = $2 and position = $3`,
    [workspaceId, uploadId, position],
  )
  return row ? Buffer.from(row.content, 'base64') : null
}

export async function deleteUpload(
  session: Session,
  workspaceId: string,
  { id, createdBy }: { id: string; createdBy: string },
): Promise<boolean> {
  const rows = await session.query(
    'delete from uploads where workspace_id = $1 and id = $2 and created_by = $3 returning id',
    [workspaceId, id, createdBy],
  )
  return rows.length > 0
}

/** Housekeeping over all workspaces: what nobody has imported within a day. */
export async function dropOldUploads(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from uploads where created_at <= $1', [
    new Date(nowMs - uploadLifetimeMs).toISOString(),
  ])
}

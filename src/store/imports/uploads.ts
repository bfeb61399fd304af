/**
 * Files uploaded by a browser. They arrive in pieces of equal size, in any order, and stay in the store until they are
 * imported, dropped or expired, so any process of the service can continue with them. Only the person who started an
 * upload can see it.
 */
import { uploadPieceBytes } from '../../contract/console/imports.ts'
import type { Connection, Database } from '../engine/door.ts'

/** Limit per workspace on uploaded bytes that were neither imported nor dropped. */
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

/** The person must import or drop some uploads first. */
export class TooManyUploads extends Error {
  override name = 'TooManyUploads'
}

/** The workspace's pending uploads are too large in total. */
export class UploadsTooLarge extends Error {
  override name = 'UploadsTooLarge'

  constructor() {
    super('Files of this workspace that were not imported yet are too large together.')
  }
}

export const piecesOf = ({ bytes }: Pick<Upload, 'bytes'>): number => Math.ceil(bytes / uploadPieceBytes)

/** All pieces have the same length, except the last. Zero if the file has no piece at that position. */
export const pieceLength = ({ bytes }: Pick<Upload, 'bytes'>, position: number): number =>
  Math.max(0, Math.min(uploadPieceBytes, bytes - position * uploadPieceBytes))

/**
 * Must run in a transaction, so that concurrent uploads are counted one after the other. Bytes that were announced but
 * not sent do not count: otherwise a few announcements could block everybody else.
 */
export async function insertUpload(
  connection: Connection,
  workspaceId: string,
  upload: NewUpload,
  bytesMax = bytesUnderWayMax,
): Promise<void> {
  const { id, createdBy, createdAt, name, bytes } = upload
  await lockCounts(connection, workspaceId)
  const [own] = await connection.query<{ count: number }>(
    'select count(*)::int as count from uploads where workspace_id = $1 and created_by = $2',
    [workspaceId, createdBy],
  )
  if ((own?.count ?? 0) >= uploadsPerPersonMax) {
    throw new TooManyUploads(`You have ${uploadsPerPersonMax} files here that were not imported yet.`)
  }
  // Reject it now rather than when the last pieces arrive.
  if ((await receivedBytes(connection, workspaceId)) + bytes > bytesMax) throw new UploadsTooLarge()
  await connection.query(
    `insert into uploads (workspace_id, id, created_by, created_at, name, bytes)
     values ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, id, createdBy, createdAt, name, bytes],
  )
}

/** Seed that keeps this lock distinct from other locks on the same text. */
const countLock = 7_035_467_904

/** Not a lock on the workspace's row: an import holds that one until it ends, and uploads should not wait for it. */
async function lockCounts(connection: Connection, workspaceId: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(hashtextextended($1, ${countLock}))`, [workspaceId])
}

/** The contents are stored out of line, so PostgreSQL knows their lengths without reading them. */
async function receivedBytes(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ bytes: string }>(
    'select coalesce(sum(octet_length(content)), 0)::bigint as bytes from upload_pieces where workspace_id = $1',
    [workspaceId],
  )
  return Number(row?.bytes ?? 0)
}

export async function findUpload(
  connection: Connection,
  workspaceId: string,
  { id, createdBy }: { id: string; createdBy: string },
): Promise<Upload | null> {
  const [row] = await connection.query<Omit<Upload, 'bytes'> & { bytes: string }>(
    'select id, name, bytes from uploads where workspace_id = $1 and id = $2 and created_by = $3',
    [workspaceId, id, createdBy],
  )
  return row ? { ...row, bytes: Number(row.bytes) } : null
}

export interface Piece {
  uploadId: string
  position: number
  content: Uint8Array
}

/**
 * Stores a piece whose length was checked. An existing piece is not replaced, so sending one again cannot change a file
 * during its import. Returns false if the upload was dropped in the meantime.
 */
export async function keepPiece(
  db: Database,
  workspaceId: string,
  piece: Piece,
  bytesMax = bytesUnderWayMax,
): Promise<boolean> {
  return await db.transaction(
    async connection => {
      const { found, added } = await insertPiece(connection, workspaceId, piece)
      if (!added) return found
      // Lock as late as possible: storing a megabyte takes time, and there are few connections. Each holder of the lock
      // sees the rows of those before it.
      await lockCounts(connection, workspaceId)
      if ((await receivedBytes(connection, workspaceId)) > bytesMax) throw new UploadsTooLarge()
      return true
    },
    { workspaceId },
  )
}

/** Returns whether the upload exists, and whether the piece is new. */
export async function insertPiece(
  connection: Connection,
  workspaceId: string,
  { uploadId, position, content }: Piece,
): Promise<{ found: boolean; added: boolean }> {
  const [row] = await connection.query<{ added: boolean }>(
    `with owner as (
       select id from uploads where workspace_id = $1 and id = $2 for key share
     ), kept as (
       insert into upload_pieces (workspace_id, upload_id, position, content)
       select $1, owner.id, $3::integer, decode($4, 'base64') from owner on conflict do nothing
       returning upload_id
     )
     select exists (select from kept) as added from owner`,
    [workspaceId, uploadId, position, Buffer.from(content).toString('base64')],
  )
  return { found: row !== undefined, added: row?.added ?? false }
}

export async function countPieces(
  connection: Connection,
  workspaceId: string,
  uploadId: string,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from upload_pieces where workspace_id = $1 and upload_id = $2',
    [workspaceId, uploadId],
  )
  return row?.count ?? 0
}

export interface UnfinishedUpload extends Upload {
  receivedBytes: number
  createdAt: string
}

/** One person's uploads, newest first; at most `uploadsPerPersonMax`. */
export async function listUploads(
  connection: Connection,
  workspaceId: string,
  createdBy: string,
): Promise<UnfinishedUpload[]> {
  const rows = await connection.query<{
    id: string
    name: string
    bytes: string
    received: string
    createdAt: string
  }>(
    `select u.id, u.name, u.bytes, u.created_at as "createdAt",
       (select coalesce(sum(octet_length(p.content)), 0)::bigint from upload_pieces p
        where p.workspace_id = u.workspace_id and p.upload_id = u.id) as received
     from uploads u where u.workspace_id = $1 and u.created_by = $2
     order by u.created_at desc, u.id desc`,
    [workspaceId, createdBy],
  )
  return rows.map(({ bytes, received, ...row }) => ({
    ...row,
    bytes: Number(bytes),
    receivedBytes: Number(received),
  }))
}

/** Null if the piece has not arrived, or the upload was dropped. */
export async function readPiece(
  connection: Connection,
  workspaceId: string,
  uploadId: string,
  position: number,
): Promise<Uint8Array | null> {
  const [row] = await connection.query<{ content: string }>(
    `select encode(content, 'base64') as content from upload_pieces
     where workspace_id = $1 and upload_id = $2 and position = $3`,
    [workspaceId, uploadId, position],
  )
  return row ? Buffer.from(row.content, 'base64') : null
}

export async function deleteUpload(
  connection: Connection,
  workspaceId: string,
  { id, createdBy }: { id: string; createdBy: string },
): Promise<boolean> {
  const rows = await connection.query(
    'delete from uploads where workspace_id = $1 and id = $2 and created_by = $3 returning id',
    [workspaceId, id, createdBy],
  )
  return rows.length > 0
}

/** For people who lose access: their uploads count toward the workspace's limit, and nobody else could drop them. */
export async function deleteUploadsOf(
  connection: Connection,
  workspaceId: string,
  createdBy: string,
): Promise<void> {
  await connection.query('delete from uploads where workspace_id = $1 and created_by = $2', [
    workspaceId,
    createdBy,
  ])
}

/** Deletes uploads of all workspaces that are older than `uploadLifetimeMs`. */
export async function dropOldUploads(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from uploads where created_at <= $1', [
    new Date(nowMs - uploadLifetimeMs).toISOString(),
  ])
}

/**
 * The backup file: gzip over lines of UTF-8. Lines that begin with a brace are objects of this module; lines that begin
 * with a bracket are rows.
 *
 *   {"format":"florin backup","version":1,…}               what it is, and by which migrations its tables were made
 *   {"table":"companies","columns":["workspace_id",…]}      for each table, after those that it refers to
 *   ["wsp_1",…]                                             its rows, each value as PostgreSQL's text, or null
 *   {"rows":12,"sha256":"…"}                                how many they were, and the digest of their lines
 *   {"tables":30,"rows":4711,"sha256":"…"}                  the last line: the digest of all lines before it
 */
import { z } from 'zod'

export const formatName = 'florin backup'
export const formatVersion = 1

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Read first, as what follows may differ from version to version. */
export const formatSchema = z.object({ format: z.literal(formatName), version: z.int(), florin: z.string() })

export const headerSchema = formatSchema.extend({
  createdAt: z.iso.datetime(),
  store: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).min(1),
  /** Of all tables. */
  rows: count,
})
export type Header = z.infer<typeof headerSchema>

export const tableSchema = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableHead = z.infer<typeof tableSchema>

export const tableEndSchema = z.strictObject({ rows: count, sha256 })
export const endSchema = z.strictObject({ tables: count, rows: count, sha256 })
export type End = z.infer<typeof endSchema>

export const rowSchema = z.array(z.string().nullable())

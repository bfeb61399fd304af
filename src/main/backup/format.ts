/**
 * The backup file: gzipped lines of UTF-8. Lines that begin with a brace are defined in this module; lines that begin
 * with a bracket are rows.
 *
 *   {"format":"florin backup","version":1,…}               the format, and the migrations that created the tables
 *   {"table":"companies","columns":["workspace_id",…]}      one table, after the tables that it references
 *   ["wsp_1",…]                                             its rows, each value as PostgreSQL's text, or null
 *   {"rows":12,"sha256":"…"}                                the number of rows, and the digest of their lines
 *   {"tables":30,"rows":4711,"sha256":"…"}                  the last line, with the digest of all lines before it
 */
import * as z from 'zod'

export const formatName = 'florin backup'
export const formatVersion = 1

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Read first, because the rest may differ between versions. */
export const formatSchema = z.object({ format: z.literal(formatName), version: z.int(), florin: z.string() })

export const headerSchema = formatSchema.extend({
  createdAt: z.iso.datetime(),
  store: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).min(1),
  /** Total over all tables. */
  rows: count,
})
export type Header = z.infer<typeof headerSchema>

export const tableSchema = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableHead = z.infer<typeof tableSchema>

export const tableEndSchema = z.strictObject({ rows: count, sha256 })
export const endSchema = z.strictObject({ tables: count, rows: count, sha256 })
export type End = z.infer<typeof endSchema>

export const rowSchema = z.array(z.string().nullable())

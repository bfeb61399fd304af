/** Reads a backup to its end, without a store, and finds out whether this version could restore it. */
import { readMigrations } from '../../store/engine/migrate.ts'
import { migrationsOf } from './emptyTables.ts'
import type { BackupReader } from './reader.ts'

export interface CheckFacts {
  createdAt: string
  florin: string
  tables: number
  rows: number
  /** The number of the newest migration that the backup has. */
  schema: number
}

export async function checkBackup(reader: BackupReader): Promise<CheckFacts> {
  const header = await reader.header()
  const { createdAt, florin } = header
  const schema = migrationsOf(header, readMigrations()).at(-1)?.number ?? 0
  for await (const part of reader.parts()) {
    if ('end' in part) return { createdAt, florin, tables: part.end.tables, rows: part.end.rows, schema }
  }
  throw new Error('A backup without an end was taken for a whole one.')
}

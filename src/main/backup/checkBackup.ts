/** Reads a whole backup without a store, and checks that this version could restore it. */
import { readMigrations } from '../../store/engine/migrations.ts'
import { migrationsOf } from './emptyTables.ts'
import type { BackupReader } from './reader.ts'

export interface CheckFacts {
  createdAt: string
  florin: string
  tables: number
  rows: number
  /** Number of the newest migration in the backup. */
  schema: number
}

export async function checkBackup(reader: BackupReader): Promise<CheckFacts> {
  const { createdAt, florin } = await reader.header()
  const schema = (await migrationsOf(reader, readMigrations())).at(-1)?.number ?? 0
  for await (const part of reader.parts()) {
    if ('end' in part) return { createdAt, florin, tables: part.end.tables, rows: part.end.rows, schema }
  }
  throw new Error('The reader accepted a backup without an end.')
}

/** Backs up an open store: one snapshot of every table. */
import type { Writable } from 'node:stream'
import { backedUpTables } from '../../store/backup/catalogue.ts'
import { countRows, prepareCopying, readRows } from '../../store/backup/readRows.ts'
import { inSnapshot } from '../../store/backup/snapshot.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import {
  listMigrations,
  type Migration,
  type RecordedMigration,
  readMigrations,
  schemaOf,
} from '../../store/engine/migrations.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { type End, formatName, formatVersion, type Header } from './format.ts'
import { BackupWriter } from './writer.ts'

export interface BackupOptions {
  florin: string
  nowMs: number
  onProgress(done: number, total: number): void
  /** The migrations of this version; tests can pass others. */
  known?: readonly Migration[]
}

export interface BackupFacts extends End {
  createdAt: string
  /** Number of the newest migration. */
  schema: number
}

export async function writeBackup(
  db: Database,
  output: Writable,
  options: BackupOptions,
): Promise<BackupFacts> {
  const writer = new BackupWriter(output)
  try {
    const header = await inSnapshot(db, async connection => {
      await prepareCopying(connection)
      return await writeTables(connection, db, writer, options)
    })
    const end = await writer.end()
    return { ...end, createdAt: header.createdAt, schema: header.migrations.at(-1)?.number ?? 0 }
  } catch (error) {
    writer.abandon()
    throw error
  }
}

async function writeTables(
  connection: Connection,
  db: Database,
  writer: BackupWriter,
  { florin, nowMs, onProgress, known = readMigrations() }: BackupOptions,
): Promise<Header> {
  const migrations = await schemaOf(connection, known)
  if (migrations.length === 0) throw new Failure('The store is empty: there is nothing to back up.')
  const applied = known.filter(({ number }) => migrations.some(each => each.number === number))
  const tables = await backedUpTables(connection, applied)
  let total = 0
  for (const table of tables) total += await countRows(connection, table)
  await requireSameSchema(db, migrations)
  const createdAt = new Date(nowMs).toISOString()
  const header: Header = {
    ...{ format: formatName, version: formatVersion, florin, createdAt, store: db.engine },
    ...{ migrations, rows: total },
  }
  await writer.line(header)
  let done = 0
  for (const table of tables) {
    await writer.line({ table: table.name, columns: table.columns.map(({ name }) => name) })
    for await (const { bytes, rows } of readRows(connection, table)) {
      await writer.rows(bytes, rows)
      done += rows
      onProgress(done, total)
    }
    await writer.endTable()
  }
  if (done !== total) throw new Error(`The backup has ${done} rows, but the store had ${total}.`)
  return header
}

/**
 * A snapshot from before a migration sees a table that the migration rewrote as empty. Counting has locked every table
 * until the end of the backup, so one check after it is enough. It must run outside the snapshot. The embedded store has
 * only one connection, so nothing can migrate it meanwhile.
 */
async function requireSameSchema(db: Database, before: readonly RecordedMigration[]): Promise<void> {
  if (db.engine === 'embedded') return
  const now = await listMigrations(db)
  if (now.length === before.length) return
  throw new PassingFailure('The schema was migrated during the backup. Start the backup again.')
}

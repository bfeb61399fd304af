/** Makes a backup of an open store: every table as it is at one moment. */
import type { Writable } from 'node:stream'
import { backedUpTables } from '../../store/backup/catalogue.ts'
import { countRows, prepareCopying, readRows } from '../../store/backup/readRows.ts'
import type { Database, Session } from '../../store/door.ts'
import { schemaOf } from '../../store/migrate.ts'
import { Failure } from '../failure.ts'
import { type End, formatName, formatVersion, type Header } from './format.ts'
import { BackupWriter } from './writer.ts'

export interface BackupOptions {
  florin: string
  nowMs: number
  onProgress(done: number, total: number): void
}

export interface BackupFacts extends End {
  createdAt: string
  /** The number of the newest migration. */
  schema: number
}

export async function writeBackup(
  db: Database,
  output: Writable,
  options: BackupOptions,
): Promise<BackupFacts> {
  const writer = new BackupWriter(output)
  try {
    const header = await db.transaction(
      async session => {
        await prepareCopying(session)
        return await writeTables(session, db.engine, writer, options)
      },
      { snapshot: true },
    )
    const end = await writer.end()
    return { ...end, createdAt: header.createdAt, schema: header.migrations.at(-1)?.number ?? 0 }
  } catch (error) {
    writer.abandon()
    throw error
  }
}

async function writeTables(
  session: Session,
  store: Header['store'],
  writer: BackupWriter,
  { florin, nowMs, onProgress }: BackupOptions,
): Promise<Header> {
  const migrations = await schemaOf(session)
  if (migrations.length === 0) throw new Failure('The store is empty: there is nothing to back up.')
  const tables = await backedUpTables(session)
  let total = 0
  for (const table of tables) total += await countRows(session, table)
  const createdAt = new Date(nowMs).toISOString()
  const header: Header = {
    ...{ format: formatName, version: formatVersion, florin, createdAt, store },
    ...{ migrations, rows: total },
  }
  await writer.line(header)
  let done = 0
  for (const table of tables) {
    await writer.line({ table: table.name, columns: table.columns.map(({ name }) => name) })
    for await (const { bytes, rows } of readRows(session, table)) {
      await writer.rows(bytes, rows)
      done += rows
      onProgress(done, total)
    }
    await writer.endTable()
  }
  return header
}

/**
 * Restores a backup into an empty store, in one transaction. The schema is first created as it was at the time of the
 * backup, and migrated afterwards.
 */
import type { CatalogueTable } from '../../store/backup/catalogue.ts'
import { prepareCopying } from '../../store/backup/readRows.ts'
import { beginWriting, endWriting, writeRows } from '../../store/backup/writeRows.ts'
import { prepareWholeTables } from '../../store/distributed/wholeTables.ts'
import { type Connection, ConstraintViolation, type Database } from '../../store/engine/door.ts'
import { type Migration, readMigrations } from '../../store/engine/migrations.ts'
import { migrateIn } from '../../store/schema/migrate.ts'
import { renewEpochs } from '../../store/workspaces.ts'
import { Failure } from '../failure.ts'
import { makeTables, migrationsOf } from './emptyTables.ts'
import type { End, TableHead } from './format.ts'
import type { BackupReader, Part } from './reader.ts'

export interface RestoreFacts {
  createdAt: string
  florin: string
  tables: number
  rows: number
  /** Migrations newer than the backup, which were applied to the restored data. */
  applied: string[]
  /** Number of the newest migration. */
  schema: number
}

export async function readBackup(
  db: Database,
  reader: BackupReader,
  migrations: readonly Migration[] = readMigrations(),
): Promise<RestoreFacts> {
  const then = await migrationsOf(reader, migrations)
  const { createdAt, florin } = await reader.header()
  return await db.transaction(async connection => {
    await prepareWholeTables(connection)
    const tables = await makeTables(connection, then, migrations)
    await prepareCopying(connection)
    const { tables: count, rows } = await writeTables(connection, reader, tables)
    const { applied, version } = await migrateIn(connection, migrations)
    await renewEpochs(connection)
    return { createdAt, florin, tables: count, rows, applied, schema: version }
  })
}

/** A damaged file may contain rows that the store rejects. Reads on to the end, to report the damage instead. */
async function writeTables(
  connection: Connection,
  reader: BackupReader,
  tables: readonly CatalogueTable[],
): Promise<End> {
  await beginWriting(connection, tables)
  const target = new Target(connection, tables)
  let refusal: { reason: unknown } | null = null
  let end: End | null = null
  for await (const part of reader.parts()) {
    if ('end' in part) end = part.end
    if (refusal !== null) continue
    await target.take(part).catch((reason: unknown) => {
      refusal = { reason }
    })
  }
  if (refusal !== null) throw (refusal as { reason: unknown }).reason
  if (end === null) throw new Error('The reader accepted a backup without an end.')
  await endWriting(connection, tables)
  return end
}

class Target {
  readonly #connection: Connection
  readonly #tables: readonly CatalogueTable[]
  #current: CatalogueTable | null = null

  constructor(connection: Connection, tables: readonly CatalogueTable[]) {
    this.#connection = connection
    this.#tables = tables
  }

  async take(part: Part): Promise<void> {
    if ('table' in part) this.#current = this.#tableOf(part.table)
    else if ('rows' in part && this.#current) await this.#write(this.#current, part.rows)
  }

  async #write(table: CatalogueTable, rows: readonly (readonly (string | null)[])[]): Promise<void> {
    try {
      await writeRows(this.#connection, table, rows)
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error
      throw new Failure(
        `The store rejects a row of ${table.name} (${error.constraint}). Nothing was restored.`,
      )
    }
  }

  /** The table with its columns in the file's order. */
  #tableOf({ table: name, columns }: TableHead): CatalogueTable {
    const table = this.#tables.find(each => each.name === name)
    const known = new Map(table?.columns.map(column => [column.name, column]))
    return {
      name,
      hasTriggers: false,
      columns: columns.map(each => {
        const column = known.get(each)
        if (column) return column
        throw new Failure(`The backup has an unknown column, ${name}.${each}. Nothing was restored.`)
      }),
    }
  }
}

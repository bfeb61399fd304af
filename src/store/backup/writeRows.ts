/** Writes the rows of a backup to an empty store. */
import type { Connection } from '../engine/door.ts'
import { copyText } from '../engine/table.ts'
import { arrayText } from '../engine/values.ts'
import { type CatalogueTable, quoted } from './catalogue.ts'

export type TextRow = readonly (string | null)[]

/** True if the store has no workspace and no account yet. */
export async function isUnused(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ used: boolean }>(
    'select exists (select 1 from workspaces) or exists (select 1 from users) as used',
  )
  return row?.used === false
}

/** Blocks new workspaces and accounts until the end of the transaction. Every other row belongs to one of them. */
export async function keepUnused(connection: Connection): Promise<void> {
  await connection.script('lock table workspaces, users in share row exclusive mode')
}

/** The names of the tables that have rows. */
export async function filledTables(
  connection: Connection,
  tables: readonly CatalogueTable[],
): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const rows = await connection.query(`select 1 as one from ${quoted(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

/** Deletes the rows that migrations inserted; the backup has its own. Only for tables created in this transaction. */
export async function clearTables(connection: Connection, tables: readonly CatalogueTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await connection.script(`delete from ${quoted(name)}`)
}

/** Disables triggers until `endWriting`: the rows they would write are in the backup. */
export async function beginWriting(connection: Connection, tables: readonly CatalogueTable[]): Promise<void> {
  await setTriggers(connection, tables, 'disable')
}

/**
 * Runs deferred checks first, because PostgreSQL refuses to alter a table while some are pending. Analyzes the tables,
 * because the embedded store has no autovacuum.
 */
export async function endWriting(connection: Connection, tables: readonly CatalogueTable[]): Promise<void> {
  await connection.script('set constraints all immediate')
  await setTriggers(connection, tables, 'enable')
  for (const { name } of tables) await connection.script(`analyze ${quoted(name)}`)
}

async function setTriggers(
  connection: Connection,
  tables: readonly CatalogueTable[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const { name, hasTriggers } of tables) {
    if (hasTriggers) await connection.script(`alter table ${quoted(name)} ${state} trigger user`)
  }
}

/** `columns` must match the values of each row, in order. */
export async function writeRows(
  connection: Connection,
  { name, columns }: CatalogueTable,
  rows: readonly TextRow[],
): Promise<void> {
  const target = `${quoted(name)} (${columns.map(column => quoted(column.name)).join(', ')})`
  if (connection.copyIn) return await connection.copyIn(`copy ${target} from stdin`, [copyLines(rows)])
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`)
  const names = columns.map((_, index) => `v${index}`)
  const values = columns.map(({ type }, index) => `v${index}::${type}`)
  await connection.query(
    `insert into ${target} select ${values.join(', ')} from unnest(${arrays.join(', ')}) as r(${names.join(', ')})`,
    columns.map((_, index) => arrayText(rows.map(row => row[index] ?? null))),
  )
}

const copyLines = (rows: readonly TextRow[]): string =>
  rows.map(row => `${row.map(value => (value === null ? '\\N' : copyText(value))).join('\t')}\n`).join('')

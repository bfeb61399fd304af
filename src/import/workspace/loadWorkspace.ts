/**
 * Loads a workspace file, all or nothing. A new workspace keeps the timestamps of the file. In an existing
 * one, rows are matched by id, and the workspace clock stamps those that are added or actually change.
 */
import { blank } from '../../contract/blank.ts'
import { category as categorySchema } from '../../contract/categories.ts'
import type { ListName, WorkspaceFile } from '../../contract/workspaceFile.ts'
import { noConditions } from '../../domain/categoryRules.ts'
import { defaultCategories } from '../../domain/defaultCategories.ts'
import { defaultRules } from '../../domain/defaultRules.ts'
import { newId } from '../../domain/ids.ts'
import { piecesOf } from '../../domain/pieces.ts'
import { accountsTable } from '../../store/accounts.ts'
import { type Actor, recordAudit } from '../../store/audit.ts'
import { billsTable } from '../../store/bills.ts'
import { categoriesTable } from '../../store/categories.ts'
import { companiesTable } from '../../store/companies.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import { withoutTimeouts } from '../../store/engine/locks.ts'
import { asArrays, copyRows, type Table } from '../../store/engine/table.ts'
import { type UpsertResult, upsertRows } from '../../store/engine/upsert.ts'
import { forgetOverwritten } from '../../store/matching/billPayments.ts'
import { payeesTable } from '../../store/payees.ts'
import { insertRule } from '../../store/rules/categoryRules.ts'
import { inWalkOrder, stampTransactionsOfCategories, transactionsTable } from '../../store/transactions.ts'
import { setWriteStamp, writeInTransaction } from '../../store/workspaceClock.ts'
import { renamedCategories } from '../../store/workspaceRows.ts'
import { insertWorkspace, renameWorkspace } from '../../store/workspaces.ts'
import { referenceProblems } from './references.ts'
import { BadWorkspaceFile } from './workspaceFile.ts'

export interface LoadOptions {
  nowMs: number
  actor: Actor
  /** What the audit log calls it. */
  action?: 'workspace.loaded' | 'workspace.created'
  onProgress?: (done: number, total: number) => void
}

export interface LoadResult {
  workspaceId: string
  created: boolean
  added: number
  changed: number
  unchanged: number
}

const rowsPerQuery = 5_000
/** The embedded store answers others between two queries. A server does so at any time, and is faster with large ones. */
const rowsPerQueryEmbedded = 500
const rowsPerCopiedPiece = 250

/** Every list comes after the lists it refers to. */
const tables: readonly [ListName, Table][] = [
  ['companies', companiesTable],
  ['accounts', accountsTable],
  ['categories', categoriesTable],
  ['transactions', transactionsTable],
  ['bills', billsTable],
  ['payees', payeesTable],
]

export async function loadWorkspace(
  db: Database,
  file: WorkspaceFile,
  options: LoadOptions,
): Promise<LoadResult> {
  return await db.transaction(connection => loadWorkspaceIn(connection, file, options), { long: true })
}

/** The same, inside the caller's transaction. */
export async function loadWorkspaceIn(
  connection: Connection,
  file: WorkspaceFile,
  options: LoadOptions,
): Promise<LoadResult> {
  const { id } = file.workspace
  await withoutTimeouts(connection)
  const clock = firstClock(file, options.nowMs)
  const created = await insertWorkspace(connection, file.workspace, clock)
  if (created) {
    await setWriteStamp(connection, clock)
    const whole = withDefaultCategories(file, options.nowMs)
    const result = await writeFile(connection, whole, null, options)
    await insertDefaultRules(connection, whole, options.nowMs)
    return result
  }
  return await writeInTransaction(connection, id, options.nowMs, async (_, stamp) => {
    const result = await writeFile(connection, file, stamp, options)
    const renamed = await renameWorkspace(connection, id, file.workspace.name)
    return { result, changed: renamed || result.added + result.changed > 0 }
  })
}

/** The stamp is null if the workspace is new and keeps the timestamps of the file. */
async function writeFile(
  connection: Connection,
  file: WorkspaceFile,
  stamp: string | null,
  { nowMs, actor, action = 'workspace.loaded', onProgress }: LoadOptions,
): Promise<LoadResult> {
  const { id } = file.workspace
  const problems = await referenceProblems(connection, id, file)
  if (problems.length > 0) throw new BadWorkspaceFile(problems)

  const renamed = stamp === null ? [] : await renamedCategories(connection, id, file.categories)
  const counts = { added: 0, changed: 0 }
  const total = tables.reduce((sum, [list]) => sum + file[list].length, 0)
  let done = 0
  const progress = (rows: number) => {
    done += rows
    onProgress?.(done, total)
  }
  for (const [list, table] of tables) {
    if (stamp === null && connection.copyIn) {
      await copyRows(connection.copyIn, table, id, rowsOf(file, list, rowsPerCopiedPiece), progress)
      counts.added += file[list].length
      continue
    }
    const batches = rowsOf(file, list, connection.copyAllIn ? rowsPerQuery : rowsPerQueryEmbedded)
    const result = await upsertAll(connection, table, id, batches, stamp, progress)
    counts.added += result.added
    counts.changed += result.changed
  }
  const billIds = stamp === null ? [] : file.bills.map(bill => bill.id)
  if (billIds.length > 0) await forgetOverwritten(connection, id, billIds)
  if (stamp !== null && renamed.length > 0)
    await stampTransactionsOfCategories(connection, id, renamed, stamp)

  const result = {
    workspaceId: id,
    created: stamp === null,
    ...counts,
    unchanged: total - counts.added - counts.changed,
  }
  await recordAudit(connection, id, nowMs, {
    actor,
    action,
    subjectId: id,
    details: result,
  })
  return result
}

async function upsertAll(
  connection: Connection,
  table: Table,
  workspaceId: string,
  batches: Iterable<readonly object[]>,
  stamp: string | null,
  onRows: (count: number) => void,
): Promise<UpsertResult> {
  const counts = { added: 0, changed: 0 }
  let underWay: Promise<void> = Promise.resolve()
  for (const batch of batches) {
    // Prepare the next rows while the database writes the previous ones.
    const arrays = asArrays(table, batch)
    await underWay
    underWay = upsertRows(connection, table, workspaceId, arrays, stamp).then(({ added, changed }) => {
      counts.added += added
      counts.changed += changed
      onRows(batch.length)
    })
  }
  await underWay
  return counts
}

/** Yields the rows of a list in pieces on demand, so that they are not all in memory a second time. */
function* rowsOf(file: WorkspaceFile, list: ListName, rowsPerPiece: number): Iterable<readonly object[]> {
  const elements = list === 'transactions' ? inWalkOrder(file.transactions) : file[list]
  for (const piece of piecesOf<object>(elements, rowsPerPiece)) {
    yield list === 'transactions' ? (piece as FileTransaction[]).map(withCategoryId) : piece
  }
}

type FileTransaction = WorkspaceFile['transactions'][number]

/** The file has the whole category of a transaction; only its id is stored. */
const withCategoryId = ({ category, ...transaction }: FileTransaction) => ({
  ...transaction,
  categoryId: category?.id ?? null,
})

/** A new workspace's clock starts no earlier than any timestamp in its data, so that later stamps are later. */
function firstClock(file: WorkspaceFile, nowMs: number): string {
  let latest = new Date(nowMs).toISOString()
  for (const [list] of tables) {
    for (const row of file[list] as { createdAt: string; updatedAt?: string }[]) {
      if (row.createdAt > latest) latest = row.createdAt
      if (row.updatedAt !== undefined && row.updatedAt > latest) latest = row.updatedAt
    }
  }
  return latest
}

const blankCategory = blank(categorySchema)

function withDefaultCategories(file: WorkspaceFile, nowMs: number): WorkspaceFile {
  if (file.categories.some(({ isSystem }) => isSystem)) return file
  const taken = new Set(file.categories.map(({ slug }) => slug))
  const createdAt = new Date(nowMs).toISOString()
  const seeded = defaultCategories
    .filter(({ slug }) => !taken.has(slug))
    .map(category => ({ ...blankCategory, id: newId('cat', nowMs), ...category, isSystem: true, createdAt }))
  return { ...file, categories: [...file.categories, ...seeded] }
}

/** Only for default categories: a custom category with the same slug may mean something else. */
async function insertDefaultRules(connection: Connection, file: WorkspaceFile, nowMs: number): Promise<void> {
  for (const { slug, name, type } of defaultRules) {
    const category = file.categories.find(each => each.isSystem && each.slug === slug)
    if (category === undefined) continue
    await insertRule(connection, file.workspace.id, {
      ...noConditions,
      id: newId('rul', nowMs),
      name,
      categoryId: category.id,
      type,
      createdAt: new Date(nowMs).toISOString(),
    })
  }
}

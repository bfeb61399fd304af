/** Imports: what each one did, and which later imports depend on it. */
import type { ImportReport, ListedImport } from '../../contract/console/imports.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Actor } from '../audit.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { selectList } from '../engine/table.ts'
import { type TransactionRow, transactionsTable } from '../transactionColumns.ts'

export type { TransactionRow }

export interface NewImport {
  id: string
  stamp: string
  actor: Actor
  fileDigest: string
  report: ImportReport
}

export async function insertImport(
  connection: Connection,
  workspaceId: string,
  { id, stamp, actor, fileDigest, report }: NewImport,
): Promise<void> {
  await connection.query(
    `insert into imports (workspace_id, id, at, actor_kind, actor_id, file_name, file_digest, file_bytes, format, report)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)`,
    [
      workspaceId,
      id,
      stamp,
      actor.kind,
      actor.id,
      report.fileName,
      fileDigest,
      report.bytes,
      report.format ?? '',
      JSON.stringify(report),
    ],
  )
}

const listed = `t.id, t.at, t.undone_at as "undoneAt", t.report,
  json_build_object('kind', t.actor_kind, 'id', t.actor_id, 'name', u.name) as actor`
const withActor = "imports t left join users u on t.actor_kind = 'person' and u.user_id = t.actor_id"

/** Newest first. Returns one more than the limit if there are more. */
export async function listImports(
  connection: Connection,
  workspaceId: string,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<ListedImport[]> {
  const beyond = after === null ? '' : 'and (t.at, t.id) < ($2::timestamptz, $3::text)'
  return await connection.query<ListedImport>(
    `select ${listed} from ${withActor} where t.workspace_id = $1 ${beyond}
     order by t.at desc, t.id desc limit ${limit + 1}`,
    after === null ? [workspaceId] : [workspaceId, after.at, after.id],
  )
}

export async function findImport(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<ListedImport | null> {
  const [row] = await connection.query<ListedImport>(
    `select ${listed} from ${withActor} where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

/** Whether a file of this size was imported and not undone. If not, its content cannot be known, and needs no hash. */
export async function hasImportOfSize(
  connection: Connection,
  workspaceId: string,
  fileBytes: number,
): Promise<boolean> {
  const rows = await connection.query(
    'select from imports where workspace_id = $1 and file_bytes = $2 and undone_at is null limit 1',
    [workspaceId, fileBytes],
  )
  return rows.length > 0
}

/** The report of the last import of this content that was not undone. */
export async function findByDigest(
  connection: Connection,
  workspaceId: string,
  fileDigest: string,
): Promise<ImportReport | null> {
  const [row] = await connection.query<{ report: ImportReport }>(
    `select report from imports where workspace_id = $1 and file_digest = $2 and undone_at is null
     order by at desc limit 1`,
    [workspaceId, fileDigest],
  )
  return row?.report ?? null
}

export interface Dependencies {
  /** Number of existing rows found, by the stamp of the import that created them. */
  rowsByStamp: ReadonlyMap<string, number>
  /** The existing rows that had changed since they were created. */
  changedIds: readonly string[]
  /** Imports whose accounts, statements or bills were found. */
  importIds: readonly string[]
}

/**
 * Records which earlier imports this one found rows of. Each import has a unique stamp, so a row's stamp identifies the
 * import that created it. Stamps that belong to no import are ignored.
 */
export async function recordDependencies(
  connection: Connection,
  workspaceId: string,
  importId: string,
  { rowsByStamp, changedIds, importIds }: Dependencies,
): Promise<void> {
  const changedBy = new Map<string, number>()
  for (const ids of piecesOf(changedIds, rowsPerQuery)) {
    const rows = await connection.query<{ changerId: string; count: number }>(
      `select import_id as "changerId", count(*)::int as count from import_changes
       where workspace_id = $1 and transaction_id = any($2) and import_id <> $3 group by import_id`,
      [workspaceId, ids, importId],
    )
    for (const { changerId, count } of rows) changedBy.set(changerId, (changedBy.get(changerId) ?? 0) + count)
  }
  await connection.query(
    `insert into import_grounds (workspace_id, import_id, ground_id, rows_found)
     select $1, $2, i.id, r.rows_found
     from unnest($3::timestamptz[], $4::integer[]) as r(stamp, rows_found)
     join imports i on i.workspace_id = $1 and i.at = r.stamp and i.id <> $2
     union all
     select $1, $2, c.id, c.rows_found from unnest($5::text[], $6::integer[]) as c(id, rows_found)
     union all
     select $1, $2, ground_id, 0 from unnest($7::text[]) as named(ground_id)
     on conflict do nothing`,
    [
      workspaceId,
      importId,
      [...rowsByStamp.keys()],
      [...rowsByStamp.values()],
      [...changedBy.keys()],
      [...changedBy.values()],
      importIds,
    ],
  )
}

export interface DependingImport {
  id: string
  at: string
  fileName: string
  rowsFound: number
}

/** Later imports that found something this one had created or changed, and that have not been undone. */
export async function importsDependingOn(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<DependingImport[]> {
  return await connection.query<DependingImport>(
    `select i.id, i.at, i.file_name as "fileName", g.rows_found as "rowsFound"
     from import_grounds g join imports i on i.workspace_id = g.workspace_id and i.id = g.import_id
     where g.workspace_id = $1 and g.ground_id = $2 and i.undone_at is null
     order by i.at, i.id`,
    [workspaceId, importId],
  )
}

export async function markUndone(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<void> {
  await connection.query('update imports set undone_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    importId,
    stamp,
  ])
  await connection.query('delete from import_grounds where workspace_id = $1 and import_id = $2', [
    workspaceId,
    importId,
  ])
}

const transactionColumns = selectList(transactionsTable, 't')

export async function transactionRows(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  return await connection.query<TransactionRow>(
    `select ${transactionColumns} from transactions t where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, ids],
  )
}

/** Saves rows as they were before the import changed them. If a row is already saved, the first version is kept. */
export async function keepRowsBefore(
  connection: Connection,
  workspaceId: string,
  importId: string,
  rows: readonly TransactionRow[],
): Promise<void> {
  await connection.query(
    `insert into import_changes (workspace_id, import_id, transaction_id, before)
     select $1, $2, r.before ->> 'id', r.before from jsonb_array_elements($3::jsonb) as r(before)
     on conflict do nothing`,
    [workspaceId, importId, JSON.stringify(rows)],
  )
}

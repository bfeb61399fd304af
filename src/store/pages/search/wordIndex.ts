/**
 * Indexes the words of rows that changed, a slice at a time in the order of their stamps. Stamps become visible in
 * order, so nothing before the mark can still be missing. Only one process indexes a list at a time.
 */
import { wordsOfRow } from '../../../domain/search/words.ts'
import type { Connection, Database } from '../../engine/door.ts'
import { arrayText } from '../../engine/values.ts'
import { rowsAfter, type SearchMark } from './marks.ts'
import { type ComparedRow, type SearchedList, searchedLists, wordStart } from './searchedLists.ts'

export interface ListBehind {
  workspaceId: string
  list: SearchedList
}

const behindMax = 100

/** Lists with rows that are not indexed yet. */
export async function listsBehind(connection: Connection): Promise<ListBehind[]> {
  const query = connection.onEveryNode ?? connection.query
  const rows = await query<{ workspaceId: string; list: string }>(
    `select w.workspace_id as "workspaceId", l.list
     from workspaces w cross join (values ('transactions'), ('bills')) l (list)
     left join search_marks m on m.workspace_id = w.workspace_id and m.list = l.list
     where m.clock is distinct from w.clock limit ${behindMax}`,
  )
  return rows.flatMap(({ workspaceId, list }) =>
    searchedLists.filter(({ table }) => table === list).map(searched => ({ workspaceId, list: searched })),
  )
}

/** `taken` while another process indexes the list. */
export async function indexSlice(
  db: Database,
  { workspaceId, list }: ListBehind,
  rowsMax: number,
): Promise<'done' | 'more' | 'taken'> {
  return await db.transaction(async connection => {
    const mark = await lockedMark(connection, workspaceId, list)
    if (mark === null) return 'taken'
    // Before the rows: a write after this leaves the list behind again.
    const [workspace] = await connection.query<{ clock: string }>(
      'select clock from workspaces where workspace_id = $1',
      [workspaceId],
    )
    const rows = await rowsAfter(connection, list, workspaceId, mark, rowsMax)
    if (rows.length > 0) await writeWords(connection, workspaceId, list, rows)
    const { changedAt, id } = rows.at(-1) ?? mark
    const isDone = rows.length < rowsMax
    await connection.query(
      `update search_marks set changed_at = $3::timestamptz, id = $4, clock = $5::timestamptz
       where workspace_id = $1 and list = $2`,
      [workspaceId, list.table, changedAt, id, isDone ? (workspace?.clock ?? null) : null],
    )
    return isDone ? 'done' : 'more'
  })
}

async function lockedMark(
  connection: Connection,
  workspaceId: string,
  { table }: SearchedList,
): Promise<SearchMark | null> {
  await connection.query(
    'insert into search_marks (workspace_id, list) values ($1, $2) on conflict (workspace_id, list) do nothing',
    [workspaceId, table],
  )
  const [mark] = await connection.query<SearchMark>(
    `select changed_at::text as "changedAt", id from search_marks
     where workspace_id = $1 and list = $2 for update skip locked`,
    [workspaceId, table],
  )
  return mark ?? null
}

async function writeWords(
  connection: Connection,
  workspaceId: string,
  { table, words, due }: SearchedList,
  rows: readonly ComparedRow[],
): Promise<void> {
  const start = wordStart(workspaceId)
  // Words have no space, no tab and no line break.
  const lines = rows.map(row => [...wordsOfRow(row)].map(word => start + word).join('\t'))
  const [dueColumn, dueValue] = due === null ? ['', ''] : [', due', ', r.due']
  await connection.query(
    `insert into ${words} as kept (workspace_id, id, words, amount${dueColumn})
     select $1, r.id, array_to_tsvector(string_to_array(r.words, E'\\t')), r.amount${dueValue}
     from unnest($2::text::text[], $3::text::text[], $4::text::numeric[], $5::text::date[])
       as r (id, words, amount, due)
     -- A row may have been deleted since it was read.
     where exists (select from ${table} t where t.workspace_id = $1 and t.id = r.id)
     on conflict (workspace_id, id) do update set words = excluded.words, amount = excluded.amount
       ${due === null ? '' : ', due = excluded.due'}
     -- A change of the category alone leaves the words as they are.
     where kept.words <> excluded.words or kept.amount is distinct from excluded.amount
       ${due === null ? '' : 'or kept.due is distinct from excluded.due'}`,
    [
      workspaceId,
      arrayText(rows.map(({ id }) => id)),
      arrayText(lines),
      arrayText(rows.map(({ amount }) => amount)),
      arrayText(rows.map(row => row.due)),
    ],
  )
}

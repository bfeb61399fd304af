/** Ids of all rows that pass a sieve, from the index and from the rows that changed after it. */
import type { Sieve } from '../../../domain/search/sieve.ts'
import type { Connection, Value } from '../../engine/door.ts'
import { markOf, rowsAfter } from './marks.ts'
import { type ComparedRow, type SearchedList, wordStart } from './searchedLists.ts'

/** Rows that are compared one by one because they are not indexed yet. */
export const unindexedMax = 5_000
/** Words that the index looks up. If a search has more, the rows found are compared again. */
const indexedWordsMax = 4

/** Null if there are more than `idsMax`, or too many rows are not indexed yet. */
export async function passingIds(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  sieve: Sieve,
  idsMax: number,
): Promise<string[] | null> {
  if (sieve.words?.length === 0) return []
  const mark = await markOf(connection, list, workspaceId)
  const changed = await rowsAfter(connection, list, workspaceId, mark, unindexedMax + 1)
  if (changed.length > unindexedMax) return null
  const indexed = mark.id === '' ? [] : await indexedIds(connection, list, workspaceId, sieve, idsMax)
  if (indexed.length > idsMax) return null
  const changedIds = new Set(changed.map(({ id }) => id))
  const unchanged = indexed.filter(id => !changedIds.has(id))
  const hasMoreWords = (sieve.words?.length ?? 0) > indexedWordsMax
  const found = hasMoreWords
    ? await comparedAgain(connection, list, workspaceId, sieve, unchanged)
    : unchanged
  return [...found, ...changed.filter(sieve.passes).map(({ id }) => id)]
}

async function indexedIds(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  sieve: Sieve,
  idsMax: number,
): Promise<string[]> {
  const { words, find } = list
  const { words: wanted, minAmount, maxAmount, dueFrom, dueTo } = sieve
  const values: Value[] = [workspaceId]
  const mark = (value: Value) => `$${values.push(value)}`
  const byRange = (column: string, type: string, least: string | undefined, most: string | undefined) => {
    const bounds = [
      ...(least === undefined ? [] : [`w.${column} >= ${mark(least)}::${type}`]),
      ...(most === undefined ? [] : [`w.${column} <= ${mark(most)}::${type}`]),
    ]
    // Ordered, so that the planner takes this index.
    return `select w.id from ${words} w where w.workspace_id = $1 and ${bounds.join(' and ')}
      order by w.workspace_id, w.${column} limit ${idsMax + 1}`
  }
  const sql =
    wanted !== null
      ? `select id from ${find}($1, ${mark(textQuery(workspaceId, wanted))}::tsquery, ${idsMax + 1}) as found (id)`
      : minAmount !== undefined || maxAmount !== undefined
        ? byRange('amount', 'numeric', minAmount, maxAmount)
        : byRange('due', 'date', dueFrom, dueTo)
  const rows = await connection.query<{ id: string }>(sql, values)
  return rows.map(({ id }) => id)
}

/** The longest words are the rarest. They have letters, digits and points only, so quoting them is safe. */
export function textQuery(
  workspaceId: string,
  wanted: readonly string[],
  wordsMax = indexedWordsMax,
): string {
  const start = wordStart(workspaceId)
  return [...wanted]
    .sort((a, b) => b.length - a.length)
    .slice(0, wordsMax)
    .map(word => `'${start}${word}':*`)
    .join(' & ')
}

async function comparedAgain(
  connection: Connection,
  { table, sifted }: SearchedList,
  workspaceId: string,
  sieve: Sieve,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await connection.query<ComparedRow>(
    `select t.* from unnest($2::text[]) as hit (id) cross join lateral (
       select t.id, ${sifted} from ${table} t where t.workspace_id = $1 and t.id = hit.id limit 1
     ) t`,
    [workspaceId, ids],
  )
  return rows.filter(sieve.passes).map(({ id }) => id)
}

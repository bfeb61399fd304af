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
  if (indexed === null) return null
  const changedIds = new Set(changed.map(({ id }) => id))
  return [...indexed.filter(id => !changedIds.has(id)), ...changed.filter(sieve.passes).map(({ id }) => id)]
}

/** Null if every look-up finds more than `idsMax`. Ranges of the sieve may be left for the caller to apply, words never. */
async function indexedIds(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  sieve: Sieve,
  idsMax: number,
): Promise<string[] | null> {
  for (const { sql, values, coversWords } of lookUps(list, workspaceId, sieve, idsMax + 1)) {
    const rows = await connection.query<{ id: string }>(sql, values)
    if (rows.length > idsMax) continue
    const ids = rows.map(({ id }) => id)
    return coversWords ? ids : await comparedAgain(connection, list, workspaceId, sieve, ids)
  }
  return null
}

interface LookUp {
  sql: string
  values: Value[]
  /** Whether each row that is found has all words of the search. */
  coversWords: boolean
}

/** Ranges come first: they stop at the limit, whereas a frequent word is looked up in all rows that have it. */
function lookUps({ words: table, find }: SearchedList, workspaceId: string, sieve: Sieve, limit: number) {
  const { words, minAmount, maxAmount, dueFrom, dueTo } = sieve
  const found: LookUp[] = []
  const addRange = (column: string, type: string, least: string | undefined, most: string | undefined) => {
    if (least === undefined && most === undefined) return
    const values: Value[] = [workspaceId]
    const bounds = [
      ...(least === undefined ? [] : [`w.${column} >= $${values.push(least)}::${type}`]),
      ...(most === undefined ? [] : [`w.${column} <= $${values.push(most)}::${type}`]),
    ]
    // Ordered, so that the planner takes this index.
    const sql = `select w.id from ${table} w where w.workspace_id = $1 and ${bounds.join(' and ')}
      order by w.workspace_id, w.${column} limit ${limit}`
    found.push({ sql, values, coversWords: words === null })
  }
  addRange('amount', 'numeric', minAmount, maxAmount)
  addRange('due', 'date', dueFrom, dueTo)
  if (words !== null) {
    found.push({
      sql: `select id from ${find}($1, $2::tsquery, ${limit}) as found (id)`,
      values: [workspaceId, textQuery(workspaceId, words)],
      coversWords: words.length <= indexedWordsMax,
    })
  }
  return found
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

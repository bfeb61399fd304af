/**
 * Finds the tables in a query and puts a mark in the place of each name. The node that has a workspace replaces the
 * marks by the names of its shards, and runs the query on them as PostgreSQL would.
 */
import { allTables, type TableLists } from './tables.ts'

export interface ShardTemplate {
  /** The query with `{{table}}` in place of each table's name. */
  text: string
  /** Names of the tables in it, each once. */
  tables: ReadonlySet<string>
}

type OnNodes = Pick<TableLists, 'byWorkspace' | 'onEveryNode'>

/** What may follow a table's name if it has no other name in the query. */
const noAlias = new Set(
  `where set on join left right full inner cross natural order group limit offset using union except intersect values
   select returning for having window default overriding fetch`.split(/\s+/),
)

const tableReference = /\b(from|join|into|update|using)(\s+)(\w+)\b(?!\s*\()(?=(\s+\w+)?)/gi
const insertTarget = /\b(into)(\s+)(\w+)(\s*)(?=\()/gi
const commonTable = /\b(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi
/** Functions of the schema that read a table, and the same for a shard of it. */
const wordFunctions = /\b(transaction|bill)s_with_words\(/g

/** Tests pass lists with other tables. */
export function shardTemplate(sql: string, lists: OnNodes = allTables): ShardTemplate {
  const known = new Set([...lists.byWorkspace, ...lists.onEveryNode])
  const tables = new Set<string>()
  for (const [, name = ''] of sql.matchAll(commonTable)) {
    if (known.has(name)) throw new Error(`A part of a query has the name of the table ${name}.`)
  }
  if (/\bon\s+constraint\b/i.test(sql))
    throw new Error('A constraint has another name on each shard. Name its columns.')
  const mark = (name: string) => {
    tables.add(name)
    return `{{${name}}}`
  }
  const text = sql
    .replace(insertTarget, (all, word: string, gap: string, name: string, rest: string) =>
      known.has(name) ? `${word}${gap}${mark(name)} as ${name}${rest}` : all,
    )
    .replace(tableReference, (all, word: string, gap: string, name: string, next = '') => {
      if (!known.has(name)) return all
      const isNamed = next !== '' && !noAlias.has(next.trim().toLowerCase())
      return `${word}${gap}${mark(name)}${isNamed ? '' : ` as ${name}`}`
    })
    .replace(wordFunctions, (_, of: string) => `words_on_shard('${mark(`${of}_words`)}', `)
  return { text, tables }
}

/**
 * The trigger functions of the migrations, for triggers on shards. Citus cannot plan a query that reads a transition
 * table, so on a node each of their queries names the shards next to the one that was written. Everything else in them
 * stays as it is, so there is no second version to keep up to date.
 */
import type { Migration } from '../engine/migrations.ts'
import { shardTemplate } from '../nodes/shardTemplate.ts'
import { allTables, type TableLists } from '../nodes/tables.ts'

/** The newest text of each function that the migrations create, by name. */
export function functionsIn(migrations: readonly Pick<Migration, 'sql'>[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { sql } of migrations) {
    for (const [text, name = ''] of sql.matchAll(functionText)) found.set(name, text)
  }
  return found
}

const functionText =
  /create (?:or replace )?function (\w+)\([^)]*\)(?:[^$;]*?as \$\$[\s\S]*?\$\$|[^$;]*\breturn\b[^;]*);/g

/** The name of the function that a statement creates; empty if it creates none. */
export const functionName = (statement: string): string =>
  /^create (?:or replace )?function (\w+)\(/.exec(statement)?.[1] ?? ''

/** No node has this function: its text is a part of mark_rows there. */
export const writtenIntoMarks = 'own_transfer_reason'

/** Puts marks in place of tables. */
type Marks = (text: string) => string

/** The functions of triggers and those that they call, as they have to be on every node. */
export function triggerFunctionsOnShards(
  functions: ReadonlyMap<string, string>,
  lists: TableLists = allTables,
): string[] {
  const marks: Marks = text => shardTemplate(text, lists).text
  const reason = bodyOf(functions.get(writtenIntoMarks) ?? '').trim()
  const changed: string[] = []
  for (const [name, text] of functions) {
    if (name === 'mark_rows') changed.push(replaceable(marked(text, reason, marks)))
    else if (/\breturns trigger\b/.test(text)) changed.push(replaceable(onShards(text, marks)))
  }
  return changed
}

const replaceable = (text: string): string => text.replace(/^create (?:or replace )?/, 'create or replace ')

const bodyOf = (text: string): string => /\$\$([\s\S]*)\$\$/.exec(text)?.[1] ?? ''

/**
 * The text in this function is quoted. The reason is written into it: a function that gets a row of a shard would have to
 * plan its queries again for each row.
 */
const marked = (text: string, reason: string, marks: Marks): string =>
  marks(text).replace(`${writtenIntoMarks}(t)`, () => `(${marks(reason)})`.replaceAll("'", "''"))

function onShards(text: string, marks: Marks): string {
  const body = bodyOf(text)
  const [, before] = /^([\s\S]*?\n[ \t]*begin[ \t]*\n)/.exec(body) ?? []
  if (before === undefined) throw new Error('The body of a trigger function needs a line "begin".')
  const statements = statementsOf(body.slice(before.length))
    .map(each => namingShards(each, marks))
    .join('')
  return text.replace(body, () => marks(before) + statements)
}

const beside = `substring(tg_table_name from '\\d+$')::bigint`

/** A query becomes a text that is executed; a text that is executed already gets the names of shards. */
function namingShards(statement: string, marks: Marks): string {
  const [, before = '', rest = ''] = /^((?:\s|--.*\n|if [^\n]*\bthen\b)*)([\s\S]*)$/.exec(statement) ?? []
  const [, text] = /^execute\b([\s\S]*);$/.exec(rest) ?? []
  if (text !== undefined) {
    const { query, line } = withoutLine(text, 'using')
    return `${before}execute with_shard_names(${marks(query)}, ${beside})${line};`
  }
  if (!/^(?:with|insert|update|delete|select)\b/.test(rest)) return statement
  const { query, line } = withoutLine(rest.slice(0, -1), 'into')
  return `${before}execute with_shard_names($query$${marks(query)}$query$, ${beside})${line};`
}

/** Variables of the function have a line of their own. They are not part of the query. */
function withoutLine(text: string, word: 'into' | 'using'): { query: string; line: string } {
  const lines = text.split('\n')
  const isVariables = (line: string) => line.trimStart().startsWith(`${word} `) && /^[\w, ]+$/.test(line)
  const at = lines.findIndex(isVariables)
  if (at === -1) return { query: text, line: '' }
  return { query: lines.toSpliced(at, 1).join('\n'), line: ` ${lines[at]?.trim()}` }
}

/** Splits at semicolons that are neither in a quoted text nor in a comment. Each piece keeps its semicolon. */
function statementsOf(body: string): string[] {
  const pieces = body.match(/(?:'[^']*'|--[^\n]*|[^;'-]|-(?!-))+;?/g) ?? []
  return pieces
}

/**
 * The trigger functions of the migrations, for triggers on shards. Citus cannot plan a query that reads a transition
 * table, so on a node each of their queries names the shards next to the one that was written. Everything else in them
 * stays as it is, so there is no second version to keep up to date.
 */
import type { Migration } from '../engine/migrate.ts'
import { shardTemplate } from '../nodes/shardTemplate.ts'

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

/** The functions of triggers and those that they call, as they have to be on every node. */
export function triggerFunctionsOnShards(functions: ReadonlyMap<string, string>): string[] {
  const reason = bodyOf(functions.get('own_transfer_reason') ?? '').trim()
  const changed: string[] = []
  for (const [name, text] of functions) {
    if (name === 'mark_rows') changed.push(replaceable(marked(text, reason)))
    else if (/\breturns trigger\b/.test(text)) changed.push(replaceable(onShards(text)))
  }
  return changed
}

const replaceable = (text: string): string => text.replace(/^create (?:or replace )?/, 'create or replace ')

const bodyOf = (text: string): string => /\$\$([\s\S]*)\$\$/.exec(text)?.[1] ?? ''

/**
 * The text in this function is quoted. The reason is written into it: a function that gets a row of a shard would have to
 * plan its queries again for each row.
 */
const marked = (text: string, reason: string): string =>
  shardTemplate(text).text.replace('own_transfer_reason(t)', () =>
    `(${shardTemplate(reason).text})`.replaceAll("'", "''"),
  )

function onShards(text: string): string {
  const body = bodyOf(text)
  const begin = body.indexOf('\nbegin\n') + '\nbegin\n'.length
  const statements = statementsOf(body.slice(begin)).map(namingShards).join('')
  return text.replace(body, () => shardTemplate(body.slice(0, begin)).text + statements)
}

const beside = `substring(tg_table_name from '\\d+$')::bigint`

/** A query becomes a text that is executed; a text that is executed already gets the names of shards. */
function namingShards(statement: string): string {
  const [, before = '', rest = ''] = /^((?:\s|--.*\n|if [^\n]*\bthen\b)*)([\s\S]*)$/.exec(statement) ?? []
  const [, text] = /^execute\b([\s\S]*);$/.exec(rest) ?? []
  if (text !== undefined) return `${before}execute with_shard_names(${shardTemplate(text).text}, ${beside});`
  if (!/^(?:with|insert|update|delete)\b/.test(rest)) return statement
  const query = shardTemplate(rest.slice(0, -1)).text
  return `${before}execute with_shard_names($query$${query}$query$, ${beside});`
}

/** Splits at semicolons that are neither in a quoted text nor in a comment. Each piece keeps its semicolon. */
function statementsOf(body: string): string[] {
  const pieces = body.match(/(?:'[^']*'|--[^\n]*|[^;'-]|-(?!-))+;?/g) ?? []
  return pieces
}

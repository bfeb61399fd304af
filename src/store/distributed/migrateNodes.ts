/**
 * Applies a migration to a distributed store, statement by statement. New tables are distributed at once, trigger
 * functions get the names of shards, and changes of rows run on each node as on one PostgreSQL. Citus sends everything
 * else to the nodes itself. What it refuses, the caller rolls back as a whole.
 */
import { ServerError } from '../../postgres/protocol.ts'
import { type Connection, ConstraintViolation } from '../engine/door.ts'
import { type Migration, SchemaMismatch } from '../engine/migrations.ts'
import { shardTemplate } from '../nodes/shardTemplate.ts'
import { allTables, type TableLists } from '../nodes/tables.ts'
import { setOnCoordinator, setsColumnOptions } from './columnOptions.ts'
import { distributing } from './distributing.ts'
import { onEachShardGroup } from './shardGroups.ts'
import { sqlStatements } from './sqlStatements.ts'
import { functionName, functionsIn, triggerFunctionsOnShards, writtenIntoMarks } from './triggerFunctions.ts'

/** `before` are the migrations that the store has already. Call `prepareWholeTables` first. */
export async function migrateNodes(
  connection: Connection,
  migration: Migration,
  before: readonly Migration[],
  lists: TableLists = allTables,
): Promise<void> {
  try {
    const texts = triggerFunctionsOnShards(functionsIn([...before, migration]), lists)
    const onShards = new Map(texts.map(text => [functionName(text), text]))
    for (const statement of sqlStatements(migration.sql)) await apply(connection, statement, onShards, lists)
  } catch (error) {
    if (!(error instanceof ServerError || error instanceof ConstraintViolation || error instanceof Refused))
      throw error
    throw new SchemaMismatch(
      `The migration ${migration.name} cannot run on a distributed store (${error.message.replace(/\.$/, '')}). ` +
        'Nothing was changed. Back the store up with the version that it was last used with, restore that into an ' +
        'empty database of the coordinator with this version, and run florin distribute there.',
    )
  }
}

/** Not supported on a distributed store, for this reason. */
class Refused extends Error {}

const createTable = /^create (?:unlogged )?table (?:if not exists )?(\w+)/i
const changesRows = /^(?:with|insert|update|delete|select)\b/i

async function apply(
  connection: Connection,
  statement: string,
  onShards: ReadonlyMap<string, string>,
  lists: TableLists,
): Promise<void> {
  const [, table] = createTable.exec(statement) ?? []
  if (table !== undefined) return await makeTable(connection, table, statement, lists)
  if (setsColumnOptions(statement)) return await setOnCoordinator(connection, statement)
  const name = functionName(statement)
  if (name === writtenIntoMarks) {
    await connection.script(`set local citus.enable_ddl_propagation = off; ${statement};
      set local citus.enable_ddl_propagation = on; ${onShards.get('mark_rows')}`)
    return
  }
  const trigger = onShards.get(name)
  if (trigger !== undefined) return await connection.script(trigger)
  if (changesRows.test(statement) && isOfWorkspaces(statement, lists)) {
    return await onEachShardGroup(connection, statement, lists)
  }
  await connection.script(statement)
}

/** True if it names tables of workspaces and changes no other. */
function isOfWorkspaces(statement: string, { byWorkspace, onEveryNode }: TableLists): boolean {
  const writesOthers = new RegExp(`\\b(?:into|update|delete\\s+from)\\s+(?:${onEveryNode.join('|')})\\b`, 'i')
  if (writesOthers.test(statement)) return false
  return [...shardTemplate(statement, { byWorkspace, onEveryNode }).tables].some(each =>
    byWorkspace.includes(each),
  )
}

interface ForeignKey {
  name: string
  text: string
}

/**
 * A foreign key to a distributed table is possible only after the new table is distributed too. So the table is made
 * beside empty copies of the tables that it refers to, which tell what PostgreSQL makes of its foreign keys.
 */
async function makeTable(
  connection: Connection,
  name: string,
  statement: string,
  lists: TableLists,
): Promise<void> {
  const isKnown = [...lists.byWorkspace, ...lists.onEveryNode, ...lists.onCoordinator].includes(name)
  if (!isKnown) throw new Refused(`${name} is in none of the lists of src/store/nodes/tables.ts`)
  const [here] = await connection.query<{ home: string; path: string }>(
    `select quote_ident(current_schema()) as home, current_setting('search_path') as path`,
  )
  if (here === undefined) throw new Error('The server has no current schema.')
  const referred = [...statement.matchAll(/\breferences (\w+)/gi)].map(([, each]) => each ?? '')
  const copies = [...new Set(referred)].filter(each => each !== name)
  await connection.script(`
    set local citus.enable_ddl_propagation = off;
    create schema ${aside};
    ${copies.map(each => `create table ${aside}.${each} (like ${each} including all);`).join('\n')}
    set local search_path = ${aside}, ${here.home};
    ${statement};`)
  const foreignKeys = await connection.query<ForeignKey>(
    `select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'f' and conrelid = $1::text::regclass order by conname`,
    [`${aside}.${name}`],
  )
  await connection.script(`
    ${foreignKeys.map(each => `alter table ${name} drop constraint ${each.name};`).join('\n')}
    alter table ${name} set schema ${here.home};
    set local search_path = ${here.path};
    drop schema ${aside} cascade;
    set local citus.enable_ddl_propagation = on;`)
  if (!lists.onCoordinator.includes(name)) await connection.script(distributing(name, lists))
  for (const each of foreignKeys) {
    await connection.script(`alter table ${name} add constraint ${each.name} ${each.text}`)
  }
}

const aside = 'florin_new_table'

/**
 * Turns a store into a distributed one, in one transaction: it happens as a whole or not at all. Tables that are
 * distributed already stay as they are, so it can run again, for example after an update that brought new tables.
 */
import type { Connection } from '../engine/door.ts'
import { lockExclusively, withoutTimeouts } from '../engine/locks.ts'
import { type Migration, readMigrations } from '../engine/migrations.ts'
import { tablesMadeBy } from '../engine/ownTables.ts'
import { allTables, droppedForeignKeys, type TableLists } from '../nodes/tables.ts'
import { type Cluster, checkCluster } from './checkCluster.ts'
import { optionsOnShard } from './columnOptions.ts'
import { distributing } from './distributing.ts'
import { nodeCommand, nodeFunction, nodeFunctions } from './nodeFunctions.ts'
import { functionsIn, triggerFunctionsOnShards } from './triggerFunctions.ts'

export interface Distribution extends Cluster {
  /** Shards of each table. All rows of a workspace are in shards of the same number. */
  shards: number
  /** Tables that were distributed now. Empty if all were already. */
  byWorkspace: string[]
  onEveryNode: string[]
  onCoordinator: string[]
  /** Foreign keys that were made again, and those that could not stay. */
  foreignKeys: number
  droppedForeignKeys: string[]
  triggers: number
}

export const shardsDefault = 32
export const shardsMax = 1_024

export interface DistributeOptions {
  shards?: number
  onStep?: (done: number, all: number) => void
}

interface Definition {
  name: string
  table: string
  text: string
}

/** Other connections of Florin to this database. Call it in a transaction, on this process's only connection. */
export async function otherConnections(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and application_name = current_setting('application_name')`,
  )
  return row?.count ?? 0
}

/** Our tables, without those of later migrations. */
function tablesAfter(migrations: readonly Migration[]): TableLists {
  const made = new Set(tablesMadeBy(migrations))
  const only = (names: readonly string[]) => names.filter(name => made.has(name))
  const { byWorkspace, onEveryNode, onCoordinator } = allTables
  return {
    byWorkspace: only(byWorkspace),
    onEveryNode: only(onEveryNode),
    onCoordinator: only(onCoordinator),
  }
}

/** Call it inside a transaction. */
export async function distribute(
  connection: Connection,
  { shards = shardsDefault, onStep = () => undefined }: DistributeOptions = {},
  migrations: readonly Migration[] = readMigrations(),
  lists: TableLists = tablesAfter(migrations),
): Promise<Distribution> {
  await withoutTimeouts(connection)
  await lockExclusively(connection, 'migration')
  const planned = await planDistribution(connection, shards, lists)
  const fresh = [...planned.byWorkspace, ...planned.onEveryNode]
  const foreignKeys = await foreignKeysOf(connection, fresh)
  const triggers = await triggersOf(connection, fresh)
  await connection.script(`
    set local citus.multi_shard_modify_mode = 'sequential';
    set local citus.enable_unsafe_triggers = on;
    set local citus.shard_count = ${planned.shards};
    set local client_min_messages = warning;`)
  for (const { name, table } of foreignKeys)
    await connection.script(`alter table ${table} drop constraint ${name}`)
  for (const { name, table } of triggers) await connection.script(`drop trigger ${name} on ${table}`)
  for (const [done, name] of fresh.entries()) {
    onStep(done, fresh.length)
    await connection.script(distributing(name, lists))
  }
  for (const text of [
    ...nodeFunctions,
    optionsOnShard,
    ...triggerFunctionsOnShards(functionsIn(migrations), lists),
  ]) {
    await connection.script(text)
  }
  await distributeFunctions(connection)
  const kept = foreignKeys.filter(({ name }) => !isDropped(name))
  for (const { name, table, text } of kept) {
    await connection.script(`alter table ${table} add constraint ${name} ${text}`)
  }
  for (const { text } of triggers) await connection.script(text)
  return planned
}

const isDropped = (name: string): boolean => (droppedForeignKeys as readonly string[]).includes(name)

/** What `distribute` would do. Throws if the server cannot hold a distributed store. */
export async function planDistribution(
  connection: Connection,
  shards: number,
  lists: TableLists = allTables,
): Promise<Distribution> {
  const cluster = await checkCluster(connection)
  const done = await connection.query<{ name: string; shards: number }>(
    `select p.logicalrelid::text as name, (select count(*) from pg_dist_shard s
       where s.logicalrelid = p.logicalrelid)::int as shards from pg_dist_partition p`,
  )
  const isDone = new Set(done.map(({ name }) => name))
  const byWorkspace = lists.byWorkspace.filter(name => !isDone.has(name))
  const onEveryNode = lists.onEveryNode.filter(name => !isDone.has(name))
  const fresh = [...byWorkspace, ...onEveryNode]
  const foreignKeys = await foreignKeysOf(connection, fresh)
  return {
    ...cluster,
    shards: done.find(({ name }) => name === 'workspaces')?.shards ?? shards,
    byWorkspace,
    onEveryNode,
    onCoordinator: [...lists.onCoordinator],
    foreignKeys: foreignKeys.filter(({ name }) => !isDropped(name)).length,
    droppedForeignKeys: foreignKeys.map(({ name }) => name).filter(isDropped),
    triggers: (await triggersOf(connection, fresh)).length,
  }
}

const foreignKeysOf = (connection: Connection, tables: readonly string[]): Promise<Definition[]> =>
  connection.query<Definition>(
    `select c.conname::text as name, c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as text
     from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0 and (
       c.conrelid = any($1::text[]::regclass[]) or c.confrelid = any($1::text[]::regclass[])
     ) order by 2, 1`,
    [tables],
  )

const triggersOf = (connection: Connection, tables: readonly string[]): Promise<Definition[]> =>
  connection.query<Definition>(
    `select t.tgname::text as name, t.tgrelid::regclass::text as table, pg_get_triggerdef(t.oid) as text
     from pg_trigger t where not t.tgisinternal and t.tgrelid = any($1::text[]::regclass[]) order by 2, 1`,
    [tables],
  )

/** Citus sends calls of these to the node that has the workspace, inside transactions too. */
async function distributeFunctions(connection: Connection): Promise<void> {
  for (const name of [nodeFunction, nodeCommand]) {
    await connection.query(
      `select create_distributed_function($1::text::regprocedure, '$1', colocate_with => 'workspaces',
         force_delegation => true)`,
      [name],
    )
  }
}

/** Runs a query on the rows of all workspaces, group by group: a group is the shards with the same range of hashes. */
import { createHash } from 'node:crypto'
import type { Connection } from '../engine/door.ts'
import { shardTemplate } from '../nodes/shardTemplate.ts'
import type { TableLists } from '../nodes/tables.ts'

/** Texts to try for each shard, to find one that leads to it. With so many, all but one in 10^40 are found. */
const triesPerShard = 100

/** Each group is on one node, where PostgreSQL plans the query. It may not count on rows of other groups. */
export async function onEachShardGroup(
  connection: Connection,
  statement: string,
  lists: Pick<TableLists, 'byWorkspace' | 'onEveryNode'>,
): Promise<void> {
  const { text } = shardTemplate(statement, lists)
  // A node keeps it prepared under this name.
  const name = `m${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  for (const key of await keysOfGroups(connection)) {
    await connection.query(`select do_on_workspace_node($1, $2, $3, '{}', '', '0')`, [key, name, text])
  }
}

/** One text for each group, in their order, that would be in it if it were the id of a workspace. */
export async function keysOfGroups(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ key: string | null }>(
    `with tried as materialized (
       select 'group ' || n as key, get_shard_id_for_distribution_column('workspaces', 'group ' || n) as shard
       from generate_series(1, ${triesPerShard} * (
         select count(*) from pg_dist_shard where logicalrelid = 'workspaces'::regclass
       )) as n
     )
     select (select min(t.key) from tried t where t.shard = s.shardid) as key
     from pg_dist_shard s where s.logicalrelid = 'workspaces'::regclass order by s.shardminvalue::integer`,
  )
  return rows.map(({ key }) => {
    if (key === null) throw new Error('No text leads to one of the shards.')
    return key
  })
}

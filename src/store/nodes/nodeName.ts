/** SQL for the name of the node that has a workspace. Without the inner subquery, Citus would be asked for each shard. */
export const nodeNameOf = (workspaceId: string): string =>
  `(select p.groupid::text from pg_dist_placement p
    where p.shardid = (select get_shard_id_for_distribution_column('workspaces', ${workspaceId})))`

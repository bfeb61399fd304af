/** Checks that a server can become a distributed store, and says what to do if it cannot. */
import type { Connection } from '../engine/door.ts'

export interface Cluster {
  /** The version of the extension, for example `13.0-1`. */
  citus: string
  /** Nodes that hold shards. */
  nodes: number
}

/** The server cannot hold a distributed store as it is. The message says what to do. */
export class NoCluster extends Error {
  override name = 'NoCluster'
}

const oldestCitus = 13

interface Found {
  version: string | null
  isAvailable: boolean
}

export async function checkCluster(connection: Connection): Promise<Cluster> {
  const [found] = await connection.query<Found>(
    `select (select extversion from pg_extension where extname = 'citus') as version,
       exists (select from pg_available_extensions where name = 'citus') as "isAvailable"`,
  )
  const citus = requireExtension(found)
  await requireCoordinator(connection)
  return { citus, nodes: await requireNodes(connection) }
}

function requireExtension(found: Found | undefined): string {
  if (found?.version == null) {
    throw new NoCluster(
      found?.isAvailable
        ? 'The extension citus is not in this database. Run "create extension citus" in it on every node, then ' +
            '"select citus_add_node(\'host\', port)" for each worker on the coordinator.'
        : 'The server has no extension citus. Install Citus 13 or newer on every node, and add citus to ' +
            'shared_preload_libraries.',
    )
  }
  if (Number.parseInt(found.version, 10) < oldestCitus) {
    throw new NoCluster(
      `The extension citus has version ${found.version}, but Florin needs ${oldestCitus} or newer. Update it on ` +
        'every node, and run "alter extension citus update".',
    )
  }
  return found.version
}

async function requireCoordinator(connection: Connection): Promise<void> {
  const [row] = await connection.query<{ groupId: number; prepared: string }>(
    `select groupid as "groupId", current_setting('max_prepared_transactions') as prepared from pg_dist_local_group`,
  )
  if (row === undefined || row.groupId !== 0) {
    throw new NoCluster('DATABASE_URL names a worker of the cluster. Name the coordinator.')
  }
  if (row.prepared === '0') {
    throw new NoCluster('max_prepared_transactions is 0. Set it to at least max_connections on every node.')
  }
}

interface Nodes {
  coordinators: number
  holding: number
  unsynced: string[]
}

/** Returns the number of nodes that hold shards. */
async function requireNodes(connection: Connection): Promise<number> {
  const [nodes] = await connection.query<Nodes>(
    `select (count(*) filter (where groupid = 0))::int as coordinators,
       (count(*) filter (where shouldhaveshards))::int as holding,
       coalesce(array_agg(nodename || ':' || nodeport) filter (
         where not isactive or not hasmetadata or not metadatasynced
       ), '{}') as unsynced
     from pg_dist_node where noderole = 'primary'`,
  )
  // Every node reads reference tables from its own copy, the coordinator too.
  if (nodes === undefined || nodes.coordinators === 0) {
    throw new NoCluster(
      'The coordinator is not in its own list of nodes. Run "select citus_set_coordinator_host(\'host\', port)" on it, ' +
        'with an address that the workers can reach.',
    )
  }
  if (nodes.unsynced.length > 0) {
    throw new NoCluster(
      `These nodes are not active or do not know the cluster: ${nodes.unsynced.join(', ')}. Run "select ` +
        'citus_activate_node(\'host\', port)" and "select start_metadata_sync_to_all_nodes()" on the coordinator.',
    )
  }
  if (nodes.holding === 0) {
    throw new NoCluster(
      'No node holds shards. Add a worker with "select citus_add_node(\'host\', port)", or let the coordinator hold ' +
        "them: \"select citus_set_node_property('host', port, 'shouldhaveshards', true)\".",
    )
  }
  return nodes.holding
}

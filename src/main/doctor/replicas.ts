/** What `florin doctor` says about the servers in DATABASE_REPLICA_URLS. None of them is needed, so nothing is a problem. */
import { describeHosts, readConnectionString } from '../../postgres/door.ts'
import { isAnyWorkspaceOnPrimary } from '../../store/distributed/coordinatorShards.ts'
import { type ReplicaFacts, readReplicaFacts, readServerPosition } from '../../store/engine/doctor.ts'
import type { Database } from '../../store/engine/door.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { databaseFailure } from '../databaseFailure.ts'
import { Failure } from '../failure.ts'
import { type Check, check, sizeText } from './checks.ts'

export async function checkReplicas(
  primary: Database,
  urls: readonly string[],
  connectionsNeeded: number,
): Promise<Check[]> {
  if (urls.length === 0) return []
  if (!(await isAnyWorkspaceOnPrimary(primary))) {
    const finding = 'all workspaces are on workers of the Citus cluster'
    return [
      replica(
        'warning',
        finding,
        'Unset DATABASE_REPLICA_URLS: replicas of its coordinator have none of them.',
      ),
    ]
  }
  const { systemId, position } = await readServerPosition(primary)
  return await Promise.all(
    urls.map(async url => {
      const host = describeHosts(readConnectionString(url))
      const facts = await factsOf(url, position)
      return typeof facts === 'string'
        ? replica('warning', host, facts)
        : replicaCheck(host, facts, { systemId, connectionsNeeded })
    }),
  )
}

/** A sentence instead of facts if the server cannot be asked. */
async function factsOf(url: string, position: string): Promise<ReplicaFacts | string> {
  const db = await openPostgres({ url, connections: 1 })
  try {
    return await db.transaction(connection => readReplicaFacts(connection, position))
  } catch (error) {
    const failure = databaseFailure(url, error)
    if (!(failure instanceof Failure)) throw failure
    return failure.message
  } finally {
    await db.close()
  }
}

const behindBytesMax = 16 * 1024 * 1024

interface Wanted {
  /** Null if our role may not see it. */
  systemId: string | null
  connectionsNeeded: number
}

export function replicaCheck(
  host: string,
  facts: ReplicaFacts,
  { systemId, connectionsNeeded }: Wanted,
): Check {
  if (!facts.isStandby) {
    return replica(
      'warning',
      `${host}, not a replica`,
      'It is not read from. Name streaming replicas, or take it out of DATABASE_REPLICA_URLS.',
    )
  }
  if (systemId !== null && facts.systemId !== null && facts.systemId !== systemId) {
    return replica(
      'warning',
      `${host}, a replica of another server`,
      'Name replicas of the server in DATABASE_URL; this one has other data.',
    )
  }
  const finding = `${host}, ${facts.behindBytes === 0 ? 'up to date' : `${sizeText(facts.behindBytes)} behind`}`
  if (facts.isPaused) {
    return replica(
      'warning',
      `${finding}, replay is paused`,
      'Until it goes on, the primary serves the reads: select pg_wal_replay_resume().',
    )
  }
  if (facts.behindBytes > behindBytesMax) {
    return replica(
      'warning',
      finding,
      'While it is behind, the primary serves the reads. Check its load and network.',
    )
  }
  if (connectionsNeeded > facts.connectionsMax) {
    return replica(
      'warning',
      `${finding}, ${facts.connectionsMax} connections of up to ${connectionsNeeded}`,
      'Raise its max_connections, or run fewer workers.',
    )
  }
  return replica(
    'ok',
    finding,
    facts.hasFeedback
      ? null
      : 'Set hot_standby_feedback = on there, or long reads may be cancelled and repeated.',
  )
}

const replica = (state: Check['state'], finding: string, advice: string | null): Check =>
  check('replica', state, finding, advice)

/** Refuses replicas that could serve no read. Replies would be right, but each read would first ask a replica in vain. */
import { isAnyWorkspaceOnPrimary } from '../store/distributed/coordinatorShards.ts'
import type { Database } from '../store/engine/door.ts'
import type { Config } from './config.ts'
import { Failure } from './failure.ts'

const finding =
  'all workspaces are on workers of the Citus cluster, and a replica of its coordinator has none of them'
const advice = 'Unset DATABASE_REPLICA_URLS.'

/** Null if the replicas can serve reads, or none are configured. */
export async function uselessReplicas(
  db: Database,
  { replicaUrls }: Pick<Config, 'replicaUrls'>,
): Promise<{ finding: string; advice: string } | null> {
  if (replicaUrls.length === 0 || (await isAnyWorkspaceOnPrimary(db))) return null
  return { finding, advice }
}

export async function requireUsefulReplicas(db: Database, config: Config): Promise<void> {
  const useless = await uselessReplicas(db, config)
  if (useless === null) return
  throw new Failure(
    `DATABASE_REPLICA_URLS names replicas, but ${useless.finding}. ${useless.advice}`,
    'usage',
  )
}

/** `florin distribute`: spreads the store over the nodes of a Citus cluster. */
import { NoCluster } from '../../store/distributed/checkCluster.ts'
import { copyColumnOptions } from '../../store/distributed/columnOptions.ts'
import {
  type Distribution,
  distribute,
  otherConnections,
  planDistribution,
  shardsDefault,
  shardsMax,
} from '../../store/distributed/distribute.ts'
import { withoutTimeouts } from '../../store/engine/locks.ts'
import type { CommandContext } from '../commandContext.ts'
import { Failure } from '../failure.ts'

interface DistributeInput {
  shards?: string
  'dry-run'?: string
}

export const distributeCommands = {
  distribute: async (
    { db, onProgress }: Pick<CommandContext, 'db' | 'onProgress'>,
    input: DistributeInput,
  ): Promise<Distribution & { dryRun: boolean }> => {
    const shards = parseShards(input.shards)
    if (db.engine === 'embedded') {
      throw new Failure(
        'An embedded store cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster; florin ' +
          'backup and florin restore move the data there.',
        'refused',
      )
    }
    const dryRun = input['dry-run'] !== undefined
    try {
      if (dryRun) return { ...(await planDistribution(db, shards)), dryRun }
      const done = await db.transaction(async connection => {
        const others = await otherConnections(connection)
        if (others > 0) {
          throw new Failure(
            `Another process of Florin has ${others} connections to this database. Stop the service first: it would ` +
              'go on with plans for one server.',
            'refused',
          )
        }
        return await distribute(connection, { shards, onStep: onProgress })
      })
      // Citus asks the nodes only once that is committed. The first start of a service would do it, too, but by then the
      // shards may have rows, and would be analyzed while requests come.
      await db.transaction(async connection => {
        await withoutTimeouts(connection)
        // This connection was opened for one server. Citus has to know a workspace to find its node.
        await connection.script('set local plan_cache_mode = force_custom_plan')
        await copyColumnOptions(connection)
      })
      return { ...done, dryRun }
    } catch (error) {
      throw error instanceof NoCluster ? new Failure(error.message, 'refused') : error
    }
  },
}

function parseShards(text: string | undefined): number {
  if (text === undefined) return shardsDefault
  const shards = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (shards < 1 || shards > shardsMax)
    throw new Failure(`--shards must be a number from 1 to ${shardsMax}.`, 'usage')
  return shards
}

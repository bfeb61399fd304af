/** The production store: a PostgreSQL server, used through a few connections. */
import {
  ConnectionLost,
  connectionFailure,
  connectionWaitMs,
  openServer,
  type PoolMode,
  type PostgresServer,
  type ServerLimits,
  type WireConnection,
} from '../../postgres/door.ts'
import { AwayNodes } from '../nodes/awayNodes.ts'
import {
  askedBy,
  askRanges,
  askShards,
  DistributedQueries,
  withConstraint,
} from '../nodes/distributedQueries.ts'
import { EveryNode, type NodePart } from '../nodes/everyNode.ts'
import { NodeBusy, NodeLanes } from '../nodes/nodeLanes.ts'
import { ShardMap } from '../nodes/shardMap.ts'
import {
  type Connection,
  type Database,
  OutcomeUnknown,
  StoreUnavailable,
  type TransactionOptions,
  translateError,
} from './door.ts'
import { requireFit } from './fitness.ts'
import { ServerState } from './serverState.ts'
import { type Run, rowsBy, textsOf } from './values.ts'

/** Few connections are faster than many: the server's cores are the limit, and waiting costs less than switching. */
export const connectionsMax = 4

/**
 * Long transactions, like imports, that run beside others on a cluster, with as many more connections. There a node may only
 * take half of the others, so two imports would leave no other writer of their node any.
 */
export const longOnClusterMax = 2

export interface PostgresOptions {
  url: string
  /** Connections for single queries; the same number is opened for transactions. */
  connections?: number
  /** For tests, which need shorter limits. */
  limits?: Partial<ServerLimits>
}

export interface PostgresDatabase extends Database {
  /** How a pooler between service and server shares its connections; null if none was detected. */
  poolMode(): Promise<PoolMode | null>
}

export async function openPostgres({
  url,
  connections = connectionsMax,
  limits = {},
}: PostgresOptions): Promise<PostgresDatabase> {
  const server = openServer({ url, connections, moreOnCluster: longOnClusterMax, limits })
  const { queries, transactions } = server
  // Errors of the schema check itself are not explained: that would run the check again.
  const look = () => requireFit(connectionOn(work => queries.use(work), unexplained))
  const state = new ServerState(server, look)
  const explain: Explain = error => state.explain(error)
  const shards = new ShardMap(() => queries.use(askRanges))
  const lanesFor = (queriesMax: number, longMax: number) =>
    new NodeLanes({ queriesMax: Math.max(1, queriesMax), longMax, waitMsMax: connectionWaitMs })
  // One is left for others when a node hangs, and with it a query or transaction over all nodes.
  const lanes = lanesFor(connections - 2, 0)
  const transactionLanes = lanesFor(connections - 2, longOnClusterMax)
  const away = new AwayNodes(error => error instanceof StoreUnavailable)
  const single = connectionOn((work, preferred) => queries.use(work, preferred), explain, {
    lanes,
    shards,
    every: new EveryNode(tables => queries.use(connection => askShards(connection, tables)), away),
    isDistributed: () => server.isDistributed,
  })
  return {
    engine: 'postgres',
    ...single,
    get nodeOf() {
      return server.isDistributed ? single.nodeOf : undefined
    },
    get onEveryNode() {
      return server.isDistributed ? single.onEveryNode : undefined
    },
    get groupByNode() {
      const group = (ids: readonly string[]) => translating(() => shards.groupByNode(ids), explain)
      return server.isDistributed ? group : undefined
    },
    // Scripts may take longer than a read, so they run on the connections for transactions.
    script: connectionOn(work => transactions.use(work), explain).script,
    transaction: async (work, options = {}) => {
      const { workspaceId, everyNode = false, long: isLong = false } = options
      const begin = (preferred?: number) =>
        inTransaction(server, work, explain, preferred === undefined ? options : { ...options, preferred })
      if (server.isDistributed && everyNode) {
        return await transactionLanes.onAllNodes(begin).catch(busyAsOutOfReach)
      }
      if (workspaceId === undefined || !server.isDistributed) return await begin()
      const { node, place } = await translating(() => shards.shardOf(workspaceId), explain)
      return await transactionLanes.onNode(node, () => begin(place), { isLong }).catch(busyAsOutOfReach)
    },
    poolMode: () => server.poolMode(),
    check: () => state.check(),
    stats: () => server.stats(),
    close: () => server.close(),
  }
}

export type Explain = (error: unknown) => unknown

export const unexplained: Explain = error => error

/** `onceBegun` runs first, in the transaction's own snapshot. `preferred`: see `Use`. */
export async function inTransaction<Result>(
  server: PostgresServer,
  work: (connection: Connection) => Promise<Result>,
  explain: Explain,
  { snapshot = false, preferred }: TransactionOptions & { preferred?: number } = {},
  onceBegun: (connection: WireConnection) => Promise<void> = async () => undefined,
): Promise<Result> {
  const connection = await translating(() => server.transactions.take(preferred))
  let isOver = false
  try {
    await translating(() => server.begin(connection, snapshot ? beginSnapshot : 'begin'))
    await onceBegun(connection)
    const result = await work(connectionUntil(connection, () => isOver, explain))
    isOver = true
    await (snapshot ? translating(() => connection.script('commit')) : commit(connection))
    return result
  } catch (error) {
    isOver = true
    // A connection that cannot roll back is unusable.
    await connection.script('rollback').catch(() => connection.close())
    throw error
  } finally {
    server.end(connection)
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only'

/** If the connection breaks before the response to the commit arrives, the outcome is unknown. */
async function commit(connection: WireConnection): Promise<void> {
  // The connection is already lost: the commit is not sent, so nothing was changed.
  if (!connection.isOpen) throw outOfReach(new ConnectionLost('The connection to PostgreSQL was lost.'))
  const done = await connection.script('commit').catch((error: unknown) => {
    const reason = translated(error)
    throw reason instanceof StoreUnavailable
      ? new OutcomeUnknown('PostgreSQL did not confirm the commit.', { cause: error })
      : reason
  })
  // PostgreSQL responds to the commit of a failed transaction with ROLLBACK, not with an error.
  if (done !== 'COMMIT') throw new Error('The transaction had failed, and was rolled back.')
}

/** Work may still be running after it failed. Its queries would take effect outside the transaction, so they throw. */
function connectionUntil(connection: WireConnection, isOver: () => boolean, explain: Explain): Connection {
  const onConnection: Use = work => {
    if (isOver()) throw new Error('The transaction is over.')
    return work(connection)
  }
  const own = connectionOn(onConnection, explain, null, true)
  return {
    ...own,
    nodeOf: connection.isDistributed ? own.nodeOf : undefined,
    copyIn: (sql, pieces) =>
      translating(() => onConnection(each => each.copyIn(sql, pieces).catch(withConstraint))),
    copyAllIn: copies =>
      translating(() => onConnection(each => each.copyAllIn(copies).catch(withConstraint))),
    liftLimits: () => {
      connection.isLimited = false
    },
  }
}

/** Work with the same `preferred` number gets the same connection if it can, because a node plans for each one. */
export type Use = <Result>(
  work: (connection: WireConnection) => Promise<Result>,
  preferred?: number,
) => Promise<Result>

interface Nodes {
  lanes: NodeLanes
  shards: ShardMap
  every: EveryNode
  /** Known once a connection is open. */
  isDistributed(): boolean
}

/** With `nodes`, each query has a connection of its own while it runs. */
export function connectionOn(
  use: Use,
  explain: Explain,
  nodes: Nodes | null = null,
  isInTransaction = false,
): Connection {
  const distributed = new DistributedQueries({ isInTransaction })
  const runFor =
    (workspaceId: string | null): Run =>
    (sql, values, reader, format) => {
      const texts = textsOf(values)
      const run = (preferred?: number) =>
        use(
          connection =>
            connection.isDistributed
              ? distributed.run(connection, { workspaceId, sql, texts, format }, reader)
              : connection.run(sql, texts, reader, format),
          preferred,
        )
      const asked = nodes?.isDistributed() ? askedBy({ workspaceId, sql, texts }) : 'none'
      if (nodes === null || asked === 'none') return translating(() => run(), explain)
      if (asked === 'all') return translating(() => nodes.lanes.onAllNodes(() => run()), explain)
      return translating(async () => {
        const { node, place } = await nodes.shards.shardOf(asked.workspace)
        return await nodes.lanes.onNode(node, () => run(place))
      }, explain)
    }
  const onNode =
    ({ node, place, key, route }: NodePart, { lanes }: Nodes): Run =>
    (sql, values, reader, format) => {
      const query = { workspaceId: key, sql, texts: textsOf(values), format, route }
      const run = () => use(connection => distributed.run(connection, query, reader), place)
      return translating(() => lanes.onNode(node, run), explain)
    }
  return {
    ...rowsBy(runFor(null)),
    nodeOf: workspaceId => rowsBy(runFor(workspaceId)),
    onEveryNode:
      nodes === null
        ? undefined
        : (sql, values = []) => nodes.every.ask(sql, part => rowsBy(onNode(part, nodes)).query(sql, values)),
    async script(sql) {
      await translating(() => use(connection => connection.script(sql)))
    },
  }
}

async function translating<Result>(
  work: () => Promise<Result>,
  explain: Explain = unexplained,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw await explain(translated(error))
  }
}

function translated(error: unknown): unknown {
  if (error instanceof NodeBusy) return outOfReach(error)
  const failure = connectionFailure(error)
  if (failure === 'refused') return new StoreUnavailable((error as Error).message, { cause: error })
  return failure === 'away' ? outOfReach(error) : translateError(error)
}

function busyAsOutOfReach(error: unknown): never {
  throw error instanceof NodeBusy ? outOfReach(error) : error
}

const outOfReach = (cause: unknown) => new StoreUnavailable('The database is out of reach.', { cause })

/**
 * A streaming replica of the primary. It lags, by an unknown time. So before a connection reads for a request, it is asked
 * whether it has replayed the workspace's clock that the request was admitted at. A server never goes back, so each
 * connection is asked once per clock.
 */
import { openServer, type PoolStats, type ServerLimits, type WireConnection } from '../../postgres/door.ts'
import type { Connection, TransactionOptions } from './door.ts'
import { connectionOn, inTransaction, type Use, unexplained } from './postgres.ts'

/** What a reader has to see at least. */
export interface Needed {
  workspaceId: string
  /** New after a restore, whose clock may be earlier than the one before. */
  epoch: string
  clock: string
}

/** The replica has not replayed what a reader needs, or is no replica any more. */
export class ReplicaBehind extends Error {
  override name = 'ReplicaBehind'
}

export interface Replica {
  /** Throws `ReplicaBehind` instead of reading from an earlier state. */
  readAt(needed: Needed): Pick<Connection, 'query' | 'read'>
  /** Every query of `work` sees the same state, which includes what is needed. */
  snapshotAt<Result>(needed: Needed, work: (connection: Connection) => Promise<Result>): Promise<Result>
  stats(): PoolStats[]
  close(): Promise<void>
}

/** Shorter than for the primary, which serves the read instead. */
const replicaLimits: Partial<ServerLimits> = { probeAfterMs: 300, silentMsMax: 1_000, readMsMax: 2_000 }

/** Workspaces that a connection remembers. When there are more, it starts again. */
const workspacesMax = 10_000

const snapshot: TransactionOptions = { snapshot: true }

export function openReplica({
  url,
  connections,
  limits = {},
}: {
  url: string
  connections: number
  limits?: Partial<ServerLimits>
}): Replica {
  const server = openServer({ url, connections, limits: { ...replicaLimits, ...limits } })
  const replayed = new WeakMap<WireConnection, Map<string, Needed>>()

  async function requireReplayed(connection: WireConnection, needed: Needed): Promise<void> {
    const known = replayed.get(connection) ?? new Map<string, Needed>()
    if (includes(known.get(needed.workspaceId), needed)) return
    await askWhetherReplayed(connection, needed)
    replayed.set(connection, known)
    if (known.size >= workspacesMax) known.clear()
    known.set(needed.workspaceId, needed)
  }

  return {
    readAt(needed) {
      const use: Use = work =>
        server.queries.use(async connection => {
          await requireReplayed(connection, needed)
          return await work(connection)
        })
      const own = connectionOn(use, unexplained)
      return { ...own, isReplica: true, nodeOf: server.isDistributed ? own.nodeOf : undefined }
    },
    snapshotAt: (needed, work) =>
      inTransaction(server, work, unexplained, snapshot, connection =>
        askWhetherReplayed(connection, needed),
      ),
    stats: () => server.stats(),
    close: () => server.close(),
  }
}

/** Clocks are canonical instants, which sort as text. */
const includes = (known: Needed | undefined, { epoch, clock }: Needed): boolean =>
  known !== undefined && known.epoch === epoch && known.clock >= clock

/**
 * A former primary may have commits that its successor never got, so a server that is not in recovery is not read from,
 * whatever its clock says.
 */
async function askWhetherReplayed(connection: WireConnection, needed: Needed): Promise<void> {
  const use: Use = work => work(connection)
  const [row] = await connectionOn(use, unexplained).query<{ isReplayed: boolean }>(
    `select pg_is_in_recovery() and exists (
       select from workspaces where workspace_id = $1 and epoch = $2 and clock >= $3::timestamptz
     ) as "isReplayed"`,
    [needed.workspaceId, needed.epoch, needed.clock],
  )
  if (row?.isReplayed !== true) throw new ReplicaBehind('The replica has not replayed this clock.')
}

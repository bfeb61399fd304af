/**
 * Keeps a node that hangs from taking all connections. Each query or transaction holds a connection to the coordinator
 * until its node has answered, so requests for one node that hangs would make those for all others wait.
 */
import { RecentMap } from '../../domain/recentMap.ts'

/** The node has as many queries as it may have, and none ended in time. */
export class NodeBusy extends Error {
  override name = 'NodeBusy'
}

export interface LaneLimits {
  /** Queries or transactions that one of several nodes may have at a time. */
  queriesMax: number
  waitMsMax: number
}

interface Lane {
  running: number
  /** In order of arrival. */
  waiting: Set<() => void>
}

const newLane = (): Lane => ({ running: 0, waiting: new Set() })

/** Workspaces move seldom. Until that is noticed, one counts for its old node, which does no harm. */
const rememberMs = 60_000
const workspacesMax = 20_000

/** The nodes of workspaces that were asked for lately. */
export class KnownNodes {
  readonly #nodes = new RecentMap<{ node: string; untilMs: number }>(workspacesMax)

  async nodeOf(workspaceId: string, askNode: () => Promise<string>): Promise<string> {
    const known = this.#nodes.get(workspaceId)
    if (known !== undefined && performance.now() < known.untilMs) return known.node
    const node = await askNode()
    this.#nodes.set(workspaceId, { node, untilMs: performance.now() + rememberMs })
    return node
  }
}

export class NodeLanes {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Lane>()
  /** One query at a time: it may meet any node that hangs. */
  readonly #ofAll: Lane = newLane()
  readonly #nodes: KnownNodes

  /** What is known about nodes can be shared with other lanes. */
  constructor(limits: LaneLimits, nodes = new KnownNodes()) {
    this.#limits = limits
    this.#nodes = nodes
  }

  /** Runs a query when the workspace's node has room for it. `askNode` returns the name of that node. */
  async onNodeOf<Result>(
    workspaceId: string,
    askNode: () => Promise<string>,
    query: () => Promise<Result>,
  ): Promise<Result> {
    const node = await this.#nodes.nodeOf(workspaceId, askNode)
    const lane = this.#lanes.get(node) ?? newLane()
    this.#lanes.set(node, lane)
    const isOnlyNode = this.#lanes.size === 1
    return await this.#in(lane, isOnlyNode ? Number.POSITIVE_INFINITY : this.#limits.queriesMax, query)
  }

  onAllNodes<Result>(query: () => Promise<Result>): Promise<Result> {
    return this.#in(this.#ofAll, 1, query)
  }

  async #in<Result>(lane: Lane, queriesMax: number, query: () => Promise<Result>): Promise<Result> {
    if (lane.running < queriesMax) lane.running += 1
    else await this.#room(lane)
    try {
      return await query()
    } finally {
      const [next] = lane.waiting
      if (next === undefined) lane.running -= 1
      else next()
    }
  }

  /** Takes over the place of a query that has ended. */
  #room({ waiting }: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new NodeBusy('A node does not answer.'))
      }, this.#limits.waitMsMax)
      waiting.add(enter)
    })
  }
}

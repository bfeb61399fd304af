/**
 * Keeps a node that hangs from taking all connections. Each query or transaction holds a connection to the coordinator
 * until its node has answered, so requests for one node that hangs would make those for all others wait.
 */

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

export class NodeLanes {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Lane>()
  /** One query at a time: it may meet any node that hangs. */
  readonly #ofAll: Lane = newLane()

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** Runs a query when its node has room for it. */
  onNode<Result>(node: string, query: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(node) ?? newLane()
    this.#lanes.set(node, lane)
    const isOnlyNode = this.#lanes.size === 1
    return this.#in(lane, isOnlyNode ? Number.POSITIVE_INFINITY : this.#limits.queriesMax, query)
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

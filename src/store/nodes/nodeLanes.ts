/**
 * Keeps a node that hangs from taking all connections. Each query or transaction holds a connection to the coordinator
 * until its node has answered, so requests for one node that hangs would make those for all others wait.
 *
 * Once somebody has waited in vain, nobody else waits: while no query of the node has succeeded, those beyond its places
 * are refused at once. The ones that have a place show when the node answers again.
 *
 * Long transactions, such as imports, are no sign of a node that hangs. So a few of them run beside the others and take no
 * place: otherwise two imports would keep everybody else from writing to their node.
 */

/** The node has as many queries as it may have, and none ended in time. */
export class NodeBusy extends Error {
  override name = 'NodeBusy'
}

export interface LaneLimits {
  /** Queries or transactions that one of several nodes may have at a time. */
  queriesMax: number
  /** Long transactions on all nodes together that take no place. Each needs a connection of its own. Default: none. */
  longMax?: number
  waitMsMax: number
}

interface Lane {
  running: number
  /** In order of arrival. */
  waiting: Set<() => void>
  /** Somebody waited in vain, and no query has succeeded since. */
  isStuck: boolean
}

const newLane = (): Lane => ({ running: 0, waiting: new Set(), isStuck: false })

export class NodeLanes {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Lane>()
  /** One query at a time: it may meet any node that hangs. */
  readonly #ofAll: Lane = newLane()
  /** Long transactions that take no place. */
  #beside = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** Runs a query when its node has room for it. */
  onNode<Result>(
    node: string,
    query: () => Promise<Result>,
    { isLong = false }: { isLong?: boolean } = {},
  ): Promise<Result> {
    const lane = this.#lanes.get(node) ?? newLane()
    this.#lanes.set(node, lane)
    const { longMax = 0 } = this.#limits
    if (isLong && !lane.isStuck && this.#beside < longMax) return this.#besideOthers(lane, query)
    const isOnlyNode = this.#lanes.size === 1
    return this.#in(lane, isOnlyNode ? Number.POSITIVE_INFINITY : this.#limits.queriesMax, query)
  }

  onAllNodes<Result>(query: () => Promise<Result>): Promise<Result> {
    return this.#in(this.#ofAll, 1, query)
  }

  async #besideOthers<Result>(lane: Lane, query: () => Promise<Result>): Promise<Result> {
    this.#beside += 1
    try {
      const result = await query()
      lane.isStuck = false
      return result
    } finally {
      this.#beside -= 1
    }
  }

  async #in<Result>(lane: Lane, queriesMax: number, query: () => Promise<Result>): Promise<Result> {
    if (lane.running < queriesMax) lane.running += 1
    else if (lane.isStuck) throw new NodeBusy('A node does not answer.')
    else await this.#room(lane)
    try {
      const result = await query()
      lane.isStuck = false
      return result
    } finally {
      const [next] = lane.waiting
      if (next === undefined) lane.running -= 1
      else next()
    }
  }

  /** Takes over the place of a query that has ended. */
  #room(lane: Lane): Promise<void> {
    const { waiting } = lane
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        lane.isStuck = true
        reject(new NodeBusy('A node does not answer.'))
      }, this.#limits.waitMsMax)
      waiting.add(enter)
    })
  }
}

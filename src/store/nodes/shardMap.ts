/**
 * Where the workspaces of a distributed store are. Computed from the ranges of the shards, so that the coordinator is not
 * asked about each workspace. It is only a hint: the node that gets a query checks that it has the workspace.
 */
import { grouped } from '../../domain/grouped.ts'
import { textHash } from './textHash.ts'

export interface Shard {
  node: string
  /** Among all shards. */
  place: number
}

/** A shard has the workspaces whose hash is at least `least`, and less than that of the next one. */
export interface ShardRange {
  least: number
  node: string
}

/** Shards move seldom. Until that is noticed, one counts for its old node, which does no harm. */
const rememberMs = 60_000

export class ShardMap {
  readonly #askRanges: () => Promise<readonly ShardRange[]>
  #ranges: Promise<readonly ShardRange[]> | null = null
  #untilMs = 0

  /** The ranges are in order. */
  constructor(askRanges: () => Promise<readonly ShardRange[]>) {
    this.#askRanges = askRanges
  }

  async shardOf(workspaceId: string): Promise<Shard> {
    const hash = textHash(workspaceId)
    const ranges = await this.#known()
    const place = ranges.findLastIndex(({ least }) => least <= hash)
    return { node: ranges[place]?.node ?? '', place: Math.max(0, place) }
  }

  async groupByNode(workspaceIds: readonly string[]): Promise<string[][]> {
    const placed = await Promise.all(
      workspaceIds.map(async id => ({ id, node: (await this.shardOf(id)).node })),
    )
    return [...grouped(placed, ({ node }) => node).values()].map(group => group.map(({ id }) => id))
  }

  /** All who ask meanwhile wait for the same answer. After an error the next one asks again. */
  #known(): Promise<readonly ShardRange[]> {
    if (this.#ranges !== null && performance.now() < this.#untilMs) return this.#ranges
    const asked = this.#askRanges()
    this.#ranges = asked
    this.#untilMs = performance.now() + rememberMs
    asked.catch(() => {
      if (this.#ranges === asked) this.#ranges = null
    })
    return asked
  }
}

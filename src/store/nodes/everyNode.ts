/**
 * Runs a query on the rows of all workspaces, once on each node. Citus would run it once for each shard, which takes the
 * databases twenty times as long, and a service without requests asks every second. The query becomes one text for each
 * node, with a part for each of its shards, and PostgreSQL plans that once.
 *
 * Which shards a node has is remembered for a minute. The node says whether that is still right.
 */
import { createHash } from 'node:crypto'
import type { AwayNodes } from './awayNodes.ts'
import { type NodeRoute, routeToNode } from './route.ts'
import { shardTemplate } from './shardTemplate.ts'
import { textHash } from './textHash.ts'

/** A shard of a table. Those of all tables with the same `least` are a group. */
export interface TableShard {
  table: string
  number: string
  least: number
  node: string
}

/** What one node is asked. */
export interface NodePart {
  node: string
  /** Of its first group among all groups. */
  place: number
  /** Would be on this node if it were a workspace. */
  key: string
  route: NodeRoute
}

interface Known {
  parts: readonly NodePart[]
  untilMs: number
}

type Found = { isRight: boolean; isFound: boolean | null }

const rememberMs = 60_000
/** A shard that has moved is removed from its old node some time later. */
const undefinedTable = '42P01'
/** A longer text would take long to plan. A node with more groups is asked several times. */
const groupsPerText = 64

export class EveryNode {
  readonly #askShards: (tables: readonly string[]) => Promise<readonly TableShard[]>
  readonly #away: AwayNodes
  /** By query. There is a finite number of texts. */
  readonly #known = new Map<string, Promise<Known>>()

  constructor(askShards: (tables: readonly string[]) => Promise<readonly TableShard[]>, away: AwayNodes) {
    this.#askShards = askShards
    this.#away = away
  }

  /**
   * The rows of all nodes in reach, in no order. Each part of the query sees the rows of one group, so it may join rows
   * of a workspace only, and its limit counts for each group. While a shard moves, its rows may be missing.
   */
  async ask<Row extends object>(
    sql: string,
    run: (part: NodePart) => Promise<(Row & Found)[]>,
  ): Promise<Row[]> {
    const found = await this.#once(sql, run).catch((error: { code?: unknown }) => {
      if (error.code !== undefinedTable) throw error
      return null
    })
    return found?.isRight ? found.rows : (await this.#once(sql, run)).rows
  }

  async #once<Row extends object>(
    sql: string,
    run: (part: NodePart) => Promise<(Row & Found)[]>,
  ): Promise<{ rows: Row[]; isRight: boolean }> {
    try {
      const parts = await this.#partsOf(sql)
      const found = await this.#away.askThose(parts, run)
      const rows = found.flat().filter(({ isFound }) => isFound)
      const isRight = found.every(([first]) => first?.isRight)
      // A part whose shards have moved may have asked a node that is away in the name of one that is not.
      if (!isRight || found.length < parts.length) this.#known.delete(sql)
      return { rows: rows.map(({ isRight: _, isFound: __, ...row }) => row as unknown as Row), isRight }
    } catch (error) {
      this.#known.delete(sql)
      throw error
    }
  }

  async #partsOf(sql: string): Promise<readonly NodePart[]> {
    const known = await this.#known.get(sql)
    if (known !== undefined && performance.now() < known.untilMs) return known.parts
    const asked = this.#readParts(sql)
    this.#known.set(sql, asked)
    return (await asked).parts
  }

  async #readParts(sql: string): Promise<Known> {
    const untilMs = performance.now() + rememberMs
    const { text, tables } = shardTemplate(sql)
    const shards = await this.#askShards([...new Set(['workspaces', ...tables])])
    return { parts: partsOf(sql, text, shards), untilMs }
  }
}

function partsOf(sql: string, template: string, shards: readonly TableShard[]): NodePart[] {
  const leasts = [...new Set(shards.map(({ least }) => least))].sort((a, b) => a - b)
  const nodes = new Map<string, number[]>()
  for (const { table, node, least } of shards) {
    if (table === 'workspaces') nodes.set(node, [...(nodes.get(node) ?? []), least])
  }
  const numbers = new Map(shards.map(({ table, least, number }) => [`${table} ${least}`, number]))
  const numberOf = (table: string, least: number) => numbers.get(`${table} ${least}`) ?? ''
  return [...nodes].flatMap(([node, groups]) => {
    const right = groups.map(least => numberOf('workspaces', least)).sort((a, b) => Number(a) - Number(b))
    const place = leasts.indexOf(groups[0] ?? 0)
    const key = keyAt(place, leasts)
    return chunks(groups).map(chunk => {
      const each = chunk.map(
        least => `(${template.replace(/\{\{(\w+)\}\}/g, (_, name) => `${name}_${numberOf(name, least)}`)})`,
      )
      return { node, place, key, route: routeOf(each.join(' union all '), right, sql) }
    })
  })
}

/** There is always a row, which tells whether the node has the shards that we think it has. */
function routeOf(parts: string, right: readonly string[], sql: string): NodeRoute {
  const template = `select c."isRight", e.* from (
      select string_agg(p.shardid::text, ' ' order by p.shardid) = '${right.join(' ')}' as "isRight"
      from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
      join pg_dist_local_group l on l.groupid = p.groupid where s.logicalrelid = 'workspaces'::regclass
    ) c left join (select true as "isFound", a.* from (${parts}) a) e on true`
  return {
    name: `s${createHash('sha256').update(template).digest('hex').slice(0, 16)}`,
    template,
    described: `select true as "isRight", true as "isFound", a.* from (${routeToNode(sql).described}) a`,
  }
}

/** A text that would be in this group if it were the id of a workspace. */
function keyAt(place: number, leasts: readonly number[]): string {
  for (let tries = 0; ; tries += 1) {
    const key = `node ${tries}`
    const hash = textHash(key)
    if (leasts.findLastIndex(least => least <= hash) === place) return key
  }
}

function chunks(groups: readonly number[]): (readonly number[])[] {
  const made = []
  for (let at = 0; at < groups.length; at += groupsPerText) made.push(groups.slice(at, at + groupsPerText))
  return made
}

/**
 * Runs the queries of a distributed store. A query about one workspace becomes a call of `on_workspace_node`, which Citus
 * sends to the node that has the workspace. The caller gets the same rows as from one PostgreSQL.
 */
import type { WireConnection } from '../../postgres/door.ts'
import {
  type Column,
  type Format,
  objectsOf,
  ServerError,
  typeNames,
  type WireRows,
} from '../../postgres/protocol.ts'
import { timeLimits } from '../../postgres/settings.ts'
import type { TableShard } from './everyNode.ts'
import { asksAllNodes, type NodeRoute, routeOf, routeToNode } from './route.ts'
import type { ShardRange } from './shardMap.ts'

type Read<Result> = (rows: WireRows) => Result
type Texts = readonly (string | null)[]

interface Query {
  /** Null if only the query itself may name it. */
  workspaceId: string | null
  sql: string
  texts: Texts
  format: Format
  /** Given if the query is not one about this workspace, but about its node. */
  route?: NodeRoute
}

/** Settings of a transaction that its node has to know. */
const setStamp = /^select set_config\('florin\.stamp', \$1, true\)$/
const setLockLimit = /^set local lock_timeout = (\d+)$/

/** A node was asked for a workspace that has moved meanwhile. It has done nothing. */
const movedCode = '40001'

export class DistributedQueries {
  readonly #isInTransaction: boolean
  #stamp = ''
  #lockLimit = timeLimits.lock_timeout ?? '0'

  constructor({ isInTransaction }: { isInTransaction: boolean }) {
    this.#isInTransaction = isInTransaction
  }

  async run<Result>(connection: WireConnection, query: Query, read: Read<Result>): Promise<Result> {
    const { sql, texts, format } = query
    this.#note(sql, texts)
    const call = nodeCallOf(query)
    if (call === null) return await connection.run(sql, texts, read, format).catch(withConstraint)
    const { workspace, route } = call
    const columns = await columnsOf(connection, route)
    const given = [workspace, route.name, route.template, listText(texts), this.#stamp, this.#lockLimit]
    if (columns.length === 0) {
      await this.#again(() => connection.run(commandSql, given, () => undefined))
      return read({ bytes: Buffer.alloc(0), starts: [], columns: [] })
    }
    return await this.#again(() => connection.run(callSql(columns, route), given, read, format))
  }

  /** The coordinator knows the new node as soon as the old one refuses. A transaction has to begin again as a whole. */
  async #again<Result>(run: () => Promise<Result>): Promise<Result> {
    return await run()
      .catch((error: unknown) => {
        if (this.#isInTransaction || !(error instanceof ServerError) || error.code !== movedCode) throw error
        return run()
      })
      .catch(withConstraint)
  }

  #note(sql: string, [first]: Texts): void {
    if (setStamp.test(sql)) this.#stamp = first ?? ''
    const [, limit] = setLockLimit.exec(sql) ?? []
    if (limit !== undefined) this.#lockLimit = limit
  }
}

/** Whose node runs a query: that of a workspace, all, or none but the coordinator. */
export function askedBy(
  query: Pick<Query, 'workspaceId' | 'sql' | 'texts'>,
): { workspace: string } | 'all' | 'none' {
  const call = nodeCallOf(query)
  if (call !== null) return { workspace: call.workspace }
  return asksAllNodes(query.sql) ? 'all' : 'none'
}

/** The ranges of all shards, in order. */
export async function askRanges(connection: WireConnection): Promise<ShardRange[]> {
  return await connection.run(
    `select s.shardminvalue as least, p.groupid::text as node
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
     where s.logicalrelid = 'workspaces'::regclass order by s.shardminvalue::integer`,
    [],
    rows =>
      objectsOf<{ least: string; node: string }>(rows, () => text => text).map(({ least, node }) => ({
        least: Number(least),
        node,
      })),
  )
}

/** All shards of these tables. */
export async function askShards(
  connection: WireConnection,
  tables: readonly string[],
): Promise<TableShard[]> {
  return await connection.run(
    `select s.logicalrelid::text as table, s.shardid::text as number, s.shardminvalue as least, p.groupid::text as node
     from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
     where s.logicalrelid = any($1::text[]::regclass[]) and s.shardminvalue is not null
     order by s.shardminvalue::integer`,
    [`{${tables.join(',')}}`],
    rows =>
      objectsOf<Omit<TableShard, 'least'> & { least: string }>(rows, () => text => text).map(
        ({ least, ...shard }) => ({ ...shard, least: Number(least) }),
      ),
  )
}

/** Null for a query that Citus plans. */
function nodeCallOf({
  workspaceId,
  sql,
  texts,
  route: given,
}: Pick<Query, 'workspaceId' | 'sql' | 'texts' | 'route'>): { workspace: string; route: NodeRoute } | null {
  if (workspaceId !== null) return { workspace: workspaceId, route: given ?? routeToNode(sql) }
  const route = routeOf(sql)
  const workspace = route === null ? null : texts[route.workspaceAt]
  return route === null || workspace == null ? null : { workspace, route }
}

/** The text form of an array of texts. */
const listText = (texts: Texts): string =>
  `{${texts.map(text => (text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

const commandSql = 'select do_on_workspace_node($1, $2, $3, $4::text[], $5, $6)'

function callSql(columns: readonly Column[], { template }: NodeRoute): string {
  // Columns without a name all have the same, which a function's result may not have.
  const definitions = columns.map(
    ({ name, type }, at) => `"${name === '?column?' ? `column ${at}` : name}" ${typeNamed(type, template)}`,
  )
  return `select * from on_workspace_node($1, $2, $3, $4::text[], $5, $6) as r(${definitions.join(', ')})`
}

/** The same for all connections of a process. There is a finite number of texts. */
const known = new Map<string, readonly Column[]>()

async function columnsOf(connection: WireConnection, { described }: NodeRoute): Promise<readonly Column[]> {
  const before = known.get(described)
  if (before !== undefined) return before
  const columns = await connection.describe(described)
  known.set(described, columns)
  return columns
}

function typeNamed(type: number, template: string): string {
  const name = typeNames[type]
  if (name === undefined) throw new Error(`A node cannot return PostgreSQL's type ${type}: ${template}`)
  return name
}

/**
 * A node reports a violated constraint only in its message, and under the name that it has on the shard:
 * `"payees_iban_unique_102045"`.
 */
export function withConstraint(error: unknown): never {
  if (error instanceof ServerError && error.code.startsWith('23') && error.constraint === undefined) {
    const [, name] = /constraint "(\w+?)(?:_\d+)?"/.exec(error.message) ?? []
    throw new ServerError(error.message, error.code, name, error.severity)
  }
  throw error
}

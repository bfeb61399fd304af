/**
 * Decides where a query of a distributed store is planned. A query about one workspace runs as a whole on the node that
 * has it. Others are planned by Citus: queries over all workspaces, and those that only read or write reference tables
 * and tables of the coordinator.
 */
import { createHash } from 'node:crypto'
import { type ShardTemplate, shardTemplate } from './shardTemplate.ts'
import { coordinatorTables, referenceTables } from './tables.ts'

export interface NodeRoute {
  /** Under this name a node keeps the query prepared. */
  name: string
  template: string
  /** A query with the same columns, to ask the coordinator for their types. */
  described: string
}

/** Null for queries that Citus plans. Otherwise one of the query's values is the workspace. */
export type Route = (NodeRoute & { workspaceAt: number }) | null

/** There is a finite number of texts: `Connection.query` requires it. */
const routes = new Map<string, Route>()
const nodeRoutes = new Map<string, NodeRoute>()
const allNodes = new Map<string, boolean>()

/** For a query that runs on the node of a given workspace, on the shards next to it. */
export function routeToNode(sql: string): NodeRoute {
  let route = nodeRoutes.get(sql)
  if (route === undefined) {
    route = nodeRoute(sql, shardTemplate(sql))
    nodeRoutes.set(sql, route)
  }
  return route
}

export function routeOf(sql: string): Route {
  let route = routes.get(sql)
  if (route === undefined) {
    route = findRoute(sql)
    routes.set(sql, route)
  }
  return route
}

/** Whether a query that Citus plans reads or writes tables of workspaces, and so may have to ask all nodes. */
export function asksAllNodes(sql: string): boolean {
  let asks = allNodes.get(sql)
  if (asks === undefined) {
    asks = isQuery.test(sql) && [...shardTemplate(sql).tables].some(name => !isReference.has(name))
    allNodes.set(sql, asks)
  }
  return asks
}

function findRoute(sql: string): Route {
  const workspaceAt = workspaceIn(sql)
  if (workspaceAt === null || !isQuery.test(sql) || coordinatorOnly.test(sql)) return null
  const template = shardTemplate(sql)
  const isOfWorkspace = [...template.tables].some(name => !isReference.has(name))
  if (!isOfWorkspace || writesReference.test(sql)) return null
  return { workspaceAt, ...nodeRoute(sql, template) }
}

const nodeRoute = (sql: string, { text }: ShardTemplate): NodeRoute => ({
  name: `s${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  template: withColumn(text),
  described: withColumn(sql),
})

/** A function cannot return a row without columns. */
const withColumn = (sql: string): string => sql.replace(/^\s*select from\b/, 'select 1 as one from')

const isQuery = /^\s*(?:select|with|insert|update|delete)\b/i
const isReference: ReadonlySet<string> = new Set(referenceTables)
const anyOf = (names: readonly string[]) => `(?:${names.join('|')})\\b`
const writesReference = new RegExp(`\\b(?:into|update|delete\\s+from)\\s+${anyOf(referenceTables)}`, 'i')
const coordinatorOnly = new RegExp(`\\b(?:from|join|into|update)\\s+${anyOf(coordinatorTables)}`, 'i')

const ways = [
  /\bworkspace_id\s*=\s*\$(\d+)(?!\d)/i,
  /\b(?:transactions|bills)_with_words\(\s*\$(\d+)/i,
  /\binsert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\(\s*workspace_id\b[^()]*\)\s*(?:values\s*\(|select\s+)\s*\$(\d+)/i,
]

/** The number of the value that names the workspace, counted from 0; null if the query is not about one workspace. */
function workspaceIn(sql: string): number | null {
  for (const way of ways) {
    const [, number] = way.exec(sql) ?? []
    if (number !== undefined) return Number(number) - 1
  }
  return null
}

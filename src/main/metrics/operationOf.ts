/**
 * The operation name that a request is counted under. It always comes from the contract and never from the request,
 * because each new name would create another series in Prometheus.
 */
import { mcpPath, type ObservedExchange } from '../../api/app.ts'
import type { AppRequest } from '../../api/http/reply.ts'
import { pathOf } from '../../api/http/reply.ts'
import { type Routes, routesOf } from '../../api/http/routes.ts'
import { personalOperations, workspaceOperations } from '../../contract/console/operations.ts'
import type { WireOperation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'

const apiRoutes = routesOf<WireOperation>('/v1', Object.values(operations))
const personalRoutes = routesOf<WireOperation>('/console', Object.values(personalOperations))
const workspaceRoutes = routesOf<WireOperation>('', Object.values(workspaceOperations))

const unknown = 'unknown'
const page = 'page'

/** Precomputed, so that the hot path creates no strings. */
const consoleNames = new Map(
  [operations, personalOperations, workspaceOperations].flatMap(group =>
    Object.values<WireOperation>(group).map(({ id }) => [id, `console:${id}`] as const),
  ),
)

const assistantNames = new Map(Object.keys(operations).map(id => [id, `mcp:${id}`] as const))

export function operationOf({ request, path, operationId }: ObservedExchange, status: number): string {
  if (isUnder('/v1', path) && path !== documentPath) {
    return namedBy(apiRoutes, request, pathOf(request)) ?? unknown
  }
  if (isUnder('/console', path)) return consoleOperationOf(request)
  if (path === mcpPath) return assistantNames.get(operationId ?? '') ?? 'mcp'
  return status === 404 || status === 405 || status === 414 ? unknown : page
}

/** The only page under /v1. */
const documentPath = '/v1/openapi.json'

export const isUnder = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

const inWorkspace = '/console/workspaces/'

function consoleOperationOf(request: AppRequest): string {
  const path = pathOf(request)
  const own = namedBy(personalRoutes, request, path)
  if (own !== null) return consoleNames.get(own) ?? unknown
  const cut = path.startsWith(inWorkspace) ? path.indexOf('/', inWorkspace.length) : -1
  if (cut < 0) return unknown
  const inside = path.slice(cut)
  const routes = inside.startsWith('/v1/') ? apiRoutes : workspaceRoutes
  return consoleNames.get(namedBy(routes, request, inside) ?? '') ?? unknown
}

/** Also names requests that were refused before their path was looked at. */
function namedBy(routes: Routes<WireOperation>, { method = '' }: AppRequest, path: string): string | null {
  return routes.findRoute(method === 'HEAD' ? 'GET' : method, path)?.operation.id ?? null
}

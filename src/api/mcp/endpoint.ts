/**
 * POST /mcp: the tools of `src/mcp` over HTTP, for one message per request and without a session. Key, networks and rate
 * limit are those of the API (`app.ts`). Each call runs an operation of the API with its scopes, cache and errors.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { OperationInput } from '../../mcp/arguments.ts'
import { type McpOptions, mcpServer } from '../../mcp/server.ts'
import { type Tool, toolsFor } from '../../mcp/tools.ts'
import type { Database } from '../../store/engine/door.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import { badRequest, methodNotAllowed, toApiError } from '../errors.ts'
import { requireScopes } from '../gate/requireScopes.ts'
import type { Exchange } from '../http/exchange.ts'
import { searchOf } from '../http/parseRequest.ts'
import { readJson } from '../http/readBody.ts'
import type { AppRequest, Reply } from '../http/reply.ts'
import type { ReplyCache } from '../http/replyCache.ts'
import { performOperation } from '../performOperation.ts'

export interface McpParts {
  db: Database
  cache: ReplyCache
}

export async function replyToMcp(exchange: Exchange, key: KeyState, parts: McpParts): Promise<Reply> {
  const { request } = exchange
  if (request.method !== 'POST') throw methodNotAllowed(['POST'])
  const withTexts = wantsTexts(request)
  const message = await readJson(request)
  // A batch would make many calls for one token of the rate limit. Newer versions of the protocol have none.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw badRequest([{ path: '', message: 'must be one JSON-RPC message' }])
  }
  const faults: unknown[] = []
  const response = await respond(request, message, {
    tools: toolsFor(key.scopes),
    withTexts,
    perform: (tool, input) => perform(tool, input, exchange, key, parts),
    explain(error) {
      const apiError = toApiError(error)
      if (apiError.status >= 500) faults.push(error)
      return `${apiError.body.code}: ${apiError.message}`
    },
  })
  // A fault of ours is logged and replied to as in the API, so that monitoring sees it.
  if (faults.length > 0) throw faults[0]
  return await replyOf(response)
}

function wantsTexts({ url = '' }: AppRequest): boolean {
  const texts = searchOf(url).get('texts')
  if (texts === null || texts === '') return true
  if (texts === 'none') return false
  throw badRequest([{ path: 'texts', message: 'must be none, or left out' }])
}

async function perform(
  { operation }: Tool,
  { id, query }: OperationInput,
  exchange: Exchange,
  key: KeyState,
  { db, cache }: McpParts,
): Promise<unknown> {
  exchange.operationId = operation.id
  const search = new URLSearchParams(query)
  const scopes = operation.scopesFor?.(search, key.scopes) ?? operation.scopes
  requireScopes(scopes, key.scopes)
  const { workspaceId, version } = key
  const caller = { workspaceId, version, key, actor: { kind: 'key', id: key.id } as const }
  const path = `/v1${operation.path.replace('{id}', encodeURIComponent(id ?? ''))}`
  const request: AppRequest = {
    method: 'GET',
    url: search.size === 0 ? path : `${path}?${search}`,
    headers: {},
    socket: exchange.request.socket,
    async *[Symbol.asyncIterator]() {},
  }
  const { nowMs } = exchange
  const reply = await performOperation({ operation, id }, request, {
    db,
    nowMs,
    caller,
    cache,
    waiting: null,
  })
  // Counted as used, like a request to the API.
  exchange.scopes = scopes
  return JSON.parse(Buffer.from(reply.body as Uint8Array).toString())
}

/** The SDK has one way for protocols up to 2025, and one for those that send everything with each request. */
async function respond(request: AppRequest, parsedBody: object, options: McpOptions): Promise<Response> {
  const asFetched = new Request('http://florin/mcp', { method: 'POST', headers: headersOf(request) })
  if (await isLegacyRequest(asFetched, parsedBody)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = mcpServer(options)
    await server.connect(transport)
    try {
      return await transport.handleRequest(asFetched, { parsedBody })
    } finally {
      await server.close()
    }
  }
  // Nothing here ever changes on its own, so nobody may hold a connection open to wait for it.
  const handler = createMcpHandler(() => mcpServer(options), { maxSubscriptions: 0, legacy: 'reject' })
  return await handler.fetch(asFetched, { parsedBody })
}

/** Without the key: the SDK does not need it. */
function headersOf({ headers }: AppRequest): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'authorization' && value !== undefined) copy.set(name, String(value))
  }
  return copy
}

async function replyOf(response: Response): Promise<Reply> {
  const body = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    headers: body === '' || type === null ? [] : ['Content-Type', type],
    body: body === '' ? null : body,
  }
}

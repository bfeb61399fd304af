/**
 * The service as a function from a request to a reply. A request under /v1 is checked in this order: key (401), the
 * key's networks (403), the key's rate limit (429), URL, path and method (414, 404, 405), scopes (403), parameters and
 * body (400); then the handler runs (404, 409). Failures of the first two count against the client's address (429).
 * /mcp has the same checks, and the origin (403) before them. Paths under /console are for people (`console/console.ts`);
 * all other paths are pages. These three are served only under our own host names (421). This is the only place that turns a thrown error into the error shape.
 */
import type { Logger } from 'pino'
import { noWebhooks, type WebhookTools } from '../actions/webhookTools.ts'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { canonicalAddress } from '../domain/access/networks.ts'
import type { BucketRules } from '../domain/access/tokenBucket.ts'
import type { Database } from '../store/engine/door.ts'
import type { Replicas } from '../store/engine/replicas.ts'
import type { KeyState } from '../store/keys/keyState.ts'
import { type ConsoleConfig, consoleApi } from './console/console.ts'
import { type ConsoleFiles, pagesOf } from './console/http/pages.ts'
import { oldRowsDropper } from './dropOld.ts'
import { ApiError, networkNotAllowed, toApiError, tooManyRequests, unknownPath } from './errors.ts'
import { clockWatch } from './feed/clockWatch.ts'
import { waitingRoom } from './feed/waiting.ts'
import { openGate } from './gate/admission.ts'
import { type Authenticated, authenticate, authenticateAgain, validKey } from './gate/authenticate.ts'
import { keyUses } from './gate/keyUses.ts'
import { networkGuard } from './gate/networkGuard.ts'
import { rateLimiter, rateLimitHeaders } from './gate/rateLimit.ts'
import { requireScopes } from './gate/requireScopes.ts'
import { addressOf, clientOf, proxiesOf } from './http/clientAddress.ts'
import { compressed } from './http/compress.ts'
import { corsHeaders, preflight } from './http/cors.ts'
import { type Exchange, newExchange } from './http/exchange.ts'
import { finished } from './http/finished.ts'
import { replyLog } from './http/logReply.ts'
import { requireOwnHost } from './http/ownHosts.ts'
import { requireShortUrl, searchOf } from './http/parseRequest.ts'
import {
  type AppRequest,
  emptyReply,
  isUnder,
  jsonLine,
  jsonReply,
  pathOf,
  type Reply,
} from './http/reply.ts'
import { type ReplyCache, replyCache } from './http/replyCache.ts'
import { routesOf } from './http/routes.ts'
import { requireKnownOrigin } from './mcp/knownOrigin.ts'
import { performOperation } from './performOperation.ts'
import { publicPages } from './publicPages.ts'

export interface AppConfig extends ConsoleConfig {
  /** Per key and per person. */
  rate: BucketRules
  authFailuresPerMinute: number
  /** Addresses and networks whose X-Forwarded headers are trusted. */
  trustedProxies: readonly string[]
  /** Maximum number of X-Forwarded-For entries to read, counted from the end. */
  proxyHopsMax: number
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[]
  /** Host names that pages are served under, besides IP addresses and localhost. */
  allowedHosts: readonly string[]
}

export interface AppDependencies {
  db: Database
  config: AppConfig
  /** Milliseconds since 1970. */
  clock: () => number
  log: Logger
  /** The console's pages, if they have been built. */
  files?: ConsoleFiles | null
  /** Called for each reply, for the metrics. */
  observe?: ReplyObserver | undefined
  /** Off if left out. */
  webhooks?: WebhookTools
  /** Without them the store itself serves every read. */
  replicas?: Replicas | null
}

export type ReplyObserver = (exchange: ObservedExchange, status: number, ms: number) => void

export type ObservedExchange = Readonly<
  Pick<Exchange, 'request' | 'path' | 'key' | 'fromItsNetworks' | 'personId' | 'operationId'>
>

export interface App {
  /** Never rejects: every error becomes a reply. */
  handle(request: AppRequest): Promise<Reply>
  /** For a reply that could not be sent. */
  logFailure(error: unknown, requestId: string): void
  readonly cache: Pick<ReplyCache, 'counts' | 'size'>
  /** Replies to every request that waits for a change. Called before the service stops. */
  endWaiting(): void
  /** Writes counts kept in memory and deletes expired rows. Called periodically, and once more at shutdown. */
  tidy(isLast?: boolean): Promise<void>
}

const routes = routesOf<Operation>('/v1', Object.values(operations))
export const mcpPath = '/mcp'

export function createApp(dependencies: AppDependencies): App {
  const {
    db,
    config,
    clock,
    log,
    files = null,
    observe,
    webhooks = noWebhooks,
    replicas = null,
  } = dependencies
  const proxies = proxiesOf(config.trustedProxies)
  const gate = openGate(db, config.rate, networkGuard())
  const failures = rateLimiter(db, 'failures', perMinute(config.authFailuresPerMinute))
  const uses = keyUses(db)
  const logReply = replyLog(log)
  const cache = replyCache()
  const openPages = publicPages(db)
  const consolePages = files && pagesOf(files)
  const forPeople = consoleApi({ db, config, cache, webhooks })
  const dropOldRows = oldRowsDropper(db)
  const watch = clockWatch(db)
  const waiters = waitingRoom(watch)

  async function handle(request: AppRequest): Promise<Reply> {
    const startMs = performance.now()
    const exchange = newExchange(request, clock(), clientOf(request, proxies, config.proxyHopsMax))
    let reply: Reply
    try {
      reply = await replyTo(exchange)
    } catch (error) {
      reply = errorReply(error, exchange)
    }
    if (isUnder('/v1', exchange.path)) {
      const shorter = compressed(reply, request.headers['accept-encoding'])
      reply = shorter instanceof Promise ? await shorter : shorter
    }
    noteUse(exchange, reply.status)
    const ms = performance.now() - startMs
    observe?.(exchange, reply.status, ms)
    logReply(exchange, reply.status, ms)
    return finished(exchange, reply, failureLine(exchange))
  }

  function replyTo(exchange: Exchange): Reply | Promise<Reply> {
    const { request, path } = exchange
    if (!allowsAnyHost(path)) requireOwnHost(exchange, config.allowedHosts)
    const openPage = openPages.get(path)
    if (openPage !== undefined) return openPage(request)
    if (isUnder('/v1', path)) return replyToKey(exchange)
    if (path === mcpPath) return replyToAssistant(exchange)
    requireShortUrl(request)
    if (isUnder('/console', path)) return forPeople.handle(exchange)
    if (path === '/' && consolePages === null) return emptyReply(302, 'Location', '/docs')
    return consolePages?.(request, path) ?? refuse(unknownPath())
  }

  function replyToKey(exchange: Exchange): Reply | Promise<Reply> {
    const { request, headers } = exchange
    headers.push(...corsHeaders(request.headers.origin, config.corsOrigins))
    return preflight(request, config.corsOrigins) ?? whenAdmitted(exchange, key => perform(exchange, key))
  }

  function perform(exchange: Exchange, key: KeyState): Reply | Promise<Reply> {
    const { request, nowMs } = exchange
    requireShortUrl(request)
    const route = routes.routeOf(request.method ?? '', pathOf(request))
    const { scopes, scopesFor } = route.operation
    exchange.scopes = scopesFor ? scopesFor(searchOf(request.url ?? ''), key.scopes) : scopes
    requireScopes(exchange.scopes, key.scopes)
    const { workspaceId, version, epoch, id } = key
    const caller = { workspaceId, version, key, actor: { kind: 'key', id } as const }
    const waiting = waiters.enter(key, request, () => admittedAgain(exchange))
    const reads = replicas?.readsAt({ workspaceId, epoch, clock: version }) ?? db
    return performOperation(route, request, { db, reads, nowMs, caller, cache, waiting })
  }

  function replyToAssistant(exchange: Exchange): Reply | Promise<Reply> {
    const { request, headers } = exchange
    requireKnownOrigin(exchange, config)
    headers.push(...corsHeaders(request.headers.origin, config.corsOrigins))
    const reply = async (key: KeyState) => {
      requireShortUrl(request)
      // Loaded on first use: many services have no assistant, and the SDK is large.
      const { replyToMcp } = await import('./mcp/endpoint.ts')
      return await replyToMcp(exchange, key, { db, cache })
    }
    return preflight(request, config.corsOrigins) ?? whenAdmitted(exchange, reply)
  }

  /** After a wait, the key may be revoked, expired, or limited to other networks. */
  async function admittedAgain({ request, peer }: Exchange): Promise<void> {
    const key = await authenticateAgain(gate, request.headers, { nowMs: clock(), peer })
    if (key === null) throw networkNotAllowed(canonicalAddress(peer) ?? peer)
  }

  /**
   * Replies if the request's key is valid, allowed from this address and within its rate limit. The reply is made here,
   * not by whoever waits for the key, because each wait costs time.
   */
  async function whenAdmitted(
    exchange: Exchange,
    reply: (key: KeyState) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const { request, headers, nowMs, peer } = exchange
    let authenticated: Authenticated
    try {
      authenticated = validKey(await authenticate(gate, request.headers, { nowMs, peer }))
    } catch (error) {
      throw error instanceof ApiError ? await failureOf(exchange, error) : error
    }
    const { key, taken } = authenticated
    exchange.key = key
    headers.push('Cache-Control', 'private, no-cache')
    if (taken === null) {
      exchange.fromItsNetworks = false
      throw await failureOf(exchange, networkNotAllowed(canonicalAddress(peer) ?? peer))
    }
    headers.push(...rateLimitHeaders(config.rate, taken))
    if (!taken.allowed) throw tooManyRequests(taken.retryAfterSeconds, 'Too many requests with this key.')
    return reply(key)
  }

  /** Failures have their own quota per address, so they never slow down a valid key at the same address. */
  async function failureOf({ nowMs, peer }: Exchange, error: ApiError): Promise<ApiError> {
    const { allowed, retryAfterSeconds } = await failures.take(addressOf(peer), nowMs)
    if (allowed) return error
    return tooManyRequests(retryAfterSeconds, 'Too many requests without a valid key from this address.')
  }

  /** Counts every request with a valid key, whatever its status, including those over the rate limit. */
  function noteUse(exchange: Exchange, status: number): void {
    const { request, key, nowMs, scopes, peer, fromItsNetworks: allowed } = exchange
    if (key === null) return
    uses.note({ key, nowMs, status, scopes, peer, allowed, client: request.headers['user-agent'] })
  }

  /** The last line of a streamed reply that fails after its status has been sent. */
  const failureLine = (exchange: Exchange) => (error: unknown) => {
    const { code, message } = toLoggedApiError(error, exchange).body
    return jsonLine({ failure: { code, message } })
  }

  function toLoggedApiError(error: unknown, { requestId }: Exchange): ApiError {
    const apiError = toApiError(error)
    if (apiError.status >= 500) logFailure(error, requestId)
    return apiError
  }

  const logFailure = (error: unknown, requestId: string): void =>
    log.error({ requestId, err: error }, 'request failed')

  function errorReply(error: unknown, exchange: Exchange): Reply {
    const { status, body, headers } = toLoggedApiError(error, exchange)
    return jsonReply(status, JSON.stringify(body), ...Object.entries(headers).flat())
  }

  return {
    handle,
    logFailure,
    cache,
    endWaiting: () => watch.stop(),
    async tidy(isLast = false) {
      const nowMs = clock()
      const done = await Promise.allSettled([
        uses.flush(),
        gate.tidy(nowMs),
        failures.tidy(nowMs),
        forPeople.tidy(nowMs, isLast),
        ...dropOldRows(nowMs),
      ])
      // Run all of them even if one fails, then report the first failure.
      const failed = done.find(each => each.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

const perMinute = (count: number): BucketRules => ({ perSecond: count / 60, burst: count })

/** API clients and health checks may use any host name. */
const allowsAnyHost = (path: string): boolean =>
  isUnder('/v1', path) || path === '/healthz' || path === '/readyz'

function refuse(error: ApiError): never {
  throw error
}
